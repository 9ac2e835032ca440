#ifndef CANALYTICSCURL_H
#define CANALYTICSCURL_H

#include <stdbool.h>
#include <stddef.h>

/*
 The part of libcurl that the SDK uses on Linux. FoundationNetworking already loads libcurl into the process, so its
 functions are looked up at run time: no header and no package is needed to build, and nothing more is linked.
 Option numbers and function signatures are libcurl's stable ABI (soname 4, since 2006).
 */

typedef struct canalytics_easy canalytics_easy;
typedef struct canalytics_multi canalytics_multi;
typedef struct canalytics_list canalytics_list;
typedef size_t (*canalytics_sink)(char *bytes, size_t size, size_t count, void *context);

enum {
    CANALYTICS_OPT_WRITEDATA = 10001,
    CANALYTICS_OPT_URL = 10002,
    CANALYTICS_OPT_PROXY = 10004,
    CANALYTICS_OPT_POSTFIELDS = 10015,
    CANALYTICS_OPT_HTTPHEADER = 10023,
    CANALYTICS_OPT_HEADERDATA = 10029,
    CANALYTICS_OPT_CUSTOMREQUEST = 10036,
    CANALYTICS_OPT_POST = 47,
    CANALYTICS_OPT_POSTFIELDSIZE = 60,
    CANALYTICS_OPT_CAINFO = 10065,
    CANALYTICS_OPT_FORBID_REUSE = 75,
    CANALYTICS_OPT_HTTP_VERSION = 84,
    CANALYTICS_OPT_NOSIGNAL = 99,
    CANALYTICS_OPT_MAXFILESIZE = 114,
    CANALYTICS_OPT_TIMEOUT_MS = 155,
    CANALYTICS_OPT_PROTOCOLS = 181,
    CANALYTICS_OPT_QUICK_EXIT = 322,
    CANALYTICS_OPT_WRITEFUNCTION = 20011,
    CANALYTICS_OPT_HEADERFUNCTION = 20079,

    CANALYTICS_INFO_RESPONSE_CODE = 0x200002,
    CANALYTICS_INFO_SSL_VERIFYRESULT = 0x20000D,
};

/* Whether libcurl is in the process; prepares it at the first call. Any thread. */
bool canalytics_curl_load(void);

/* Everything below only after canalytics_curl_load() returned true. */
canalytics_easy *canalytics_easy_make(void);
void canalytics_easy_free(canalytics_easy *easy);
int canalytics_easy_set_long(canalytics_easy *easy, int option, long value);
/* Strings are copied by libcurl, except CANALYTICS_OPT_POSTFIELDS. */
int canalytics_easy_set_pointer(canalytics_easy *easy, int option, const void *value);
int canalytics_easy_set_sink(canalytics_easy *easy, int option, canalytics_sink sink);
long canalytics_easy_info(canalytics_easy *easy, int info);

/* The longer list, or NULL without memory. */
canalytics_list *canalytics_list_append(canalytics_list *list, const char *line);
void canalytics_list_free(canalytics_list *list);

canalytics_multi *canalytics_multi_make(void);
/* Ends what is left of the exchange and frees the multi handle; the easy handle stays. */
void canalytics_multi_free(canalytics_multi *multi, canalytics_easy *easy);
bool canalytics_multi_add(canalytics_multi *multi, canalytics_easy *easy);
/* Does what can be done without waiting. Returns whether the exchange goes on. */
bool canalytics_multi_step(canalytics_multi *multi);
/* Waits until there is something to do, until canalytics_multi_wake, or for a second. */
void canalytics_multi_wait(canalytics_multi *multi);
/* Ends a wait. Any thread, never blocks. */
void canalytics_multi_wake(canalytics_multi *multi);
/* libcurl's code for the exchange that ended; -1 while it has not. */
int canalytics_multi_result(canalytics_multi *multi);

#endif
