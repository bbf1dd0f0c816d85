/*
 * device_names.h - devices by the names that people give them: a graphics device's own, a maker's "CPU
 * runtime", an implementation's name and version "on" a processor.
 *
 * No maker's name stands in the code: all words are the driver's own, less what is the same on every device
 * or says nothing ("(R)", "Processor", "80GB", "64-Core", a target's name in front of the processor's).
 */
#ifndef TOOL_DEVICE_NAMES_H
#define TOOL_DEVICE_NAMES_H

#include <jansson.h>
#include <stddef.h>

/* The processor: its name without the words that say nothing; the name as it is where nothing is left. */
char *tool_device_hardware(const json_t *device, char *out, size_t size);

/* What people call the device. Of a platform whose first word is the vendor's, or its initials, it is the
   hardware (of a processor the vendor's "CPU runtime"), else the implementation and the hardware. */
char *tool_device_name(const json_t *device, char *out, size_t size);

#endif
