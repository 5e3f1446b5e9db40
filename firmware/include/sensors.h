/* The board's inputs as the core saw them this millisecond and the one before, and what people do to them. */
#ifndef SENSORS_H
#define SENSORS_H

#include <stdbool.h>
#include <stdint.h>

#include "board.h"

void sensors_begin(void);
void sensors_run(uint32_t now); /* once a millisecond, before anything else looks */

bool dark(uint32_t inputs); /* any of these */
bool darkened(uint32_t inputs); /* any of these since the run before */
uint8_t mouths_dark(void); /* by destination */
uint8_t mouths_darkened(void);

/* Slow inputs, 50 ms alike. */
bool hopper_loaded(void);
uint8_t pockets_holding(void);

/* As the reply SENSORS has them. */
uint16_t sensors_path(void);
uint8_t sensors_inputs(void);

#endif
