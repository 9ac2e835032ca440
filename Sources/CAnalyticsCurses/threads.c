// A stack overflow is handled on an alternate stack, and those are per thread: every thread of the process gets
// one where it begins, the pools of libraries included.
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE 1
#include "analytics_curses_guard.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

// A size that nobody else has: so a thread knows its stack for one of ours.
enum { BYTES = 64 * 1024 + 4096 };

void analytics_curses_crash_thread(void) {
    static _Thread_local bool done;
    if (done) return;
    done = true;
    stack_t present;
    if (sigaltstack(NULL, &present) != 0) return;
    if (!(present.ss_flags & SS_DISABLE) && present.ss_size >= BYTES) return;
    stack_t stack = {.ss_sp = malloc(BYTES), .ss_size = BYTES};
    if (stack.ss_sp != NULL && sigaltstack(&stack, NULL) != 0) free(stack.ss_sp);
}

// Threads come and go; what they were given goes with them. Not by a destructor of the thread's values: on Linux
// the main thread runs those at once and lives on.
static void drop_stack(void *unused) {
    (void)unused;
    stack_t present, none = {.ss_flags = SS_DISABLE};
    if (sigaltstack(NULL, &present) != 0 || (present.ss_flags & SS_DISABLE) || present.ss_size != BYTES) return;
    if (sigaltstack(&none, NULL) == 0) free(present.ss_sp);
}

#if defined(__APPLE__)

#include <pthread/introspection.h>

static pthread_introspection_hook_t next;

static void on_thread(unsigned int event, pthread_t thread, void *address, size_t size) {
    if (event == PTHREAD_INTROSPECTION_THREAD_START) analytics_curses_crash_thread();
    if (event == PTHREAD_INTROSPECTION_THREAD_TERMINATE) drop_stack(NULL);
    if (next != NULL) next(event, thread, address, size);
}

__attribute__((constructor)) static void begin(void) { next = pthread_introspection_hook_install(on_thread); }

#elif defined(__linux__) && !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer)

// In front of the C library's own, also for the shared libraries. Sanitizers have one of their own there.
#include <dlfcn.h>
#include <errno.h>

typedef int create_thread(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

struct beginning {
    void *(*routine)(void *);
    void *argument;
};

static void *begin(void *place) {
    struct beginning beginning = *(struct beginning *)place;
    free(place);
    analytics_curses_crash_thread();
    void *result;
    pthread_cleanup_push(drop_stack, NULL);
    result = beginning.routine(beginning.argument);
    pthread_cleanup_pop(1);
    return result;
}

int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *), void *argument) {
    create_thread *real = (create_thread *)dlsym(RTLD_NEXT, "pthread_create");
    if (real == NULL) return EAGAIN;
    struct beginning *place = malloc(sizeof *place);
    if (place == NULL) return EAGAIN;
    *place = (struct beginning){routine, argument};
    int result = real(thread, attributes, begin, place);
    if (result != 0) free(place);
    return result;
}

#endif
