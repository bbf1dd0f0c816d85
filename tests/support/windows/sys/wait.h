/* wait.h - how a program ended that system() ran. */
#ifndef TEST_SYS_WAIT_H
#define TEST_SYS_WAIT_H

#include "../posix.h"

#define WIFEXITED(status) ((status) >= 0)
#define WEXITSTATUS(status) (status)
#define WIFSIGNALED(status) ((status) < 0)
#define WTERMSIG(status) (-(status))

#endif
