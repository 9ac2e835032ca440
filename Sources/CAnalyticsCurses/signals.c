#define _XOPEN_SOURCE 700
#define _DARWIN_C_SOURCE 1
#include "analytics_curses_guard.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static const int endings[] = {SIGTERM, SIGHUP, SIGINT};
static const int others[] = {SIGWINCH, SIGCONT, SIGTSTP};

static int ends[2] = {-1, -1};
static atomic_int continued;
static atomic_int asked_to_end;

static void send_byte(unsigned char byte) {
    int saved = errno;
    // A full pipe already holds enough to wake the loop.
    ssize_t sent = write(ends[1], &byte, 1);
    (void)sent;
    errno = saved;
}

static void on_signal(int number) {
    switch (number) {
    case SIGWINCH: send_byte(ANALYTICS_CURSES_RESIZED); return;
    case SIGTSTP: send_byte(ANALYTICS_CURSES_STOP_ASKED); return;
    case SIGCONT:
        atomic_store(&continued, 1);
        send_byte(ANALYTICS_CURSES_CONTINUED);
        return;
    default: break;
    }
    // The loop may be stuck, and the user waits a second at most.
    if (atomic_fetch_add(&asked_to_end, 1) == 0) {
        analytics_curses_deadline(900, 128 + number);
        send_byte((unsigned char)number);
        return;
    }
    analytics_curses_restore_now();
    _exit(128 + number);
}

static void handle(int number, void (*handler)(int)) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

// What the parent ignores (nohup, background jobs of plain shells) stays ignored.
static void handle_unless_ignored(int number) {
    struct sigaction present;
    if (sigaction(number, NULL, &present) == 0 && present.sa_handler == SIG_IGN) return;
    handle(number, on_signal);
}

static bool make_pipe(void) {
    if (ends[0] >= 0) return true;
    if (pipe(ends) != 0) return false;
    for (int i = 0; i < 2; i++) {
        fcntl(ends[i], F_SETFL, O_NONBLOCK);
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    }
    return true;
}

int analytics_curses_signals_open(void) {
    if (!make_pipe()) return -1;
    while (analytics_curses_signals_next() >= 0) {
    }
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) handle_unless_ignored(endings[i]);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) handle(others[i], on_signal);
    // A peer that hangs up must not kill a process that holds the terminal.
    struct sigaction pipes;
    if (sigaction(SIGPIPE, NULL, &pipes) == 0 && pipes.sa_handler == SIG_DFL) handle(SIGPIPE, SIG_IGN);
    return ends[0];
}

void analytics_curses_signals_close(bool all) {
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) handle(others[i], SIG_DFL);
    for (size_t i = 0; all && i < sizeof endings / sizeof *endings; i++) handle(endings[i], SIG_DFL);
}

int analytics_curses_signals_next(void) {
    unsigned char byte;
    return ends[0] >= 0 && read(ends[0], &byte, 1) == 1 ? byte : -1;
}

void analytics_curses_stop_group(void) {
    atomic_store(&continued, 0);
    handle(SIGTSTP, SIG_DFL);
    kill(0, SIGTSTP);
    // In an orphaned group nothing stops, so the wait has an end. Our handler must not be back before the
    // stop has happened, or it would take the signal for a second request.
    struct timespec pause = {.tv_nsec = 10 * 1000 * 1000};
    for (int i = 0; i < 20 && !atomic_load(&continued); i++) nanosleep(&pause, NULL);
    handle(SIGTSTP, on_signal);
}
