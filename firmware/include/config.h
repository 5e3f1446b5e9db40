/* Values that the steward sets, in EEPROM in two copies in turn. */
#ifndef CONFIG_H
#define CONFIG_H

#include <stdbool.h>
#include <stdint.h>

bool config_begin(void); /* false: both copies are wrong; the defaults count */
uint32_t config_get(uint8_t key);
bool config_allows(uint8_t key, uint32_t value);
bool config_set(uint8_t key, uint32_t value); /* false: the store is busy; written when store_large_written() */

#endif
