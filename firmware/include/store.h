/* What waits to be written to EEPROM. The board's interrupt takes it byte by byte, 3.3 ms each; nothing here waits.
 *
 * A record is written from its first byte to its last, and is laid out so that its last byte makes it valid. */
#ifndef STORE_H
#define STORE_H

#include <stdbool.h>
#include <stdint.h>

#define STORE_ENTRY 8 /* bytes of a small record */
#define STORE_LARGE_MAX 51

/* Places in EEPROM, 4096 bytes. */
#define STORE_CONFIG_AT 0 /* two copies, 32 bytes apart */
#define STORE_BOOTS_AT 64 /* 16 records of 8 bytes */
#define STORE_KEYS_AT 256 /* two copies, 64 bytes apart */
#define STORE_LOG_AT 512 /* 448 entries of 8 bytes */

void store_begin(void);

/* Small records are written in the order given; false: no room. */
bool store_small(uint16_t at, const uint8_t record[STORE_ENTRY]);
uint8_t store_room(void); /* small records that may still be given */
uint16_t store_given(void); /* small records given since boot */
bool store_written(uint16_t given); /* whether the small record that was the given-th is written */

/* One large record at a time, between the small ones; false: another is under way. */
bool store_large(uint16_t at, const uint8_t *record, uint8_t count);
bool store_large_written(void);

/* Asked by the board's interrupt when the byte before is written. False: nothing is left to write. */
bool store_next(uint16_t *at, uint8_t *value);

#endif
