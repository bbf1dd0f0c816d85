/* The type of the values is in the mangled name of the built-in function, which the linker knows. */
#include "lanes/meetings.h"

#include <ctype.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "compile/builtins/codes.h"
#include "lanes/collective.h"

/* The element type and number of components of the first parameter: "_Z3fooDv4_fj" has f and 4. */
static void read_type(const struct item *item, struct check_meeting *m) {
    Dl_info about;
    uint32_t bytes = item->meeting.bytes;
    m->type = bytes == 1 ? 'h' : bytes == 2 ? 't' : bytes == 8 ? 'm' : 'j';
    m->components = 1;
    if (!dladdr(item->builtin, &about) || !about.dli_sname || strncmp(about.dli_sname, "_Z", 2) != 0) return;
    char *at;
    long n = strtol(about.dli_sname + 2, &at, 10);
    if (n <= 0 || (size_t)n > strlen(at)) return;
    at += n;
    if (!strncmp(at, "Dv", 2)) {
        m->components = (uint32_t)strtoul(at + 2, &at, 10);
        at += *at == '_';
    }
    if (!strncmp(at, "Dh", 2))
        m->type = 'D';
    else if (strchr("chstijlmfd", *at))
        m->type = *at;
}

/* Of a collective that moves no single values. */
static enum check_flow flow_of(uint32_t kind) {
    return kind == XLC_EXCLUSIVE ? CHECK_BEFORE : kind == XLC_INCLUSIVE ? CHECK_UP_TO : CHECK_ALL;
}

static void note_givers(struct check_meeting *m, struct item **who, uint32_t n, uint32_t size) {
    bool moves = false;
    memset(m->from, CHECK_NO_LANE, sizeof m->from);
    for (uint32_t i = 0; i < n && who[i]->sub_group == 0; ++i) {
        const int64_t from = collective_giver(who, n, size, i);
        moves |= from >= 0;
        if (from >= 0 && from < machine.request->width) m->from[who[i]->lane] = (uint8_t)from;
    }
    m->flow = moves ? CHECK_MOVES : (char)flow_of(who[0]->meeting.kind);
    m->cluster = who[0]->meeting.cluster;
}

void trace_meeting(struct item **who, uint32_t n, uint32_t size) {
    const struct item *at = who[0];
    const struct meeting *meeting = &at->meeting;
    bool wanted = machine.request->trace && !machine.quiet && at->group->linear == 0 && at->sub_group == 0;
    if (!wanted || meeting->kind == XLC_BARRIER) return;
    if (machine.reply->meetings == CHECK_MEETINGS) {
        ++machine.reply->meetings_lost;
        return;
    }
    struct check_meeting *m = &machine.meetings[machine.reply->meetings++];
    memset(m, 0, sizeof *m);
    m->place = at->place;
    strncpy(m->name, at->waits_for, sizeof m->name - 1);
    read_type(at, m);
    note_givers(m, who, n, size);
    m->received = meeting->kind != XLC_ELECT;
    m->returned = meeting->kind == XLC_BALLOT ? CHECK_MASK
                  : meeting->kind == XLC_ELECT || meeting->kind == XLC_ANY || meeting->kind == XLC_ALL ||
                          meeting->kind == XLC_ALL_EQUAL
                      ? CHECK_TRUTH
                      : CHECK_SAME;
    uint32_t bytes = meeting->bytes < sizeof m->in[0] ? meeting->bytes : (uint32_t)sizeof m->in[0];
    for (uint32_t i = 0; i < n && who[i]->sub_group == 0; ++i) {
        uint32_t lane = who[i]->lane;
        m->lanes[lane / 64] |= (uint64_t)1 << lane % 64;
        memcpy(m->in[lane], who[i]->meeting.in, bytes);
        memcpy(m->out[lane], who[i]->meeting.out, m->returned == CHECK_SAME ? bytes : 4);
        if (m->returned == CHECK_MASK) memcpy(m->out[lane], who[i]->meeting.out, sizeof m->out[0]);
    }
}
