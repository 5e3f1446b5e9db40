/* Link packets: COBS with 0x00 between them, CRC-16/CCITT-FALSE. No state, no register. */
#ifndef PACKETS_H
#define PACKETS_H

#include <stdbool.h>
#include <stdint.h>

#include "protocol_codes.h"

#define PACKET_HEAD 4 /* version, number, acknowledged, type */
#define PACKET_RAW_MAX (PACKET_HEAD + LINK_PAYLOAD_MAX + 2)
#define PACKET_LINE_MAX (PACKET_RAW_MAX + 1) /* COBS adds one byte; the delimiter comes besides */

struct packet {
    uint8_t version; /* with the direction's bit */
    uint8_t number;
    uint8_t acknowledged;
    uint8_t type;
    uint8_t length; /* of the payload */
    uint8_t payload[LINK_PAYLOAD_MAX];
};

uint16_t crc16(uint16_t crc, const uint8_t *bytes, uint8_t count); /* begin with 0xffff */
uint8_t crc8(const uint8_t *bytes, uint8_t count); /* polynomial 0x07, begun with 0xff */

/* Bytes written to `line`, the delimiter included: at most PACKET_LINE_MAX + 1. */
uint8_t packet_encode(const struct packet *packet, uint8_t *line);

enum packet_fate { PACKET_GOOD, PACKET_MALFORMED, PACKET_BAD_CRC };

/* `line`: what stood between two delimiters; it is decoded in place. */
enum packet_fate packet_decode(uint8_t *line, uint8_t count, struct packet *packet);

static inline uint16_t get16(const uint8_t *at) { return (uint16_t)(at[0] | (uint16_t)at[1] << 8); }
static inline uint32_t get32(const uint8_t *at) { return get16(at) | (uint32_t)get16(at + 2) << 16; }
static inline void put16(uint8_t *at, uint16_t value) {
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
}
static inline void put32(uint8_t *at, uint32_t value) {
    put16(at, (uint16_t)value);
    put16(at + 2, (uint16_t)(value >> 16));
}

#endif
