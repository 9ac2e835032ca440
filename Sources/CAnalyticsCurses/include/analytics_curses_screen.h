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

// What ncurses reported for one wget_wch.
typedef enum {
    ANALYTICS_CURSES_INPUT_NONE,
    ANALYTICS_CURSES_INPUT_SCALAR,
    ANALYTICS_CURSES_INPUT_KEY,
} analytics_curses_input_kind;

typedef enum {
    ANALYTICS_CURSES_OPENED,
    ANALYTICS_CURSES_UNKNOWN_TERMINAL,
    ANALYTICS_CURSES_UNUSABLE_TERMINAL,
    ANALYTICS_CURSES_FAILED,
} analytics_curses_open_result;

// Key codes that ncurses has no name for; the first is above all of its own.
enum { ANALYTICS_CURSES_KEY_PASTE_START = 06000, ANALYTICS_CURSES_KEY_PASTE_END };

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
analytics_curses_input_kind analytics_curses_screen_read(uint32_t *value);
// Whether the terminal is gone: readable, and nothing to read.
bool analytics_curses_input_at_end(void);

static inline int analytics_curses_key_function(int number) { return KEY_F(number); }

#endif
