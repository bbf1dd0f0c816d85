/*
 * device_names.h - device names for people: a graphics device's own name, a vendor's "CPU runtime", or an
 * implementation's name and version "on" a processor. The code contains no vendor's name: all words are the
 * driver's, without words that add nothing ("(R)", "Processor", "80GB", "64-Core", a target's name before the
 * processor's).
 */
#pragma once

#include <jansson.h>
#include <stddef.h>

/* The device's name without the words that say nothing; the whole name if nothing is left. */
char *tool_device_hardware(const json_t *device, char *out, size_t size);

/* What people call the device. If the platform's first word is the vendor's, or its initials: the hardware
   (for a processor the vendor's "CPU runtime"), else the implementation and the hardware. */
char *tool_device_name(const json_t *device, char *out, size_t size);
