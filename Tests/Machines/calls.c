// The system calls that take part in the plan of faults.c, in every form that a program may use: by path, relative to a
// descriptor, by descriptor, and with the suffix 64.
#include "faults.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define NEXT(name) ({ static __typeof__(&name) next; if (!next) next = dlsym(RTLD_NEXT, #name); next; })
#define AROUND(kinds, path, real, failed, pretended)                                  \
    struct turn turn;                                                                 \
    if (!begin(&turn, kinds, path)) return real;                                      \
    if (turn.action == FAIL) {                                                        \
        errno = turn.code;                                                            \
        finish(&turn, 0);                                                             \
        return failed;                                                                \
    }                                                                                 \
    if (turn.action == PRETEND) {                                                     \
        finish(&turn, 1);                                                             \
        return pretended;                                                             \
    }                                                                                 \
    __typeof__(real) result = real;                                                   \
    finish(&turn, result != failed);                                                  \
    return result

// MARK: open

static const char *open_kinds(int flags) {
    return flags & O_CREAT ? "open,create,change" : flags & O_TRUNC ? "open,change" : "open";
}
#define MODE                                                        \
    mode_t mode = 0;                                                \
    if (flags & (O_CREAT | __O_TMPFILE)) {                          \
        va_list rest;                                               \
        va_start(rest, flags);                                      \
        mode = va_arg(rest, mode_t);                                \
        va_end(rest);                                               \
    }
#define OPEN(name)                                                                                                  \
    int name(const char *path, int flags, ...) {                                                                    \
        MODE char buffer[PATH_MAX];                                                                                 \
        AROUND(open_kinds(flags), path_at(AT_FDCWD, path, buffer), NEXT(name)(path, flags, mode), -1, -1);          \
    }
#define OPENAT(name)                                                                                                \
    int name(int base, const char *path, int flags, ...) {                                                          \
        MODE char buffer[PATH_MAX];                                                                                 \
        AROUND(open_kinds(flags), path_at(base, path, buffer), NEXT(name)(base, path, flags, mode), -1, -1);        \
    }
OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)

// MARK: read, write, truncate, sync, close

#define READ(name, ...)                                                                                             \
    char buffer[PATH_MAX];                                                                                          \
    struct turn turn;                                                                                               \
    if (!begin(&turn, "read", path_of(file, buffer))) return NEXT(name)(file, bytes, count, ##__VA_ARGS__);         \
    if (turn.action == FAIL) {                                                                                      \
        errno = turn.code;                                                                                          \
        finish(&turn, 0);                                                                                           \
        return -1;                                                                                                  \
    }                                                                                                               \
    if (turn.action == SHORT) count = count > 7 ? 7 : count;                                                        \
    ssize_t result = NEXT(name)(file, bytes, count, ##__VA_ARGS__);                                                 \
    finish(&turn, result >= 0);                                                                                     \
    return result
ssize_t read(int file, void *bytes, size_t count) { READ(read); }
ssize_t pread(int file, void *bytes, size_t count, off_t offset) { READ(pread, offset); }
ssize_t pread64(int file, void *bytes, size_t count, off64_t offset) { READ(pread64, offset); }

#define WRITE(name, ...)                                                                                            \
    char buffer[PATH_MAX];                                                                                          \
    struct turn turn;                                                                                               \
    if (!begin(&turn, "write,change", path_of(file, buffer))) return NEXT(name)(file, bytes, count, ##__VA_ARGS__); \
    if (turn.action == FAIL) {                                                                                      \
        errno = turn.code;                                                                                          \
        finish(&turn, 0);                                                                                           \
        return -1;                                                                                                  \
    }                                                                                                               \
    if (turn.action == PRETEND) {                                                                                   \
        finish(&turn, 1);                                                                                           \
        return (ssize_t)count;                                                                                      \
    }                                                                                                               \
    if (turn.action == SHORT || turn.action == KILL_HALF) count = count > 1 ? count / 2 : count;                    \
    ssize_t result = NEXT(name)(file, bytes, count, ##__VA_ARGS__);                                                 \
    finish(&turn, result >= 0);                                                                                     \
    return result
ssize_t write(int file, const void *bytes, size_t count) { WRITE(write); }
ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) { WRITE(pwrite, offset); }
ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) { WRITE(pwrite64, offset); }
ssize_t writev(int file, const struct iovec *parts, int count) {
    char buffer[PATH_MAX];
    AROUND("write,change", path_of(file, buffer), NEXT(writev)(file, parts, count), -1, -1);
}

#define ON_FILE(name, kinds, declared, ...)                                                   \
    int name declared {                                                                       \
        char buffer[PATH_MAX];                                                                \
        AROUND(kinds, path_of(file, buffer), NEXT(name)(__VA_ARGS__), -1, 0);                 \
    }
ON_FILE(ftruncate, "truncate,change", (int file, off_t size), file, size)
ON_FILE(ftruncate64, "truncate,change", (int file, off64_t size), file, size)
ON_FILE(fsync, "sync", (int file), file)
ON_FILE(fdatasync, "sync", (int file), file)
ON_FILE(flock, "lock", (int file, int operation), file, operation)
ON_FILE(fchmod, "chmod,change", (int file, mode_t mode), file, mode)

int close(int file) {
    char buffer[PATH_MAX];
    struct turn turn;
    if (!begin(&turn, "close", path_of(file, buffer))) return NEXT(close)(file);
    // The descriptor is gone also when close reports an error.
    int result = NEXT(close)(file);
    if (turn.action == FAIL) {
        errno = turn.code;
        result = -1;
    }
    finish(&turn, result == 0);
    return result;
}

// MARK: names

#define ON_PATH(name, kinds, base, declared, ...)                                             \
    int name declared {                                                                       \
        char buffer[PATH_MAX];                                                                \
        AROUND(kinds, path_at(base, path, buffer), NEXT(name)(__VA_ARGS__), -1, 0);           \
    }
ON_PATH(mkdir, "mkdir,change", AT_FDCWD, (const char *path, mode_t mode), path, mode)
ON_PATH(mkdirat, "mkdir,change", base, (int base, const char *path, mode_t mode), base, path, mode)
ON_PATH(unlink, "unlink,change", AT_FDCWD, (const char *path), path)
ON_PATH(rmdir, "unlink,change", AT_FDCWD, (const char *path), path)
ON_PATH(unlinkat, "unlink,change", base, (int base, const char *path, int flags), base, path, flags)
ON_PATH(truncate, "truncate,change", AT_FDCWD, (const char *path, off_t size), path, size)
ON_PATH(chmod, "chmod,change", AT_FDCWD, (const char *path, mode_t mode), path, mode)
ON_PATH(fchmodat, "chmod,change", base, (int base, const char *path, mode_t mode, int flags), base, path, mode, flags)
// A rename is logged under its new name.
ON_PATH(rename, "rename,change", AT_FDCWD, (const char *from, const char *path), from, path)
ON_PATH(renameat, "rename,change", base, (int source, const char *from, int base, const char *path), source, from, base, path)
ON_PATH(renameat2, "rename,change", base, (int source, const char *from, int base, const char *path, unsigned flags),
        source, from, base, path, flags)

// MARK: stat

#define STAT(type, suffix)                                                                                          \
    ON_FILE(fstat##suffix, "stat", (int file, struct type *info), file, info)                                       \
    ON_PATH(stat##suffix, "stat", AT_FDCWD, (const char *path, struct type *info), path, info)                      \
    ON_PATH(lstat##suffix, "stat", AT_FDCWD, (const char *path, struct type *info), path, info)                     \
    ON_PATH(fstatat##suffix, "stat", base, (int base, const char *path, struct type *info, int flags), base, path,  \
            info, flags)                                                                                            \
    int __fxstat##suffix(int version, int file, struct type *info);                                                 \
    int __xstat##suffix(int version, const char *path, struct type *info);                                          \
    int __lxstat##suffix(int version, const char *path, struct type *info);                                         \
    int __fxstatat##suffix(int version, int base, const char *path, struct type *info, int flags);                  \
    ON_FILE(__fxstat##suffix, "stat", (int version, int file, struct type *info), version, file, info)              \
    ON_PATH(__xstat##suffix, "stat", AT_FDCWD, (int version, const char *path, struct type *info), version, path,   \
            info)                                                                                                   \
    ON_PATH(__lxstat##suffix, "stat", AT_FDCWD, (int version, const char *path, struct type *info), version, path,  \
            info)                                                                                                   \
    ON_PATH(__fxstatat##suffix, "stat", base,                                                                       \
            (int version, int base, const char *path, struct type *info, int flags), version, base, path, info, flags)
STAT(stat, )
STAT(stat64, 64)
ON_PATH(statx, "stat", base, (int base, const char *path, int flags, unsigned mask, struct statx *info), base, path, flags,
        mask, info)

// MARK: listing

DIR *opendir(const char *path) {
    char buffer[PATH_MAX];
    AROUND("opendir", path_at(AT_FDCWD, path, buffer), NEXT(opendir)(path), NULL, NULL);
}
DIR *fdopendir(int file) {
    char buffer[PATH_MAX];
    AROUND("opendir", path_of(file, buffer), NEXT(fdopendir)(file), NULL, NULL);
}
// The end of a listing is NULL too, with errno as it was; that is no failure.
#define READDIR(type, name)                                                                   \
    struct type *name(DIR *directory) {                                                       \
        char buffer[PATH_MAX];                                                                \
        struct turn turn;                                                                     \
        if (!begin(&turn, "readdir", path_of(dirfd(directory), buffer))) return NEXT(name)(directory); \
        if (turn.action == FAIL) {                                                            \
            errno = turn.code;                                                                \
            finish(&turn, 0);                                                                 \
            return NULL;                                                                      \
        }                                                                                     \
        struct type *result = NEXT(name)(directory);                                          \
        finish(&turn, 1);                                                                     \
        return result;                                                                        \
    }
READDIR(dirent, readdir)
READDIR(dirent64, readdir64)
int closedir(DIR *directory) {
    char buffer[PATH_MAX];
    struct turn turn;
    if (!begin(&turn, "close", path_of(dirfd(directory), buffer))) return NEXT(closedir)(directory);
    int result = NEXT(closedir)(directory);
    if (turn.action == FAIL) {
        errno = turn.code;
        result = -1;
    }
    finish(&turn, result == 0);
    return result;
}
