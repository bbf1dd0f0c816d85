#include "inspect/targets/target_list.h"
#include "program/source.h"
#include "text/suggest.h"
#include <stdio.h>
#include <string.h>

/* cmake/EmbedKernels.cmake makes it of targets/devices. */
extern const xl__embedded_file tool_target_files[];
extern const size_t tool_target_file_count;

static const struct {
    const char *name;
    const tool_vendor *vendor;
    const char *like; /* whose text it shares; NULL: its own */
} known[] = {
    {"gfx906", &tool_vendor_amd, NULL},       {"gfx90a", &tool_vendor_amd, NULL},
    {"gfx1030", &tool_vendor_amd, NULL},      {"gfx1100", &tool_vendor_amd, NULL},
    {"tgllp", &tool_vendor_intel, NULL},      {"dg2", &tool_vendor_intel, NULL},
    {"sm_75", &tool_vendor_nvidia, NULL},     {"sm_80", &tool_vendor_nvidia, NULL},
    {"sm_90", &tool_vendor_nvidia, NULL},     {"sm_120", &tool_vendor_nvidia, NULL},
    {"x86-64", &tool_vendor_processor, NULL}, {"rkl", &tool_vendor_intel, "tgllp"},
    {"adl-s", &tool_vendor_intel, "tgllp"},   {"adl-p", &tool_vendor_intel, "tgllp"},
    {"adl-n", &tool_vendor_intel, "tgllp"},   {"dg1", &tool_vendor_intel, "tgllp"},
};
enum { KNOWN = sizeof known / sizeof *known };
static tool_inspect_target targets[KNOWN];

static const char *find_text(const char *name) {
    char file[64];
    snprintf(file, sizeof file, "%s.device", name);
    for (size_t i = 0; i < tool_target_file_count; i++)
        if (strcmp(tool_target_files[i].name, file) == 0) return tool_target_files[i].text;
    return NULL;
}

const tool_inspect_target *tool_target_at(size_t index) {
    if (index >= KNOWN) return NULL;
    tool_inspect_target *const target = &targets[index];
    if (target->name) return target;
    target->name = known[index].name;
    target->vendor = known[index].vendor;
    target->like = known[index].like;
    const char *const text = find_text(target->like ? target->like : target->name);
    if (text) tool_described_read(&target->facts, text);
    return target;
}

const tool_inspect_target *tool_target_find(const char *name) {
    for (size_t i = 0; i < KNOWN; i++)
        if (strcmp(known[i].name, name) == 0) return tool_target_at(i);
    return NULL;
}

const char *tool_target_nearest(const char *name) {
    const char *names[KNOWN];
    for (size_t i = 0; i < KNOWN; i++) names[i] = known[i].name;
    return tool_suggest(name, names, KNOWN);
}
