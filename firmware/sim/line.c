#include "line.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "mcu.h"

/* Offsets in a link packet and the marks that firmware/protocol.toml gives them. */
enum { HEAD = 0, NUMBER = 1, ACK = 2, TYPE = 3, SHORTEST = 6 };
enum { FROM_SHOE = 0x80, HELLO = 0x01, HELLO_REPLY = 0x42, BOOT = 0x60 };

#define OWED_MS 40
#define HEARD_MS 100
/* A host without a session calls less often than one with a session beats. */
#define CALLING_MS 300
#define CYCLES_A_MS (CYCLES_A_SECOND / 1000)

/* Opened and closed once, so that the master reports a hang-up until the first host comes. What a host left behind goes too. */
static void rinse(const char *slave)
{
    int fd = open(slave, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return;
    tcflush(fd, TCIOFLUSH);
    close(fd);
}

static const char *open_terminal(struct line *line)
{
    line->master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (line->master < 0 || grantpt(line->master) < 0 || unlockpt(line->master) < 0
        || ptsname_r(line->master, line->slave, sizeof line->slave) != 0)
        return "no pseudo-terminal can be had";
    struct termios raw;
    if (tcgetattr(line->master, &raw) < 0)
        return "no pseudo-terminal can be had";
    cfmakeraw(&raw);
    cfsetspeed(&raw, B115200);
    tcsetattr(line->master, TCSANOW, &raw);
    rinse(line->slave);
    line->unplugged = false;
    return NULL;
}

const char *line_open(struct line *line, uint64_t seed)
{
    memset(line, 0, sizeof *line);
    line->chance = chance_from(seed, 3);
    line->from_shoe.good = line->from_host.good = true;
    return open_terminal(line);
}

void line_close(struct line *line)
{
    if (line->master >= 0)
        close(line->master);
    line->master = -1;
}

const char *line_unplug(struct line *line, bool out)
{
    if (out == line->unplugged)
        return NULL;
    if (!out)
        return open_terminal(line);
    line_close(line);
    line->unplugged = true;
    line->host = false;
    line_silence(line);
    return NULL;
}

void line_noise(struct line *line, double flip, uint64_t seed)
{
    line->flip = flip;
    line->chance = chance_from(seed, 3);
}

void line_silence(struct line *line)
{
    line->owed = false;
    line->in_begin = line->in_end = 0;
    line->from_shoe = line->from_host = (struct packet_watch){.good = true};
}

/* ---- packets ---- */

/* Decodes the head of a COBS packet in place; the length it has, or 0 where it is none. */
static unsigned decoded(uint8_t *bytes, unsigned length)
{
    unsigned from = 0, to = 0;
    while (from < length) {
        unsigned code = bytes[from++];
        if (code == 0 || from + code - 1 > length)
            return 0;
        for (unsigned i = 1; i < code; i++)
            bytes[to++] = bytes[from++];
        if (code < 0xFF && from < length)
            bytes[to++] = 0;
    }
    return to;
}

static uint16_t crc16(const uint8_t *bytes, unsigned length)
{
    uint16_t crc = 0xFFFF;
    for (unsigned i = 0; i < length; i++) {
        crc ^= (uint16_t)(bytes[i] << 8);
        for (int bit = 0; bit < 8; bit++)
            crc = (uint16_t)(crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1);
    }
    return crc;
}

static bool whole(const uint8_t *packet, unsigned length)
{
    return length >= SHORTEST && crc16(packet, length - 2) == (packet[length - 2] | packet[length - 1] << 8);
}

static void shoe_packet(struct line *line, const uint8_t *packet)
{
    if (!(packet[HEAD] & FROM_SHOE))
        return;
    if (packet[TYPE] == BOOT || packet[TYPE] == HELLO_REPLY)
        line->owed = false;
    if (packet[NUMBER] == 0 || (line->owed && packet[NUMBER] == line->owed_number))
        return;
    line->owed = true;
    line->owed_number = packet[NUMBER];
    line->owed_since = line->now;
}

static void host_packet(struct line *line, const uint8_t *packet)
{
    if (packet[HEAD] & FROM_SHOE)
        return;
    line->heard = line->now;
    line->calling = packet[TYPE] == HELLO;
    if (packet[TYPE] == HELLO || (line->owed && packet[ACK] == line->owed_number))
        line->owed = false;
}

/* A packet that this bench itself spoiled must not be waited for, and one that the host did send counts although the noise ate it: else
 * the clock would stand for ever before the time at which it is sent again. */
static void watch(struct line *line, struct packet_watch *watch, uint8_t byte, bool spoiled, bool shoe)
{
    watch->good = watch->good && !spoiled;
    if (byte != 0) {
        if (watch->length < PACKET_MAX)
            watch->bytes[watch->length] = byte;
        watch->length++;
        return;
    }
    if (watch->length > 0 && watch->length <= PACKET_MAX) {
        unsigned length = decoded(watch->bytes, watch->length);
        if (whole(watch->bytes, length) && (watch->good || !shoe)) {
            if (shoe)
                shoe_packet(line, watch->bytes);
            else
                host_packet(line, watch->bytes);
        }
    }
    watch->length = 0;
    watch->good = !spoiled; /* without its delimiter a packet takes the next one with it */
}

uint64_t line_lock(const struct line *line)
{
    if (!line->host)
        return UINT64_MAX;
    uint64_t heard = line->heard > line->host_since ? line->heard : line->host_since, ms = line->calling ? CALLING_MS : HEARD_MS;
    uint64_t limit = heard + ms * CYCLES_A_MS;
    if (line->owed && line->owed_since + OWED_MS * CYCLES_A_MS < limit)
        limit = line->owed_since + OWED_MS * CYCLES_A_MS;
    return limit;
}

/* ---- bytes ---- */

static uint8_t noisy(struct line *line, uint8_t byte, bool *spoiled)
{
    *spoiled = line->flip > 0 && chance_share(&line->chance) < line->flip;
    if (!*spoiled)
        return byte;
    line->flipped++;
    return (uint8_t)(byte ^ (1 << chance_below(&line->chance, 8)));
}

void line_sent(struct line *line, uint8_t byte)
{
    bool spoiled;
    uint8_t heard = noisy(line, byte, &spoiled);
    watch(line, &line->from_shoe, byte, spoiled, true);
    if (!line->host || line->out_length == LINE_ROOM)
        line->dropped++;
    else
        line->out[line->out_length++] = heard;
}

void line_flush(struct line *line)
{
    if (line->out_length == 0)
        return;
    unsigned done = 0;
    while (line->host && done < line->out_length) {
        ssize_t wrote = write(line->master, line->out + done, line->out_length - done);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            break;
        done += (unsigned)wrote;
    }
    line->dropped += line->out_length - done;
    line->out_length = 0;
}

int line_take(struct line *line)
{
    if (line->in_begin == line->in_end)
        return -1;
    uint8_t byte = line->in[line->in_begin++];
    if (line->in_begin == line->in_end)
        line->in_begin = line->in_end = 0;
    return byte;
}

static void come_or_go(struct line *line)
{
    struct pollfd fd = {line->master, POLLIN, 0};
    bool host = poll(&fd, 1, 0) >= 0 && !(fd.revents & (POLLHUP | POLLERR));
    if (host == line->host)
        return;
    line->host = host;
    line->owed = line->calling = false;
    line->out_length = 0;
    line->from_host = (struct packet_watch){.good = true};
    if (host) {
        line->host_since = line->now;
        line->hosts++;
    } else {
        rinse(line->slave);
    }
}

bool line_serve(struct line *line)
{
    if (line->master < 0)
        return false;
    /* What a host wrote before it left is read first: it was on the wire. */
    while (line->in_end < LINE_ROOM) {
        ssize_t got = read(line->master, line->in + line->in_end, LINE_ROOM - line->in_end);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        for (ssize_t i = 0; i < got; i++) {
            uint8_t *byte = &line->in[line->in_end++], clean = *byte;
            bool spoiled;
            *byte = noisy(line, clean, &spoiled);
            watch(line, &line->from_host, clean, spoiled, false);
        }
    }
    come_or_go(line);
    return line->in_begin != line->in_end;
}
