/* The device's thread runs the first command that is ready. */
#include "icd/driver_device.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "icd/launch_report.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct check_arena arena;
static struct check_worker worker;
static struct command *first, *running;
static bool started;

void device_lock(void) {
    pthread_mutex_lock(&lock);
}
void device_unlock(void) {
    pthread_mutex_unlock(&lock);
}
void device_wait(void) {
    pthread_cond_wait(&changed, &lock);
}

cl_ulong device_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (cl_ulong)t.tv_sec * 1000000000u + (cl_ulong)t.tv_nsec;
}

struct check_arena *device_arena(void) {
    if (!arena.memory && !check_arena_open(&arena)) return NULL;
    return &arena;
}

bool device_busy(cl_command_queue queue) {
    if (running && running->queue == queue) return true;
    for (struct command *c = first; c; c = c->next)
        if (c->queue == queue) return true;
    return false;
}

/* Callbacks run on the device's thread or the caller's, without the lock. */
static void call_back(cl_event event, cl_int status) {
    for (struct callback **at = &event->callbacks; *at;) {
        struct callback *c = *at;
        if (status > c->when && status >= 0) {
            at = &c->next;
            continue;
        }
        *at = c->next;
        device_unlock();
        c->call(event, status < 0 ? status : c->when, c->data);
        device_lock();
        free(c);
        at = &event->callbacks;
    }
}

void device_changed(cl_event event, cl_int status) {
    event->status = status;
    if (event->queue && status >= CL_COMPLETE && status <= CL_SUBMITTED)
        event->time[3 - status] = device_now();
    if (status < 0) event->time[3] = device_now();
    pthread_cond_broadcast(&changed);
    ++event->object.references;
    call_back(event, status);
    device_unlock();
    event_drop(event);
    device_lock();
}

static bool can_run(const struct command *c, cl_int *failed) {
    *failed = 0;
    for (cl_uint i = 0; i < c->waits; ++i) {
        if (c->wait[i]->status > CL_COMPLETE) return false;
        if (c->wait[i]->status < 0) *failed = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    }
    bool ordered = !(c->queue->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    for (const struct command *e = first; e != c; e = e->next)
        if (e->queue == c->queue && (ordered || c->barrier || e->holds)) return false;
    return true;
}

static struct command *take(cl_int *failed) {
    for (struct command **at = &first; *at; at = &(*at)->next)
        if (can_run(*at, failed)) {
            struct command *c = *at;
            *at = c->next;
            return c;
        }
    return NULL;
}

static void finish(struct command *c) {
    for (cl_uint i = 0; i < c->waits; ++i) event_drop(c->wait[i]);
    for (int i = 0; i < 2; ++i)
        if (c->memory[i]) memory_drop(c->memory[i]);
    if (c->done) c->done(c);
    event_drop(c->event);
    queue_drop(c->queue);
    free(c->wait);
    free(c);
}

static void *work(void *nothing) {
    (void)nothing;
    device_lock();
    for (;;) {
        cl_int status;
        struct command *c = take(&status);
        if (!c) {
            device_wait();
            continue;
        }
        running = c;
        if (!status) {
            device_changed(c->event, CL_SUBMITTED);
            device_changed(c->event, CL_RUNNING);
            device_unlock();
            status = c->run ? c->run(c) : CL_SUCCESS;
            device_lock();
        }
        running = NULL;
        device_changed(c->event, status < 0 ? status : CL_COMPLETE);
        device_unlock();
        finish(c);
        device_lock();
    }
    return NULL;
}

static bool start(void) {
    if (started) return true;
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL)) return false;
    pthread_detach(thread);
    return started = true;
}

cl_int device_enqueue(struct command *c, cl_command_type type, cl_uint waits, const cl_event *wait,
                      cl_event *event, cl_bool blocking) {
    cl_int bad = (waits == 0) != (wait == NULL) ? CL_INVALID_EVENT_WAIT_LIST : CL_SUCCESS;
    for (cl_uint i = 0; !bad && i < waits; ++i)
        if (!IS(wait[i], OBJECT_EVENT))
            bad = CL_INVALID_EVENT_WAIT_LIST;
        else if (wait[i]->context != c->queue->context)
            bad = CL_INVALID_CONTEXT;
    cl_event e = bad ? NULL : object_new(sizeof *e, OBJECT_EVENT);
    c->wait = bad ? NULL : calloc(waits + 1, sizeof *c->wait);
    object_retain(&c->queue->object);
    if (!bad && (!e || !c->wait)) bad = CL_OUT_OF_HOST_MEMORY;
    if (bad) {
        free(e);
        if (c->done) c->done(c);
        for (int i = 0; i < 2; ++i)
            if (c->memory[i]) memory_drop(c->memory[i]);
        queue_drop(c->queue);
        free(c->wait);
        free(c);
        return bad;
    }
    device_lock();
    for (cl_uint i = 0; i < waits; ++i) {
        c->wait[i] = wait[i];
        ++wait[i]->object.references;
    }
    c->waits = waits;
    e->context = c->queue->context;
    ++e->context->object.references;
    e->queue = c->queue;
    ++e->queue->object.references;
    e->type = type;
    e->status = CL_QUEUED;
    e->time[0] = device_now();
    e->object.references += (unsigned)(event != NULL) + (unsigned)(blocking != 0);
    c->event = e;
    struct command **at = &first;
    while (*at) at = &(*at)->next;
    *at = c;
    bool ok = start();
    pthread_cond_broadcast(&changed);
    if (event) *event = e;
    cl_int status = ok ? CL_SUCCESS : CL_OUT_OF_RESOURCES;
    if (ok && blocking) {
        while (e->status > CL_COMPLETE) device_wait();
        if (e->status < 0) status = e->status;
    }
    device_unlock();
    if (blocking) event_drop(e);
    return status;
}

cl_int device_launch(const struct check_launch *launch, const char *source_name) {
    static struct check_reply reply;
    static struct check_finding findings[CHECK_MAX_FINDINGS];
    static struct check_meeting meetings[CHECK_MEETINGS];
    struct check_launch own = *launch;
    own.meetings = report_traces() ? meetings : NULL;
    bool ok = check_worker_run(&worker, &arena, &own, &reply, findings);
    report_findings(launch, source_name, &reply, findings);
    if (ok && own.meetings) report_meetings(launch, &reply, meetings);
    if (ok && reply.status == CHECK_DONE)
        return report_fails() && reply.findings ? CL_OUT_OF_RESOURCES : CL_SUCCESS;
    return CL_OUT_OF_RESOURCES;
}
