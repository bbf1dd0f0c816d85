/* subject_names.h - each device that is compared by a name of its own. */
#ifndef TOOL_SUBJECT_NAMES_H
#define TOOL_SUBJECT_NAMES_H

#include "recorded/recorded.h"

/* Gives each subject its name. */
void tool_subjects_name(tool_recorded *recorded);

#endif
