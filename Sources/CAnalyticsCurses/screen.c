#include "CAnalyticsCurses.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

static const char paste_on[] = "\033[?2004h";
static const char paste_off[] = "\033[?2004l";

static FILE *output;
static SCREEN *screen;
static cchar_t *row_cells;
static int row_room;
static bool colors;
static attr_t role_attributes[6];
static short role_pairs[6];

bool analytics_curses_locale_is_utf8(void) {
    setlocale(LC_CTYPE, "");
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

bool analytics_curses_screen_has_colors(void) { return colors; }

// Adds a capability's string without its padding marks.
static void add_capability(char *text, size_t room, const char *name) {
    const char *from = tigetstr((char *)name);
    if (from == NULL || from == (char *)-1) return;
    size_t used = strlen(text);
    while (*from != 0 && used + 1 < room) {
        if (from[0] == '$' && from[1] == '<') {
            const char *end = strchr(from, '>');
            if (end != NULL) {
                from = end + 1;
                continue;
            }
        }
        text[used++] = *from++;
    }
    text[used] = 0;
}

static void set_restore_sequence(int fd) {
    char text[256] = "";
    strcpy(text, paste_off);
    const char *names[] = {"sgr0", "cnorm", "rmkx", "rmcup"};
    for (size_t i = 0; i < 4; i++) add_capability(text, sizeof text, names[i]);
    strncat(text, "\r", sizeof text - strlen(text) - 1);
    analytics_curses_restore_sequence(text, fd);
}

// With 256 colours, tones that can be read on black and on white; with 8, only those that can, and bold for
// the rest.
static void set_colors(bool wanted) {
    static const short many[] = {-1, 34, 136, 160, 32, 244};
    static const short few[] = {-1, COLOR_GREEN, COLOR_MAGENTA, COLOR_RED, -1, -1};
    colors = wanted && has_colors() && start_color() == OK && use_default_colors() == OK;
    for (int role = 0; role < 6; role++) {
        short color = !colors ? -1 : COLORS >= 256 ? many[role] : few[role];
        role_pairs[role] = 0;
        role_attributes[role] = 0;
        if (color >= 0 && init_pair((short)role, color, -1) == OK) {
            role_pairs[role] = (short)role;
        } else if (role == 3 || role == 4 || role == 2) {
            role_attributes[role] = A_BOLD;
        } else if (role == 5 && colors) {
            role_attributes[role] = A_DIM;
        }
    }
}

static void paste(bool on) {
    fputs(on ? paste_on : paste_off, output);
    fflush(output);
}

analytics_curses_open_result analytics_curses_screen_open(int out_fd, bool want_colors) {
    int status = 0;
    if (setupterm(NULL, out_fd, &status) != OK) return ANALYTICS_CURSES_UNKNOWN_TERMINAL;
    const char *move = tigetstr((char *)"cup");
    if (move == NULL || move == (char *)-1) return ANALYTICS_CURSES_NO_CURSOR_MOVES;
    // Only reverse video shows what is selected.
    const char *reverse = tigetstr((char *)"rev"), *any = tigetstr((char *)"sgr");
    if ((reverse == NULL || reverse == (char *)-1) && (any == NULL || any == (char *)-1)) return ANALYTICS_CURSES_NO_REVERSE;
    int copy = dup(out_fd);
    output = copy >= 0 ? fdopen(copy, "w") : NULL;
    if (output == NULL) return ANALYTICS_CURSES_FAILED;
    screen = newterm(NULL, output, stdin);
    if (screen == NULL) {
        fclose(output);
        output = NULL;
        return ANALYTICS_CURSES_FAILED;
    }
    set_restore_sequence(out_fd);
    raw();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    // Input is read past ncurses, which would leave a frame half drawn while a key waits.
    typeahead(-1);
    scrollok(stdscr, FALSE);
    curs_set(0);
    set_colors(want_colors);
    def_prog_mode();
    paste(true);
    return ANALYTICS_CURSES_OPENED;
}

bool analytics_curses_screen_fit(int *width, int *height) {
    struct winsize size;
    bool known = ioctl(STDIN_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0;
    if (known && (size.ws_col != COLS || size.ws_row != LINES)) resizeterm(size.ws_row, size.ws_col);
    *width = COLS;
    *height = LINES;
    return known;
}

static bool make_row_room(int count) {
    if (count <= row_room) return true;
    cchar_t *larger = realloc(row_cells, sizeof *larger * (size_t)count);
    if (larger == NULL) return false;
    row_cells = larger;
    row_room = count;
    return true;
}

void analytics_curses_screen_row(int y, const analytics_curses_cell *cells, int count) {
    if (!make_row_room(count)) return;
    int used = 0;
    for (int i = 0; i < count; i++) {
        analytics_curses_cell cell = cells[i];
        // ncurses makes the right half of a wide symbol itself.
        if (cell.width == 0) continue;
        int role = cell.role < 6 ? cell.role : 0;
        attr_t attributes = role_attributes[role];
        if (cell.attributes & 1) attributes |= A_BOLD;
        if (cell.attributes & 2) attributes |= A_REVERSE;
        if (cell.attributes & 4) attributes |= A_DIM;
        if (cell.attributes & 8) attributes |= A_UNDERLINE;
        wchar_t text[4] = {(wchar_t)cell.scalar, (wchar_t)cell.first_mark, (wchar_t)cell.second_mark, 0};
        if (setcchar(&row_cells[used], text, attributes, role_pairs[role], NULL) != OK) {
            setcchar(&row_cells[used], cell.width == 2 ? L"??" : L"?", attributes, role_pairs[role], NULL);
        }
        used++;
    }
    mvadd_wchnstr(y, 0, row_cells, used);
}

void analytics_curses_screen_show(bool whole) {
    if (whole) clearok(curscr, TRUE);
    wnoutrefresh(stdscr);
    doupdate();
}

void analytics_curses_screen_leave(void) {
    if (!isendwin() && analytics_curses_in_foreground()) {
        paste(false);
        endwin();
    }
}

void analytics_curses_screen_enter(void) {
    // The next doupdate enters the alternate screen again.
    reset_prog_mode();
    paste(true);
}

void analytics_curses_screen_erase(void) { erase(); }

int analytics_curses_input_read(uint8_t *bytes, int room) {
    struct pollfd look = {.fd = STDIN_FILENO, .events = POLLIN};
    if (poll(&look, 1, 0) <= 0) return 0;
    // Not O_NONBLOCK, which other users of the terminal would get too: what is readable does not block.
    ssize_t count = read(STDIN_FILENO, bytes, (size_t)room);
    if (count > 0) return (int)count;
    return count < 0 && (errno == EINTR || errno == EAGAIN) ? 0 : -1;
}

const char *analytics_curses_key_sequence(const char *name) {
    const char *sequence = tigetstr((char *)name);
    return sequence == (char *)-1 ? NULL : sequence;
}
