/* What each command asks for, and whether it is granted now. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "link.h"

/* `reply`: type and payload are filled in for ANSWERED; for REFUSED the payload's reason and detail (see refuse()).
 * `again`: the same command was put off before (LATER). */
enum verdict command_run(const struct packet *command, struct packet *reply, bool again);

#endif
