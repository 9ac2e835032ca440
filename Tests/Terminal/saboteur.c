// Preloaded into the dashboard by the tests: does to it what no key can do. A thread of its own, as some
// library would have, carries out orders, one a line, from the pipe that SABOTEUR_ORDERS names. The time of
// each frame goes to the file that SABOTEUR_FRAMES names, in nanoseconds.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static pthread_t main_thread;
static int frames = -1;

static int overflow(volatile int depth) {
    volatile char room[4096];
    room[0] = (char)depth;
    return room[0] + overflow(depth + 1);
}

static void overflow_here(int number) { exit(overflow(number)); }

static void overflow_on_pool(void *unused) {
    (void)unused;
    exit(overflow(0));
}

// A thread of the pool that the runtime's tasks run on.
static void on_pool(void (*act)(void *)) {
    void *(*queue)(long, unsigned long) = (void *(*)(long, unsigned long))dlsym(RTLD_DEFAULT, "dispatch_get_global_queue");
    void (*run)(void *, void *, void (*)(void *)) =
        (void (*)(void *, void *, void (*)(void *)))dlsym(RTLD_DEFAULT, "dispatch_async_f");
    if (queue != NULL && run != NULL) run(queue(0, 0), NULL, act);
}

static void freeze_here(int number) {
    (void)number;
    if (frames >= 0) dprintf(frames, "frozen\n");
    for (;;) pause();
}

static void on_main_thread(void (*act)(int)) {
    struct sigaction action = {.sa_handler = act};
    sigaction(SIGUSR1, &action, NULL);
    pthread_kill(main_thread, SIGUSR1);
}

static void carry_out(const char *order) {
    if (strncmp(order, "say ", 4) == 0) {
        fprintf(stderr, "%s\n", order + 4);
    } else if (strncmp(order, "print ", 6) == 0) {
        printf("%s\n", order + 6);
        fflush(stdout);
    } else if (strcmp(order, "null") == 0) {
        volatile int *nowhere = NULL;
        *nowhere = 1;
    } else if (strcmp(order, "trap") == 0) {
        fputs("Fatal error: a task fell over\n", stderr);
        __builtin_trap();
    } else if (strcmp(order, "abort") == 0) {
        abort();
    } else if (strcmp(order, "exit") == 0) {
        exit(3);
    } else if (strcmp(order, "overflow") == 0) {
        on_main_thread(overflow_here);
    } else if (strcmp(order, "overflow-thread") == 0) {
        exit(overflow(0));
    } else if (strcmp(order, "overflow-pool") == 0) {
        on_pool(overflow_on_pool);
    } else if (strcmp(order, "flood") == 0) {
        for (int line = 0; line < 40000; line++) fprintf(stderr, "flood line %d of a library that says too much\n", line);
        if (frames >= 0) dprintf(frames, "flooded\n");
    } else if (strcmp(order, "freeze") == 0) {
        on_main_thread(freeze_here);
    }
}

static void *obey(void *path) {
    FILE *orders = fopen(path, "r");
    char line[4096];
    while (orders != NULL && fgets(line, sizeof line, orders) != NULL) {
        line[strcspn(line, "\n")] = 0;
        carry_out(line);
    }
    return NULL;
}

__attribute__((constructor)) static void begin(void) {
    main_thread = pthread_self();
    const char *log = getenv("SABOTEUR_FRAMES");
    if (log != NULL) frames = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    char *path = getenv("SABOTEUR_ORDERS");
    pthread_t thread;
    if (path != NULL && pthread_create(&thread, NULL, obey, path) == 0) pthread_detach(thread);
}

// In front of ncurses' own: one call is one frame.
int doupdate(void) {
    static int (*real)(void);
    if (real == NULL) real = (int (*)(void))dlsym(RTLD_NEXT, "doupdate");
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (frames >= 0) dprintf(frames, "%lld\n", now.tv_sec * 1000000000LL + now.tv_nsec);
    return real();
}
