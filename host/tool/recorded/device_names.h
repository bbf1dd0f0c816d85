/*
 * device_names.h - short device names: a graphics device's own name, a vendor's "CPU runtime", or an
 * implementation's name and version "on" a processor, without words that add nothing ("(R)", "Processor",
 * "80GB", "64-Core", a compiler's target).
 */
#pragma once

#include <jansson.h>
#include <stddef.h>

/* The whole name if nothing is left. */
char *tool_device_hardware(const json_t *device, char *out, size_t size);

/* The hardware (of a processor: the vendor's "CPU runtime") if the platform's first word is the vendor's
   or its initials; else the implementation and the hardware. */
char *tool_device_name(const json_t *device, char *out, size_t size);
