/* cli_check.h - `crosslane check`, which reads its own words: after "--" stand those of another program. */
#pragma once

/* argv[0] is "check". Returns the exit status. */
int cli_check(int argc, char **argv);
