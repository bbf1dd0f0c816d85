#pragma once

#include "campaign/campaign.h"

/* Adds the drivers' devices to `found`. A driver that does not answer is listed with the reason, after the
   others. */
void tool_enumerate(tool_campaign *campaign, const tool_driver *drivers, int count);
