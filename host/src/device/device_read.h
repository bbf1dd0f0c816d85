/*
 * device_read.h - asking a device for its facts.
 */
#pragma once

#include "device/device_facts.h"

/* Reads the facts of a device; nothing is run. The driver's error if a text that every device has, or whether
   it is available, cannot be asked for; numbers that cannot be asked for are not known. */
int xl__read_facts(cl_device_id device, xl__device_facts *facts, xl_error *error);
