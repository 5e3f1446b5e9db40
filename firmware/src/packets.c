#include "packets.h"

#include <string.h>

/* A nibble at a time: 32 bytes of table instead of 512, and no slower than the line. */
uint16_t crc16(uint16_t crc, const uint8_t *bytes, uint8_t count) {
    static const uint16_t table[16] = {0x0000, 0x1021, 0x2042, 0x3063, 0x4084, 0x50a5, 0x60c6, 0x70e7,
                                       0x8108, 0x9129, 0xa14a, 0xb16b, 0xc18c, 0xd1ad, 0xe1ce, 0xf1ef};
    while (count--) {
        const uint8_t byte = *bytes++;
        crc = (uint16_t)(crc << 4) ^ table[(uint8_t)(crc >> 12) ^ (byte >> 4)];
        crc = (uint16_t)(crc << 4) ^ table[(uint8_t)(crc >> 12) ^ (byte & 15)];
    }
    return crc;
}

uint8_t crc8(const uint8_t *bytes, uint8_t count) {
    static const uint8_t table[16] = {0x00, 0x07, 0x0e, 0x09, 0x1c, 0x1b, 0x12, 0x15,
                                      0x38, 0x3f, 0x36, 0x31, 0x24, 0x23, 0x2a, 0x2d};
    uint8_t crc = 0xff;
    while (count--) {
        crc ^= *bytes++;
        crc = (uint8_t)(crc << 4) ^ table[crc >> 4];
        crc = (uint8_t)(crc << 4) ^ table[crc >> 4];
    }
    return crc;
}

static uint8_t cobs_encode(const uint8_t *raw, uint8_t count, uint8_t *line) {
    uint8_t code_at = 0, out = 1;
    for (uint8_t in = 0; in < count; in++) {
        if (raw[in] == 0) {
            line[code_at] = (uint8_t)(out - code_at);
            code_at = out++;
        } else {
            line[out++] = raw[in];
        }
    }
    line[code_at] = (uint8_t)(out - code_at);
    return out;
}

/* In place: what is read lies ahead of what is written. The line has no zero in it. 0: malformed. */
static uint8_t cobs_decode(uint8_t *line, uint8_t count) {
    uint8_t in = 0, out = 0;
    while (in < count) {
        const uint8_t code = line[in++];
        if (code == 0 || (uint8_t)(code - 1) > (uint8_t)(count - in)) return 0;
        for (uint8_t n = 1; n < code; n++) line[out++] = line[in++];
        if (in < count) line[out++] = 0;
    }
    return out;
}

uint8_t packet_encode(const struct packet *packet, uint8_t *line) {
    uint8_t raw[PACKET_RAW_MAX];
    raw[0] = packet->version;
    raw[1] = packet->number;
    raw[2] = packet->acknowledged;
    raw[3] = packet->type;
    memcpy(raw + PACKET_HEAD, packet->payload, packet->length);
    uint8_t count = (uint8_t)(PACKET_HEAD + packet->length);
    put16(raw + count, crc16(0xffff, raw, count));
    count = cobs_encode(raw, (uint8_t)(count + 2), line);
    line[count++] = 0;
    return count;
}

enum packet_fate packet_decode(uint8_t *line, uint8_t count, struct packet *packet) {
    if (count > PACKET_LINE_MAX) return PACKET_MALFORMED;
    count = cobs_decode(line, count);
    if (count < PACKET_HEAD + 2 || count > PACKET_RAW_MAX) return PACKET_MALFORMED;
    count = (uint8_t)(count - 2);
    if (crc16(0xffff, line, count) != get16(line + count)) return PACKET_BAD_CRC;
    packet->version = line[0];
    packet->number = line[1];
    packet->acknowledged = line[2];
    packet->type = line[3];
    packet->length = (uint8_t)(count - PACKET_HEAD);
    memcpy(packet->payload, line + PACKET_HEAD, packet->length);
    return PACKET_GOOD;
}
