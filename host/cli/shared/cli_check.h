/* cli_check.h - `crosslane check`, which parses its own words: another program's words follow "--". */
#pragma once

/* argv[0] is "check". Returns the exit status. */
int cli_check(int argc, char **argv);
