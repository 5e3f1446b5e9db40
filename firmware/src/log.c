#include "log.h"

#include <string.h>

#include "board.h"
#include "packets.h"
#include "protocol_codes.h"
#include "store.h"

#define BOOTS 16

static uint16_t newest; /* number of the newest entry; with an empty ring one before the first */
static uint16_t kept; /* entries from the newest back that may be there */

static uint16_t behind(uint16_t number, uint16_t steps) {
    return (uint16_t)(((uint32_t)number + LOG_NUMBERS - steps) % LOG_NUMBERS);
}

static void read_bytes(uint16_t at, uint8_t *bytes, uint8_t count) {
    while (count--) *bytes++ = board_eeprom_read(at++);
}

enum fate { BLANK, GOOD, DAMAGED };

/* The entry of a place, as on the line. */
static enum fate read_place(uint16_t place, uint8_t entry[LOG_ENTRY]) {
    uint8_t raw[LOG_ENTRY];
    read_bytes((uint16_t)(STORE_LOG_AT + place * LOG_ENTRY), raw, LOG_ENTRY);
    entry[0] = raw[7];
    entry[1] = raw[6];
    memcpy(entry + 2, raw + 1, 5);
    entry[7] = raw[0];
    bool blank = true;
    for (uint8_t n = 0; n < LOG_ENTRY; n++) blank &= raw[n] == 0xff;
    if (blank) return BLANK;
    const uint16_t number = get16(entry);
    return number < LOG_NUMBERS && number % LOG_ENTRIES == place && crc8(entry, 7) == entry[7] ? GOOD : DAMAGED;
}

static void write_entry(uint16_t number, uint8_t kind, uint8_t a, uint8_t b, uint16_t tag, bool *lost) {
    uint8_t entry[LOG_ENTRY], raw[LOG_ENTRY];
    put16(entry, number);
    entry[2] = kind;
    entry[3] = a;
    entry[4] = b;
    put16(entry + 5, tag);
    raw[0] = crc8(entry, 7);
    memcpy(raw + 1, entry + 2, 5);
    raw[6] = entry[1];
    raw[7] = entry[0];
    *lost = !store_small((uint16_t)(STORE_LOG_AT + number % LOG_ENTRIES * LOG_ENTRY), raw);
}

uint16_t log_append(uint8_t kind, uint8_t a, uint8_t b, uint16_t tag, bool *lost) {
    bool nobody_asks;
    const uint16_t number = (uint16_t)((newest + 1UL) % LOG_NUMBERS);
    if (!lost) lost = &nobody_asks;
    write_entry(number, kind, a, b, tag, lost);
    if (!*lost) {
        newest = number;
        if (kept < LOG_ENTRIES) kept++;
    }
    return store_given();
}

static void hear(struct log_tale *tale, const uint8_t *entry) {
    const uint8_t kind = entry[2], a = entry[3], b = entry[4];
    const uint16_t tag = get16(entry + 5);
    if (kind == LOG_KIND_INTAKE_BEGUN) {
        memset(tale, 0, sizeof *tale);
        tale->begun = true;
        tale->tag = tag;
        tale->cards = a;
        tale->last_dest = 255;
    }
    if (kind == LOG_KIND_BOOTED) {
        tale->torn |= b != 0;
        return;
    }
    if (!tale->begun && kind >= LOG_KIND_INTAKE_BEGUN && kind <= LOG_KIND_DEALT) {
        /* Its beginning is gone: what is inside is not known. */
        tale->begun = tale->dead = true;
        tale->tag = tag;
        tale->last_dest = 255;
    }
    if (!tale->begun || tag != tale->tag) return;
    switch (kind) {
    case LOG_KIND_STORED: tale->stored = a; break;
    case LOG_KIND_PACK_IN:
        tale->stored = a;
        tale->whole = true;
        break;
    case LOG_KIND_DEAL_BEGUN: tale->count = a; break;
    case LOG_KIND_DEALT:
        tale->committed = a;
        tale->last_dest = b;
        tale->torn = false;
        break;
    case LOG_KIND_TAG_DEAD: tale->dead = true; break;
    case LOG_KIND_EJECTED: tale->over = true; break;
    default: break;
    }
}

/* The record of the boot before: how many there were, and which log entry it was about to write. */
static void read_boots(uint16_t *boots, uint16_t *entry, bool *torn) {
    bool found = false;
    *boots = 0;
    for (uint8_t place = 0; place < BOOTS; place++) {
        uint8_t raw[STORE_ENTRY];
        read_bytes((uint16_t)(STORE_BOOTS_AT + place * STORE_ENTRY), raw, STORE_ENTRY);
        const uint16_t count = get16(raw + 6);
        if (count % BOOTS != place || crc16(0xffff, raw + 2, 6) != get16(raw)) continue;
        if (found && (int16_t)(uint16_t)(count - *boots) < 0) continue;
        found = true;
        *boots = count;
        *entry = get16(raw + 4);
        *torn = raw[2] != 0;
    }
    if (!found) *entry = 0xffff;
}

static void write_boot(uint16_t boots, uint16_t entry, bool torn, uint8_t cause) {
    uint8_t raw[STORE_ENTRY];
    raw[2] = torn;
    raw[3] = cause;
    put16(raw + 4, entry);
    put16(raw + 6, boots);
    put16(raw, crc16(0xffff, raw + 2, 6));
    store_small((uint16_t)(STORE_BOOTS_AT + boots % BOOTS * STORE_ENTRY), raw);
}

void log_begin(uint8_t cause, struct log_tale *tale) {
    uint8_t entry[LOG_ENTRY];
    bool any = false;
    newest = kept = 0;
    for (uint16_t place = 0; place < LOG_ENTRIES; place++) {
        if (read_place(place, entry) != GOOD) continue;
        const uint16_t number = get16(entry);
        if (!any || behind(number, newest) < LOG_NUMBERS / 2) newest = number;
        any = true;
    }
    memset(tale, 0, sizeof *tale);
    bool cut = false, damaged = false;
    for (uint16_t back = LOG_ENTRIES; back-- > 0;) {
        const uint16_t number = behind(newest, back);
        const enum fate fate = read_place(number % LOG_ENTRIES, entry);
        const bool next = back == LOG_ENTRIES - 1; /* the place that is written next */
        if (fate == GOOD && get16(entry) == number) {
            if (kept == 0) kept = (uint16_t)(back + 1);
            hear(tale, entry);
        }
        if (fate == DAMAGED) *(next ? &cut : &damaged) = true;
    }
    uint16_t boots, booted;
    bool torn_before = false;
    read_boots(&boots, &booted, &torn_before);
    const uint16_t number = (uint16_t)((newest + 1UL) % LOG_NUMBERS);
    /* What the boot before was about to write is no commit: its damage says what that boot had found. */
    tale->torn |= cut && (booted == number ? torn_before : true);
    tale->damaged = damaged;
    tale->boots = (uint16_t)(boots + 1);
    if (tale->begun && tale->count && tale->committed >= tale->count) tale->over = true;
    write_boot(tale->boots, number, tale->torn, cause);
    log_append(LOG_KIND_BOOTED, cause, tale->torn, tale->boots, 0);
}

uint8_t log_read(uint16_t after, uint8_t *entries, uint8_t most) {
    uint16_t left = after < LOG_NUMBERS ? behind(newest, after) : kept;
    if (left > kept) left = kept;
    uint8_t count = 0;
    for (; left && count < most; left--) {
        const uint16_t number = behind(newest, (uint16_t)(left - 1));
        uint8_t *entry = entries + count * LOG_ENTRY;
        if (read_place(number % LOG_ENTRIES, entry) == GOOD && get16(entry) == number) count++;
    }
    return count;
}
