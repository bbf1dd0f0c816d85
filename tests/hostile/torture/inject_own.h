/* Makes one call of the linked code fail, as client.c describes. */
#pragma once

void inject_own_arm(void);  /* reads the environment; counts from here on */
void inject_own_tell(void); /* writes the count to TORTURE_COUNT; no call fails any more */
