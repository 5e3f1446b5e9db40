#include "config.h"

#include <string.h>

#include "board.h"
#include "packets.h"
#include "store.h"

#define APART 32
#define BODY (4 * CONFIG_KEY_COUNT)
#define RECORD (BODY + 3) /* crc16 of body and turn, and last the turn */

static const struct {
    uint32_t usual, least, most;
} bounds[CONFIG_KEY_COUNT] = {
    [CONFIG_KEY_SHOE_ID] = {0, 0, 0xffffffffUL},
    [CONFIG_KEY_PITCH_MS] = {80, 80, 1000}, /* the gates need the gap */
    [CONFIG_KEY_RUN_HZ] = {2000, 667, 2000},
    [CONFIG_KEY_GUARD_MS] = {9, 8, 100}, /* from the ejector's return until the carousel turns: its spring takes 8 */
};

static uint32_t values[CONFIG_KEY_COUNT];
static uint8_t turn, place;

static bool read_copy(uint8_t copy, uint8_t record[RECORD], bool *blank) {
    *blank = true;
    for (uint8_t n = 0; n < RECORD; n++) {
        record[n] = board_eeprom_read((uint16_t)(STORE_CONFIG_AT + copy * APART + n));
        *blank &= record[n] == 0xff;
    }
    return crc16(crc16(0xffff, record, BODY), record + RECORD - 1, 1) == get16(record + BODY);
}

bool config_begin(void) {
    uint8_t record[RECORD];
    bool any = false, wrong = false;
    turn = 0;
    place = 1;
    for (uint8_t key = 0; key < CONFIG_KEY_COUNT; key++) values[key] = bounds[key].usual;
    for (uint8_t copy = 0; copy < 2; copy++) {
        bool blank;
        if (!read_copy(copy, record, &blank)) {
            wrong |= !blank;
            continue;
        }
        if (any && (int8_t)(uint8_t)(record[RECORD - 1] - turn) < 0) continue;
        any = true;
        turn = record[RECORD - 1];
        place = copy;
        for (uint8_t key = 0; key < CONFIG_KEY_COUNT; key++) {
            const uint32_t value = get32(record + 4 * key);
            if (config_allows(key, value)) values[key] = value;
        }
    }
    return any || !wrong;
}

uint32_t config_get(uint8_t key) { return values[key]; }

bool config_allows(uint8_t key, uint32_t value) {
    return key < CONFIG_KEY_COUNT && value >= bounds[key].least && value <= bounds[key].most;
}

bool config_set(uint8_t key, uint32_t value) {
    uint8_t record[RECORD];
    const uint8_t next = (uint8_t)(turn + 1), copy = !place;
    for (uint8_t one = 0; one < CONFIG_KEY_COUNT; one++) put32(record + 4 * one, one == key ? value : values[one]);
    record[RECORD - 1] = next;
    put16(record + BODY, crc16(crc16(0xffff, record, BODY), &next, 1));
    if (!store_large((uint16_t)(STORE_CONFIG_AT + copy * APART), record, RECORD)) return false;
    values[key] = value;
    turn = next;
    place = copy;
    return true;
}
