/* The shoe log: a ring of 448 entries in EEPROM, eight bytes each, the newest in the place of the oldest.
 *
 * A deal of 52 cards writes about 110 entries, so that a cell is written once in four deals.
 * In EEPROM: crc8, kind, a, b, tag, and last the number, whose low byte makes the entry valid. On the line the number
 * comes first and the crc8 last. The crc8 is of the seven bytes number, kind, a, b, tag. */
#ifndef LOG_H
#define LOG_H

#include <stdbool.h>
#include <stdint.h>

#define LOG_ENTRIES 448
#define LOG_NUMBERS (146UL * LOG_ENTRIES) /* numbers run from 0 to one less; number modulo 448 is the place */
#define LOG_ENTRY 8

/* What the log tells of the tag that it saw last. */
struct log_tale {
    uint16_t tag;
    uint8_t cards; /* of the intake */
    uint8_t stored;
    uint8_t count; /* of the deal, 0: not begun */
    uint8_t committed;
    uint8_t last_dest; /* of the last commit, 255: none */
    bool begun; /* there is a tag at all */
    bool whole; /* the pack was taken in */
    bool dead;
    bool over; /* dealt to the last card, or emptied */
    bool torn; /* a commit's entry was cut off by the power */
    bool damaged; /* an entry that is not the newest is wrong */
    uint16_t boots; /* number of this boot */
};

void log_begin(uint8_t cause, struct log_tale *tale);

/* The store's number of the entry, for store_written(); `lost` where no room was left: then nothing is logged. */
uint16_t log_append(uint8_t kind, uint8_t a, uint8_t b, uint16_t tag, bool *lost);

/* Entries behind number `after` as they go over the line, at most `most`; reads EEPROM, so only while it is not busy. */
uint8_t log_read(uint16_t after, uint8_t *entries, uint8_t most);

#endif
