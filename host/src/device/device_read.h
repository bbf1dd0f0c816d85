#pragma once

#include "device/device_facts.h"

/* Runs nothing. Fails with the driver's error if a text that every device has, or its availability, cannot
   be queried; other facts are then unknown. */
int xl__read_facts(cl_device_id device, xl__device_facts *facts, xl_error *error);
