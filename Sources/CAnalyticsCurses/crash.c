#define _XOPEN_SOURCE 700
#define _DARWIN_C_SOURCE 1
#include "analytics_curses_guard.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

static const int crashes[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGSYS, SIGQUIT};
static atomic_flag crashing = ATOMIC_FLAG_INIT;
static volatile sig_atomic_t deadline_status;

static void on_crash(int number) {
    // A second thread that falls over waits for the first to end the process.
    if (atomic_flag_test_and_set(&crashing)) {
        sleep(2);
        _exit(128 + number);
    }
    analytics_curses_restore_now();
    // Not the handler before ours: that is the runtime's backtracer, which would ask questions on the
    // terminal.
    struct sigaction plain = {.sa_handler = SIG_DFL};
    sigemptyset(&plain.sa_mask);
    sigaction(number, &plain, NULL);
    sigset_t open;
    sigemptyset(&open);
    sigaddset(&open, number);
    pthread_sigmask(SIG_UNBLOCK, &open, NULL);
    raise(number);
    _exit(128 + number);
}

static void on_deadline(int number) {
    (void)number;
    analytics_curses_restore_now();
    _exit(deadline_status);
}

static void at_exit(void) { analytics_curses_restore_now(); }

void analytics_curses_crash_open(void) {
    struct sigaction action = {.sa_handler = on_crash, .sa_flags = SA_ONSTACK};
    sigfillset(&action.sa_mask);
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) {
        // The signals that a fault raises must stay open, or a fault inside the handler would hang.
        sigdelset(&action.sa_mask, crashes[i]);
    }
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) sigaction(crashes[i], &action, NULL);
    static bool registered;
    if (!registered) registered = atexit(at_exit) == 0;
    analytics_curses_crash_thread();
}

void analytics_curses_deadline(int milliseconds, int status) {
    deadline_status = status;
    struct sigaction action = {.sa_handler = on_deadline, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
    struct itimerval timer = {
        .it_value = {.tv_sec = milliseconds / 1000, .tv_usec = (milliseconds % 1000) * 1000}};
    setitimer(ITIMER_REAL, &timer, NULL);
}
