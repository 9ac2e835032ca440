#define _GNU_SOURCE
#include "analytics_curses_guard.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// At most this much is shown on the way out; the end matters more than the beginning.
enum { SHOWN = 16 * 1024, KEPT = 1024 * 1024 };

static int store = -1;
static int terminal = -1;
static int saved_out = -1;
static int saved_err = -1;

static int open_store(void) {
#ifdef __linux__
    return memfd_create("captured output", MFD_CLOEXEC);
#else
    char path[] = "/tmp/captured-XXXXXX";
    int fd = mkstemp(path);
    if (fd >= 0) {
        unlink(path);
        fcntl(fd, F_SETFD, FD_CLOEXEC);
    }
    return fd;
#endif
}

int analytics_curses_capture_open(void) {
    fflush(stdout);
    fflush(stderr);
    terminal = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 10);
    if (terminal < 0) return -1;
    store = open_store();
    if (store < 0) return terminal;
    fcntl(store, F_SETFL, fcntl(store, F_GETFL) | O_APPEND);
    saved_out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 10);
    dup2(store, STDOUT_FILENO);
    // A log file that the user asked for keeps getting its lines.
    if (isatty(STDERR_FILENO)) {
        saved_err = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 10);
        dup2(store, STDERR_FILENO);
    }
    return terminal;
}

static void write_all(int fd, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(fd, bytes, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        bytes += written;
        count -= (size_t)written;
    }
}

// Escape sequences in what a library printed must not run now either, C1 controls in UTF-8 included.
static void mask_controls(char *bytes, ssize_t count) {
    unsigned char previous = 0;
    for (ssize_t i = 0; i < count; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        bool control = (byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F;
        bool c1 = previous == 0xC2 && byte >= 0x80 && byte < 0xA0;
        if (control || c1) bytes[i] = '?';
        previous = byte;
    }
}

void analytics_curses_capture_replay(void) {
    if (store < 0 || terminal < 0) return;
    struct stat info;
    if (fstat(store, &info) != 0 || info.st_size == 0) return;
    char buffer[1024];
    off_t at = info.st_size > SHOWN ? info.st_size - SHOWN : 0;
    int target = saved_err >= 0 ? saved_err : terminal;
    if (at > 0) write_all(target, "(older output was dropped)\n", 27);
    for (;;) {
        ssize_t count = pread(store, buffer, sizeof buffer, at);
        if (count <= 0) break;
        mask_controls(buffer, count);
        write_all(target, buffer, (size_t)count);
        at += count;
    }
    if (ftruncate(store, 0) != 0) return;
}

// Gives the memory of the oldest output back and leaves the rest where it is: what is written meanwhile stays too.
static void punch(off_t end) {
#ifdef __linux__
    int failed = fallocate(store, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, end);
#else
    fpunchhole_t hole = {.fp_offset = 0, .fp_length = end};
    int failed = fcntl(store, F_PUNCHHOLE, &hole);
#endif
    // Without holes the choice is between the old output and memory without a bound.
    if (failed != 0 && ftruncate(store, 0) == 0) write_all(store, "(older output was dropped)\n", 27);
}

void analytics_curses_capture_trim(void) {
    static off_t trimmed;
    struct stat info;
    if (store < 0 || fstat(store, &info) != 0) return;
    if (info.st_size < trimmed) trimmed = 0;
    if (info.st_size - trimmed <= KEPT) return;
    enum { BLOCK = 64 * 1024 };
    off_t end = (info.st_size - SHOWN) / BLOCK * BLOCK;
    punch(end);
    trimmed = end;
}

static void give_back(int *saved, int fd) {
    if (*saved < 0) return;
    dup2(*saved, fd);
    close(*saved);
    *saved = -1;
}

void analytics_curses_capture_close(void) {
    fflush(stdout);
    fflush(stderr);
    analytics_curses_capture_replay();
    give_back(&saved_out, STDOUT_FILENO);
    give_back(&saved_err, STDERR_FILENO);
    if (store >= 0) close(store);
    if (terminal >= 0) close(terminal);
    store = -1;
    terminal = -1;
}
