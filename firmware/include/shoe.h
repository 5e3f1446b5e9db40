/* The core as a whole. */
#ifndef SHOE_H
#define SHOE_H

#include <stdint.h>

void shoe_begin(void); /* after board_begin() */

/* One turn of the main loop. Gives the milliseconds until the next, if nothing happens before. */
uint8_t shoe_run(void);

#endif
