/*
 * inject_own.h - one call of the code that is linked in fails; client.c says how it is asked for.
 */
#pragma once

void inject_own_arm(void);  /* reads the environment, counts from here on */
void inject_own_tell(void); /* writes the count where TORTURE_COUNT says; nothing fails any more */
