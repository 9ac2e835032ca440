// What faults.c (the plan) offers to calls.c (the system calls that are replaced). See faults.c.
#ifndef FAULTS_H
#define FAULTS_H
#define _GNU_SOURCE
#include <limits.h>

enum action { NONE, FAIL, SHORT, DELAY, PRETEND, KILL_BEFORE, KILL_HALF, KILL_AFTER };

struct turn {
    char line[PATH_MAX + 128];
    enum action action;
    int code;
};

// Not seen by the program that the library is loaded into.
#pragma GCC visibility push(hidden)
// Counts the call; false when it takes no part. Delays, and ends the process, where the plan says so.
int begin(struct turn *turn, const char *kinds, const char *path);
// Logs how the call ended, and ends the process where the plan says so. Keeps errno.
void finish(struct turn *turn, int succeeded);
// The path of a descriptor, or of a path relative to one; NULL when there is none.
const char *path_of(int file, char *buffer);
const char *path_at(int base, const char *path, char *buffer);
#pragma GCC visibility pop

#endif
