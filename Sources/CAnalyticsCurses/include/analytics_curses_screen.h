// Painting and input over ncursesw. One thread only.
#ifndef ANALYTICS_CURSES_SCREEN_H
#define ANALYTICS_CURSES_SCREEN_H

#include <curses.h>
#include <stdbool.h>
#include <stdint.h>

// A cell as Swift hands it over. Width 0 is the right half of a wide one.
typedef struct {
    uint32_t scalar;
    uint32_t first_mark;
    uint32_t second_mark;
    uint8_t width;
    uint8_t role;
    uint8_t attributes;
} analytics_curses_cell;

typedef enum {
    ANALYTICS_CURSES_OPENED,
    ANALYTICS_CURSES_UNKNOWN_TERMINAL,
    ANALYTICS_CURSES_NO_CURSOR_MOVES,
    ANALYTICS_CURSES_NO_REVERSE,
    ANALYTICS_CURSES_FAILED
} analytics_curses_open_result;

bool analytics_curses_locale_is_utf8(void);
analytics_curses_open_result analytics_curses_screen_open(int out_fd, bool want_colors);
bool analytics_curses_screen_has_colors(void);
// Sizes the screen to the terminal's present size; returns false when that is unknown.
bool analytics_curses_screen_fit(int *width, int *height);
void analytics_curses_screen_erase(void);
void analytics_curses_screen_row(int y, const analytics_curses_cell *cells, int count);
// One doupdate; all cells are sent again when `whole` is set.
void analytics_curses_screen_show(bool whole);
void analytics_curses_screen_leave(void);
void analytics_curses_screen_enter(void);
// Takes bytes that wait at standard input, without waiting. Returns how many, or -1 when the terminal is gone.
int analytics_curses_input_read(uint8_t *bytes, int room);
// The terminal's own sequence for a key, by its name in terminfo; NULL for none.
const char *analytics_curses_key_sequence(const char *name);

#endif
