// What must hold when things go wrong: signals reach the loop, and on every way out the terminal is restored
// and what was written to standard error is shown.
#ifndef ANALYTICS_CURSES_GUARD_H
#define ANALYTICS_CURSES_GUARD_H

#include <stdbool.h>

// Bytes that the signal pipe carries.
enum { ANALYTICS_CURSES_RESIZED = 'W', ANALYTICS_CURSES_CONTINUED = 'C', ANALYTICS_CURSES_STOP_ASKED = 'Z' };

// Installs the handlers. Returns the descriptor to read signals from, or -1. Safe to call again after a
// close.
int analytics_curses_signals_open(void);
// Those that end the process keep their handler, with its deadline and second-signal rule, unless `all` is
// set.
void analytics_curses_signals_close(bool all);
// The next byte of the pipe: one of the above, or a signal's number for those that end the process; -1 for
// none.
int analytics_curses_signals_next(void);

// Stops the whole process group, wrapper scripts included. Returns once continued, or soon if nothing
// stopped.
void analytics_curses_stop_group(void);
// Whether the terminal is ours to change: a background job must leave it alone.
bool analytics_curses_in_foreground(void);

// Copies the terminal's modes before anything changes them, and keeps the sequence that undoes the screen.
void analytics_curses_restore_prepare(void);
void analytics_curses_restore_sequence(const char *sequence, int fd);
void analytics_curses_restore_arm(bool armed);
// Leaves the alternate screen, and the modes to the shell that owns the terminal now.
void analytics_curses_restore_screen(void);
// Restores the terminal if it is armed and shows captured output. Safe in a signal handler; repeating it does
// no harm.
void analytics_curses_restore_now(void);

void analytics_curses_crash_open(void);
// Gives the calling thread a stack to handle its own stack overflow on. Threads made by pthread_create have
// theirs from the start.
void analytics_curses_crash_thread(void);
// Ends the process with this status after so many milliseconds, whatever it is doing.
void analytics_curses_deadline(int milliseconds, int status);

// Sends standard output and error, where they are the terminal, to memory. Returns a descriptor for the real
// terminal, or -1.
int analytics_curses_capture_open(void);
// Shows what was captured so far, printable bytes only, and forgets it.
void analytics_curses_capture_replay(void);
// Drops the oldest output if a flood is eating memory.
void analytics_curses_capture_trim(void);
void analytics_curses_capture_close(void);

#endif
