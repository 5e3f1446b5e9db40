/* The key of the hand that is being played, in EEPROM: two copies in turn, so that a cut write leaves the one before. */
#ifndef KEY_H
#define KEY_H

#include <stdbool.h>
#include <stdint.h>

#define KEY_DEAL 16
#define KEY_KEY 32

void key_begin(void);

/* Begins to write; false: the store is busy with another. It is kept when store_large_written(). */
bool key_keep(const uint8_t deal[KEY_DEAL], const uint8_t key[KEY_KEY]);

/* Reads EEPROM, so only while it is not busy. False: no key, or another deal's. */
bool key_find(const uint8_t deal[KEY_DEAL], uint8_t key[KEY_KEY]);

#endif
