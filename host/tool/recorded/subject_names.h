/* subject_names.h - unique names for the devices to compare. */
#ifndef TOOL_SUBJECT_NAMES_H
#define TOOL_SUBJECT_NAMES_H

#include "recorded/recorded.h"

void tool_subjects_name(tool_recorded *recorded);

#endif
