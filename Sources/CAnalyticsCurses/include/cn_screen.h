// Painting and input over ncursesw. One thread only.
#ifndef CN_SCREEN_H
#define CN_SCREEN_H

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
} cn_cell;

typedef enum {
    CN_OPENED,
    CN_UNKNOWN_TERMINAL,
    CN_NO_CURSOR_MOVES,
    CN_NO_REVERSE,
    CN_FAILED
} cn_open_result;

bool cn_locale_is_utf8(void);
cn_open_result cn_screen_open(int out_fd, bool want_colors);
bool cn_screen_has_colors(void);
// Sizes the screen to the terminal's present size; returns false when that is unknown.
bool cn_screen_fit(int *width, int *height);
void cn_screen_erase(void);
void cn_screen_row(int y, const cn_cell *cells, int count);
// One doupdate; all cells are sent again when `whole` is set.
void cn_screen_show(bool whole);
void cn_screen_leave(void);
void cn_screen_enter(void);
// Takes bytes that wait at standard input, without waiting. Returns how many, or -1 when the terminal is gone.
int cn_input_read(uint8_t *bytes, int room);
// The terminal's own sequence for a key, by its name in terminfo; NULL for none.
const char *cn_key_sequence(const char *name);

#endif
