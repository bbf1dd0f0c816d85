#pragma once

#include "device/device.h"

/* The last release frees the device. NULL is allowed. */
void xl__device_retain(xl_device *device);
void xl__device_release(xl_device *device);

const xl__device_facts *xl__get_facts(const xl_device *device);
