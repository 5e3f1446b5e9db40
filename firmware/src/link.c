#include "link.h"

#include <string.h>

#include "board.h"
#include "commands.h"
#include "state.h"

#define EVENTS 32 /* a power of two */

struct event {
    uint8_t type, length;
    uint8_t payload[EVENT_PAYLOAD_MAX];
};

static struct event events[EVENTS];
static uint8_t first_event, waiting_events;
static uint8_t event_number; /* of the foremost event */
static bool event_sent;
static uint32_t event_sent_at;
static uint8_t event_wait_ms; /* until it is sent again */

static bool open, host;
static uint32_t session, heard_at, said_at;
static uint8_t reset_cause;
static uint16_t boots;

static uint8_t last_command; /* 0: none in this session */
static bool put_off; /* `command` waits for its verdict */
static struct packet command;
static uint8_t reply_line[PACKET_LINE_MAX + 1];
static uint8_t reply_count;

static uint8_t line[PACKET_LINE_MAX];
static uint8_t line_count;
static bool line_spoilt;

static struct link_counters counters;

void link_begin(uint8_t cause, uint16_t boot_count) {
    static const uint8_t delimiter = 0;
    reset_cause = cause;
    boots = boot_count;
    first_event = waiting_events = 0;
    open = host = put_off = line_spoilt = event_sent = false;
    last_command = line_count = reply_count = 0;
    event_number = 1;
    memset(&counters, 0, sizeof counters);
    said_at = board_ms() - LINK_BOOT_EVERY_MS;
    board_send(&delimiter, 1); /* what the reset cut off ends here */
}

bool link_open(void) { return open; }
bool link_host(void) { return open && host; }
uint8_t link_room(void) { return (uint8_t)(EVENTS - waiting_events); }
const struct link_counters *link_counters(void) { return &counters; }

static bool say(const struct packet *packet) {
    uint8_t bytes[PACKET_LINE_MAX + 1];
    const bool sent = board_send(bytes, packet_encode(packet, bytes));
    if (sent) said_at = board_ms();
    return sent;
}

void link_tell(uint8_t type, uint8_t *payload, uint8_t length) {
    if (waiting_events == EVENTS) {
        counters.events_dropped++;
        return;
    }
    struct event *event = &events[(first_event + waiting_events++) % EVENTS];
    put32(payload, board_us());
    event->type = type;
    event->length = length;
    memcpy(event->payload, payload, length);
}

static uint8_t following(uint8_t number) { return number == 255 ? 1 : (uint8_t)(number + 1); }

static void acknowledge(uint8_t number) {
    if (!waiting_events || !event_sent || number != event_number) return;
    first_event = (uint8_t)((first_event + 1) % EVENTS);
    waiting_events--;
    event_number = following(event_number);
    event_sent = false;
}

/* ---------------------------------------------------------------- commands */

static void keep_reply(const struct packet *reply) {
    reply_count = packet_encode(reply, reply_line);
    if (board_send(reply_line, reply_count)) said_at = board_ms();
}

static void refuse_with(struct packet *reply, uint8_t type, uint8_t reason, uint16_t detail) {
    reply->type = MSG_NAK;
    reply->length = LEN_NAK;
    reply->payload[NAK_COMMAND_AT] = type;
    reply->payload[NAK_REASON_AT] = reason;
    put16(reply->payload + NAK_DETAIL_AT, detail);
}

static void execute(bool again) {
    struct packet reply;
    reply.version = LINK_FROM_SHOE | LINK_VERSION;
    reply.number = 0;
    reply.acknowledged = command.number;
    reply.length = 0;
    switch (command_run(&command, &reply, again)) {
    case LATER: put_off = true; return;
    case DONE:
        reply.type = MSG_ACK;
        reply.length = LEN_ACK;
        reply.payload[ACK_COMMAND_AT] = command.number;
        break;
    case REFUSED:
        reply.type = MSG_NAK;
        reply.length = LEN_NAK;
        reply.payload[NAK_COMMAND_AT] = command.number;
        break;
    case ANSWERED: break;
    }
    put_off = false;
    keep_reply(&reply);
}

static void open_session(const struct packet *hello, uint8_t version) {
    struct packet reply;
    reply.version = LINK_FROM_SHOE | LINK_VERSION;
    reply.number = reply.acknowledged = 0;
    if (version != LINK_VERSION || hello->length != LEN_HELLO || hello->payload[HELLO_VERSION_AT] != LINK_VERSION) {
        refuse_with(&reply, 0, REASON_BAD_VERSION, LINK_VERSION);
        say(&reply);
        return;
    }
    if (get32(hello->payload + HELLO_TABLE_HASH_AT) != TABLE_HASH) {
        refuse_with(&reply, 0, REASON_BAD_TABLE, (uint16_t)TABLE_HASH);
        say(&reply);
        return;
    }
    const uint32_t wanted = get32(hello->payload + HELLO_SESSION_AT);
    if (!open || wanted != session) {
        if (open) state_host_changed();
        session = wanted;
        open = true;
        waiting_events = 0;
        event_sent = put_off = false;
        event_number = 1;
        last_command = reply_count = 0;
    }
    host = true;
    reply.type = MSG_HELLO_REPLY;
    reply.length = LEN_HELLO_REPLY;
    put32(reply.payload + HELLO_REPLY_SESSION_AT, session);
    reply.payload[HELLO_REPLY_VERSION_AT] = LINK_VERSION;
    put32(reply.payload + HELLO_REPLY_TABLE_HASH_AT, TABLE_HASH);
    board_firmware(reply.payload + HELLO_REPLY_FIRMWARE_AT);
    put32(reply.payload + HELLO_REPLY_SHOE_ID_AT, state_shoe_id());
    put16(reply.payload + HELLO_REPLY_BOOT_COUNT_AT, boots);
    reply.payload[HELLO_REPLY_RESET_CAUSE_AT] = reset_cause;
    say(&reply);
}

static void hear_command(const struct packet *heard) {
    if (!open) {
        struct packet reply;
        reply.version = LINK_FROM_SHOE | LINK_VERSION;
        reply.number = 0;
        reply.acknowledged = heard->number;
        refuse_with(&reply, heard->number, REASON_NO_SESSION, 0);
        say(&reply);
        return;
    }
    if (heard->number == last_command && last_command) {
        counters.duplicates++;
        if (!put_off && reply_count && board_send(reply_line, reply_count)) said_at = board_ms();
        return;
    }
    if (put_off || heard->number != (last_command ? following(last_command) : 1)) {
        counters.duplicates++; /* an old one, come late: never executed */
        return;
    }
    last_command = heard->number;
    command = *heard;
    execute(false);
}

static void hear(const struct packet *heard, uint32_t now) {
    if (heard->version & LINK_FROM_SHOE) {
        counters.bad_packets++; /* our own, come back */
        return;
    }
    if (heard->type == MSG_HELLO) {
        heard_at = now;
        open_session(heard, heard->version);
        return;
    }
    if (heard->version != LINK_VERSION) {
        counters.bad_packets++;
        return;
    }
    heard_at = now;
    if (open) {
        host = true;
        acknowledge(heard->acknowledged);
    }
    if (heard->type == MSG_BEAT && heard->number == 0) return;
    if (heard->number == 0) {
        counters.bad_packets++;
        return;
    }
    hear_command(heard);
}

static void receive(uint32_t now) {
    struct packet packet;
    uint8_t byte;
    while (board_receive(&byte)) {
        if (byte) {
            if (line_count < sizeof line) {
                line[line_count++] = byte;
            } else {
                line_spoilt = true;
            }
            continue;
        }
        const uint8_t count = line_count;
        const bool spoilt = line_spoilt;
        line_count = 0;
        line_spoilt = false;
        if (count == 0) continue;
        const enum packet_fate fate = spoilt ? PACKET_MALFORMED : packet_decode(line, count, &packet);
        if (fate == PACKET_GOOD) {
            hear(&packet, now);
        } else if (fate == PACKET_BAD_CRC) {
            counters.crc_errors++;
        } else {
            counters.bad_packets++;
        }
    }
}

/* ---------------------------------------------------------------- events */

static void send_event(uint32_t now) {
    if (!waiting_events || !link_host()) return;
    if (event_sent && now - event_sent_at < event_wait_ms) return;
    const struct event *event = &events[first_event];
    struct packet packet;
    packet.version = LINK_FROM_SHOE | LINK_VERSION;
    packet.number = event_number;
    packet.acknowledged = 0;
    packet.type = event->type;
    packet.length = event->length;
    memcpy(packet.payload, event->payload, event->length);
    if (!say(&packet)) return;
    if (event_sent) {
        counters.resends++;
        event_wait_ms = event_wait_ms > LINK_RESEND_MAX_MS / 2 ? LINK_RESEND_MAX_MS : (uint8_t)(2 * event_wait_ms);
    } else {
        event_wait_ms = LINK_RESEND_MS;
    }
    event_sent = true;
    event_sent_at = now;
}

static void beat(uint32_t now) {
    struct packet packet;
    if (now - said_at < (open ? LINK_HEARTBEAT_MS : LINK_BOOT_EVERY_MS)) return;
    packet.version = LINK_FROM_SHOE | LINK_VERSION;
    packet.number = packet.acknowledged = 0;
    put32(packet.payload, board_us());
    if (open) {
        packet.type = MSG_SHOE_BEAT;
        packet.length = LEN_SHOE_BEAT;
        packet.payload[SHOE_BEAT_STATE_AT] = state_now();
    } else {
        packet.type = MSG_BOOT;
        packet.length = LEN_BOOT;
        packet.payload[BOOT_CAUSE_AT] = reset_cause;
        put16(packet.payload + BOOT_BOOT_COUNT_AT, boots);
    }
    say(&packet);
}

void link_run(uint32_t now) {
    receive(now);
    if (put_off) execute(true);
    if (host && now - heard_at >= LINK_HOST_LOST_MS) {
        host = false;
        if (open) state_host_lost();
    }
    send_event(now);
    beat(now);
}
