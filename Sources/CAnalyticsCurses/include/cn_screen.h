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

// What ncurses reported for one wget_wch.
typedef enum { CN_INPUT_NONE, CN_INPUT_SCALAR, CN_INPUT_KEY } cn_input_kind;

typedef enum { CN_OPENED, CN_UNKNOWN_TERMINAL, CN_UNUSABLE_TERMINAL, CN_FAILED } cn_open_result;

// Key codes that ncurses has no name for; the first is above all of its own.
enum { CN_KEY_PASTE_START = 06000, CN_KEY_PASTE_END };

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
cn_input_kind cn_screen_read(uint32_t *value);
// Whether the terminal is gone: readable, and nothing to read.
bool cn_input_at_end(void);

static inline int cn_key_function(int number) { return KEY_F(number); }

#endif
