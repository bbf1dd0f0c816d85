/* subject_names.h - unique names for the devices to compare. */
#pragma once

#include "recorded/recorded.h"

void tool_subjects_name(tool_recorded *recorded);
