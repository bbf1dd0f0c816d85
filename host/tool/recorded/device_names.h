/*
 * device_names.h - names of devices as people say them: a graphics device's own, a vendor's "CPU runtime", an
 * implementation's name and version "on" a processor.
 *
 * No vendor's name is in the code: all words are the driver's, without those that say nothing ("(R)",
 * "Processor", "80GB", "64-Core", a target's name before the processor's).
 */
#pragma once

#include <jansson.h>
#include <stddef.h>

/* The device's name without the words that say nothing; the whole name if nothing is left. */
char *tool_device_hardware(const json_t *device, char *out, size_t size);

/* What people call the device. If the platform's first word is the vendor's, or its initials: the hardware
   (for a processor the vendor's "CPU runtime"), else the implementation and the hardware. */
char *tool_device_name(const json_t *device, char *out, size_t size);
