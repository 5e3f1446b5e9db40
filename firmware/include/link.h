/* The link: stop-and-wait both ways over packets.h.
 *
 * A command is executed once; its reply is kept, and given again when the command comes again. Events wait in a ring;
 * the foremost is sent until it is acknowledged. HELLO opens a session and sets both numberings to begin at 1. */
#ifndef LINK_H
#define LINK_H

#include <stdbool.h>
#include <stdint.h>

#include "packets.h"

#define EVENT_PAYLOAD_MAX LEN_AUDITED

struct link_counters {
    uint16_t crc_errors, resends, bad_packets, duplicates, events_dropped;
};

void link_begin(uint8_t cause, uint16_t boot_count);
void link_run(uint32_t now); /* as often as the main loop turns */

/* Queues an event; its first four bytes are filled with the time. */
void link_tell(uint8_t type, uint8_t *payload, uint8_t length);
uint8_t link_room(void); /* events that may still be told */
bool link_open(void); /* there is a session */
bool link_host(void); /* and its host was heard lately */
const struct link_counters *link_counters(void);

/* What a command handler gives back. */
enum verdict {
    DONE, /* ACK */
    ANSWERED, /* `reply` was filled in */
    REFUSED, /* NAK: payload of `reply` holds reason and detail */
    LATER /* ask again in the next turn */
};

#endif
