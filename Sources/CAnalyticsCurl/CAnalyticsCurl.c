#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* RTLD_DEFAULT */
#endif
#include "CAnalyticsCurl.h"

#include <dlfcn.h>
#include <pthread.h>

/* struct CURLMsg, as libcurl's ABI has it. */
struct message {
    int kind;
    void *easy;
    union {
        void *whatever;
        int result;
    } data;
};

static struct {
    int (*global_init)(long);
    void *(*easy_init)(void);
    void (*easy_cleanup)(void *);
    int (*easy_setopt)(void *, int, ...);
    int (*easy_getinfo)(void *, int, ...);
    void *(*slist_append)(void *, const char *);
    void (*slist_free_all)(void *);
    void *(*multi_init)(void);
    int (*multi_cleanup)(void *);
    int (*multi_add_handle)(void *, void *);
    int (*multi_remove_handle)(void *, void *);
    int (*multi_perform)(void *, int *);
    int (*multi_wait)(void *, void *, unsigned, int, int *);
    struct message *(*multi_info_read)(void *, int *);
    /* Since 7.66 and 7.68; without them an abandoned exchange ends a little later. */
    int (*multi_poll)(void *, void *, unsigned, int, int *);
    int (*multi_wakeup)(void *);
} curl;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_loaded;

static bool find(void *target, const char *name) {
    void *symbol = dlsym(RTLD_DEFAULT, name);
    *(void **)target = symbol;
    return symbol != NULL;
}

#define FIND(function) find(&curl.function, "curl_" #function)

static void load(void) {
    bool all = FIND(global_init) && FIND(easy_init) && FIND(easy_cleanup) && FIND(easy_setopt)
        && FIND(easy_getinfo) && FIND(slist_append) && FIND(slist_free_all) && FIND(multi_init)
        && FIND(multi_cleanup) && FIND(multi_add_handle) && FIND(multi_remove_handle) && FIND(multi_perform)
        && FIND(multi_wait) && FIND(multi_info_read);
    if (!FIND(multi_poll) || !FIND(multi_wakeup)) {
        curl.multi_poll = NULL;
        curl.multi_wakeup = NULL;
    }
    /* 3 is CURL_GLOBAL_DEFAULT. */
    is_loaded = all && curl.global_init(3) == 0;
}

bool canalytics_curl_load(void) {
    pthread_once(&once, load);
    return is_loaded;
}

canalytics_easy *canalytics_easy_make(void) { return curl.easy_init(); }
void canalytics_easy_free(canalytics_easy *easy) { curl.easy_cleanup(easy); }

int canalytics_easy_set_long(canalytics_easy *easy, int option, long value) {
    return curl.easy_setopt(easy, option, value);
}

int canalytics_easy_set_pointer(canalytics_easy *easy, int option, const void *value) {
    return curl.easy_setopt(easy, option, value);
}

int canalytics_easy_set_sink(canalytics_easy *easy, int option, canalytics_sink sink) {
    return curl.easy_setopt(easy, option, sink);
}

long canalytics_easy_info(canalytics_easy *easy, int info) {
    long value = 0;
    return curl.easy_getinfo(easy, info, &value) == 0 ? value : 0;
}

canalytics_list *canalytics_list_append(canalytics_list *list, const char *line) {
    return curl.slist_append(list, line);
}

void canalytics_list_free(canalytics_list *list) { curl.slist_free_all(list); }

canalytics_multi *canalytics_multi_make(void) { return curl.multi_init(); }

void canalytics_multi_free(canalytics_multi *multi, canalytics_easy *easy) {
    curl.multi_remove_handle(multi, easy);
    curl.multi_cleanup(multi);
}

bool canalytics_multi_add(canalytics_multi *multi, canalytics_easy *easy) {
    return curl.multi_add_handle(multi, easy) == 0;
}

bool canalytics_multi_step(canalytics_multi *multi) {
    int running = 0;
    return curl.multi_perform(multi, &running) == 0 && running > 0;
}

void canalytics_multi_wait(canalytics_multi *multi) {
    int ready = 0;
    if (curl.multi_poll)
        curl.multi_poll(multi, NULL, 0, 1000, &ready);
    else
        curl.multi_wait(multi, NULL, 0, 50, &ready);
}

void canalytics_multi_wake(canalytics_multi *multi) {
    if (curl.multi_wakeup) curl.multi_wakeup(multi);
}

int canalytics_multi_result(canalytics_multi *multi) {
    int left = 0;
    struct message *message = curl.multi_info_read(multi, &left);
    /* 1 is CURLMSG_DONE, the only kind there is. */
    return message && message->kind == 1 ? message->data.result : -1;
}
