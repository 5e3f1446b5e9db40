/* Looking: lamp test, home, and a look at every slot. Used before an intake, for HOME, SELF_TEST and AUDIT. */
#ifndef AUDIT_H
#define AUDIT_H

#include <stdbool.h>
#include <stdint.h>

enum audit_work { AUDIT_HOME, AUDIT_TEST, AUDIT_SCAN, AUDIT_LOAD };

void audit_begin(enum audit_work work);
void audit_run(uint32_t now, uint8_t elapsed);
void audit_stop(void);

#endif
