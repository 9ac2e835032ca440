// Preloaded into the host of the machine tests (Linux only): counts the system calls on one folder, and fails, shortens,
// delays, fakes or ends the process at the n-th of a kind.
//
//   FAULTS_DIRECTORY  calls on paths below this folder take part; all others pass through untouched and uncounted
//   FAULTS_PLAN       entries separated by ";", each KIND[@STEP]:N[+]:ACTION; with "+" from the n-th call on. With a step
//                     only the calls in steps that begin so are counted, ":" in a step being written "-"
//   FAULTS_LOG        a file that gets one line for each call that takes part: number, kinds, path, result, action
//
// Kinds: open, read, write, truncate, sync, close, rename, unlink, mkdir, chmod, stat, opendir, readdir, lock; and these
// groups: create (an open that may create), change (a call that changes the disk), any.
// Actions: fail=ERRNO, short, delay=MICROSECONDS, pretend (report success, do nothing), kill-before, kill-half (write half,
// then end), kill-after. Paths of descriptors come from /proc/self/fd, which follows renames, duplicates and closes.
#include "faults.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

struct entry {
    char kind[16], step[32];
    long first, seen, value;
    int lasts;
    enum action action;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct entry plan[8];
static int entries, log_file = -1;
static long calls;
static char folder[PATH_MAX], step[64];

static const struct { const char *name; int code; } codes[] = {
    {"ENOSPC", ENOSPC}, {"EIO", EIO}, {"EROFS", EROFS}, {"EACCES", EACCES}, {"EINTR", EINTR}, {"EMFILE", EMFILE},
    {"ENOLCK", ENOLCK}, {"ENOMEM", ENOMEM}, {"EPERM", EPERM}, {"EDQUOT", EDQUOT}, {"EWOULDBLOCK", EWOULDBLOCK},
};

static void refuse(const char *why, const char *what) {
    fprintf(stderr, "faults.c: %s '%s'\n", why, what);
    _exit(65);
}

static void parse_action(struct entry *entry, const char *word) {
    if (strncmp(word, "fail=", 5) == 0) {
        entry->action = FAIL;
        for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
            if (strcmp(word + 5, codes[i].name) == 0) entry->value = codes[i].code;
        if (entry->value == 0) refuse("unknown error", word + 5);
    } else if (strncmp(word, "delay=", 6) == 0) {
        entry->action = DELAY;
        entry->value = atol(word + 6);
    } else if (strcmp(word, "short") == 0) entry->action = SHORT;
    else if (strcmp(word, "pretend") == 0) entry->action = PRETEND;
    else if (strcmp(word, "kill-before") == 0) entry->action = KILL_BEFORE;
    else if (strcmp(word, "kill-half") == 0) entry->action = KILL_HALF;
    else if (strcmp(word, "kill-after") == 0) entry->action = KILL_AFTER;
    else refuse("unknown action", word);
}

__attribute__((constructor)) static void prepare(void) {
    const char *directory = getenv("FAULTS_DIRECTORY"), *text = getenv("FAULTS_PLAN"), *log = getenv("FAULTS_LOG");
    if (!directory) return;
    if (log) {
        int file = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
        // Out of the way: tests of descriptors see the usual numbers.
        log_file = (int)syscall(SYS_fcntl, file, F_DUPFD_CLOEXEC, 200);
        syscall(SYS_close, file);
    }
    char copy[1024];
    snprintf(copy, sizeof copy, "%s", text ? text : "");
    char *next = copy, *word;
    while ((word = strsep(&next, ";"))) {
        if (!*word) continue;
        char number[24], action[40];
        struct entry *entry = &plan[entries];
        if (entries == 8
            || (sscanf(word, "%15[a-z]:%23[0-9+]:%39s", entry->kind, number, action) != 3
                && sscanf(word, "%15[a-z]@%31[a-z0-9-]:%23[0-9+]:%39s", entry->kind, entry->step, number, action) != 4))
            refuse("unknown plan", word);
        entry->first = atol(number);
        entry->lasts = strchr(number, '+') != NULL;
        parse_action(entry, action);
        entries++;
    }
    snprintf(folder, sizeof folder, "%s", directory);
}

static void record(const char *line) {
    if (log_file >= 0) syscall(SYS_write, log_file, line, strlen(line));
}

static void end_process(void) {
    syscall(SYS_kill, getpid(), SIGKILL);
    for (;;) pause();
}

const char *path_of(int file, char *buffer) {
    char link[40];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, buffer, PATH_MAX - 1);
    if (length < 0) return NULL;
    buffer[length] = 0;
    char *gone = strstr(buffer, " (deleted)");
    if (gone) *gone = 0;
    return buffer;
}

const char *path_at(int base, const char *path, char *buffer) {
    if (!path || path[0] == '/') return path;
    if (base == AT_FDCWD) {
        if (!getcwd(buffer, PATH_MAX)) return NULL;
    } else if (!path_of(base, buffer)) return NULL;
    size_t length = strlen(buffer);
    if (*path) snprintf(buffer + length, PATH_MAX - length, "/%s", path);
    return buffer;
}

static int is_kind(const char *kinds, const char *kind) {
    size_t length = strlen(kind);
    for (const char *at = kinds; (at = strstr(at, kind)); at += length)
        if ((at == kinds || at[-1] == ',') && (at[length] == 0 || at[length] == ',')) return 1;
    return 0;
}

int begin(struct turn *turn, const char *kinds, const char *path) {
    size_t length = strlen(folder);
    if (!length || !path || strncmp(path, folder, length) != 0 || (path[length] != '/' && path[length] != 0)) return 0;
    int saved = errno;
    turn->action = NONE;
    turn->code = 0;
    long wait = 0;
    pthread_mutex_lock(&mutex);
    long number = ++calls;
    for (int i = 0; i < entries; i++) {
        struct entry *entry = &plan[i];
        if (strcmp(entry->kind, "any") != 0 && !is_kind(kinds, entry->kind)) continue;
        int is_in_step = strncmp(step, entry->step, strlen(entry->step)) == 0;
        int was_reached = entry->seen >= entry->first;
        if (is_in_step) entry->seen++;
        if (!(is_in_step && entry->seen == entry->first) && !(entry->lasts && was_reached)) continue;
        if (entry->action == DELAY) wait = entry->value;
        else turn->action = entry->action;
        if (entry->action == FAIL) turn->code = (int)entry->value;
    }
    pthread_mutex_unlock(&mutex);
    static const char *names[] = {"", " FAIL", " SHORT", " DELAY", " PRETEND", " KILL-BEFORE", " KILL-HALF", " KILL-AFTER"};
    snprintf(turn->line, sizeof turn->line, "call %ld %s %s%s%s", number, kinds, path[length] ? path + length : "/",
             names[turn->action], wait ? " DELAY" : "");
    if (wait) poll(NULL, 0, (int)(wait / 1000));
    if (turn->action == KILL_BEFORE) {
        strcat(turn->line, "\n");
        record(turn->line);
        end_process();
    }
    errno = saved;
    return 1;
}

void finish(struct turn *turn, int succeeded) {
    int saved = errno;
    if (turn->action == KILL_HALF) turn->action = KILL_AFTER;
    size_t length = strlen(turn->line);
    snprintf(turn->line + length, sizeof turn->line - length, succeeded ? " ok\n" : " errno %d\n", saved);
    record(turn->line);
    if (turn->action == KILL_AFTER) end_process();
    errno = saved;
}

// The host calls this (found with dlsym) so that the log shows its steps too.
__attribute__((visibility("default"))) void faults_mark(const char *name) {
    char line[256];
    snprintf(line, sizeof line, "step %s\n", name);
    record(line);
    pthread_mutex_lock(&mutex);
    snprintf(step, sizeof step, "%s", name);
    for (char *at = step; *at; at++)
        if (*at == ':') *at = '-';
    pthread_mutex_unlock(&mutex);
}
