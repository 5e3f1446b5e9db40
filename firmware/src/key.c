#include "key.h"

#include <string.h>

#include "board.h"
#include "packets.h"
#include "store.h"

#define APART 64
#define BODY (KEY_DEAL + KEY_KEY)
#define RECORD (BODY + 3) /* crc16 of body and turn, and last the turn, which makes it valid */

static bool any;
static uint8_t turn, place; /* of the copy that counts */

static bool read_copy(uint8_t copy, uint8_t record[RECORD]) {
    for (uint8_t n = 0; n < RECORD; n++) {
        record[n] = board_eeprom_read((uint16_t)(STORE_KEYS_AT + copy * APART + n));
    }
    const uint16_t crc = crc16(crc16(0xffff, record, BODY), record + RECORD - 1, 1);
    return crc == get16(record + BODY);
}

void key_begin(void) {
    uint8_t record[RECORD];
    any = false;
    for (uint8_t copy = 0; copy < 2; copy++) {
        if (!read_copy(copy, record)) continue;
        if (any && (int8_t)(uint8_t)(record[RECORD - 1] - turn) < 0) continue;
        any = true;
        turn = record[RECORD - 1];
        place = copy;
    }
}

bool key_keep(const uint8_t deal[KEY_DEAL], const uint8_t key[KEY_KEY]) {
    uint8_t record[RECORD];
    const uint8_t copy = any ? !place : 0;
    const uint8_t next = (uint8_t)(turn + 1);
    memcpy(record, deal, KEY_DEAL);
    memcpy(record + KEY_DEAL, key, KEY_KEY);
    record[RECORD - 1] = next;
    put16(record + BODY, crc16(crc16(0xffff, record, BODY), &next, 1));
    if (!store_large((uint16_t)(STORE_KEYS_AT + copy * APART), record, RECORD)) return false;
    any = true;
    turn = next;
    place = copy;
    return true;
}

bool key_find(const uint8_t deal[KEY_DEAL], uint8_t key[KEY_KEY]) {
    uint8_t record[RECORD];
    if (!any || !read_copy(place, record) || memcmp(record, deal, KEY_DEAL) != 0) return false;
    memcpy(key, record + KEY_DEAL, KEY_KEY);
    return true;
}
