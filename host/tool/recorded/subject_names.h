/* subject_names.h - each device that is compared by a name of its own. */
#ifndef TOOL_SUBJECT_NAMES_H
#define TOOL_SUBJECT_NAMES_H

#include "recorded/recorded.h"

/* The label of a device; of a merged document each device has that of its file. */
const char *tool_subject_label(const json_t *document, const json_t *device);

/* Gives each subject its name. */
void tool_subjects_name(tool_recorded *recorded);

#endif
