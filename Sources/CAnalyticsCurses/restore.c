#define _XOPEN_SOURCE 700
#include "analytics_curses_guard.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// All of it is made ready beforehand: a crash handler may allocate nothing.
static struct termios modes;
static bool have_modes;
static char undo[256];
static size_t undo_length;
static int terminal = -1;
static atomic_bool armed;

void analytics_curses_restore_prepare(void) { have_modes = tcgetattr(STDIN_FILENO, &modes) == 0; }

void analytics_curses_restore_sequence(const char *sequence, int fd) {
    terminal = fd;
    size_t length = strlen(sequence);
    undo_length = length < sizeof undo ? length : 0;
    memcpy(undo, sequence, undo_length);
}

void analytics_curses_restore_arm(bool value) { atomic_store(&armed, value); }

bool analytics_curses_in_foreground(void) {
    pid_t owner = tcgetpgrp(STDIN_FILENO);
    return owner < 0 || owner == getpgrp();
}

static void undo_screen(bool with_modes) {
    // A background job that touches the terminal would be stopped, perhaps for good.
    sigset_t quiet, before;
    sigemptyset(&quiet);
    sigaddset(&quiet, SIGTTOU);
    pthread_sigmask(SIG_BLOCK, &quiet, &before);
    // If the terminal is gone there is nobody to tell.
    ssize_t written = write(terminal, undo, undo_length);
    (void)written;
    if (with_modes && have_modes) tcsetattr(STDIN_FILENO, TCSANOW, &modes);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void analytics_curses_restore_screen(void) { undo_screen(false); }

void analytics_curses_restore_now(void) {
    if (atomic_exchange(&armed, false) && analytics_curses_in_foreground()) undo_screen(true);
    analytics_curses_capture_replay();
}
