#include "camera.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "machine.h"

/* A viewer who is this far behind is dropped: some hundred strobes. */
#define WAITING_MAX (4u << 20)
#define TILE_BYTES PICTURE_BYTES
#define PIXELS_A_MM (TILE_WIDTH / CARD_MM)
#define DARK 24

static const char *read_head(FILE *file, unsigned *width, unsigned *height)
{
    unsigned values[3] = {0}, count = 0;
    char magic[3] = {0};
    if (fread(magic, 1, 2, file) != 2 || strcmp(magic, "P6") != 0)
        return "the sheet is no binary PPM (P6)";
    int c = fgetc(file);
    while (count < 3) {
        while (c == ' ' || c == '\n' || c == '\t' || c == '\r')
            c = fgetc(file);
        if (c == '#') {
            while (c != '\n' && c != EOF)
                c = fgetc(file);
            continue;
        }
        if (c < '0' || c > '9')
            return "the sheet's head is damaged";
        while (c >= '0' && c <= '9' && values[count] < 100000) {
            values[count] = values[count] * 10 + (unsigned)(c - '0');
            c = fgetc(file);
        }
        count++;
    }
    *width = values[0];
    *height = values[1];
    return values[2] == 255 ? NULL : "the sheet's values must be of eight bits";
}

const char *camera_init(struct camera *camera, const char *sheet, uint64_t seed)
{
    memset(camera, 0, sizeof *camera);
    camera->chance = chance_from(seed, 4);
    camera->listener = -1;
    for (int i = 0; i < VIEWERS; i++)
        camera->viewers[i].fd = -1;
    FILE *file = fopen(sheet, "rb");
    if (!file)
        return "the sheet cannot be read";
    unsigned width = 0, height = 0;
    const char *wrong = read_head(file, &width, &height);
    if (!wrong && (width % TILE_WIDTH || width < TILES_LEAST * TILE_WIDTH || width > TILES_MOST * TILE_WIDTH || height != TILE_HEIGHT))
        wrong = "the sheet must be tiles of 64 by 96 in one row, at least 54";
    if (wrong) {
        fclose(file);
        return wrong;
    }
    unsigned tiles = width / TILE_WIDTH;
    uint8_t *rows = malloc((size_t)tiles * TILE_BYTES);
    camera->sheet = malloc((size_t)tiles * TILE_BYTES);
    camera->tiles = (int)tiles;
    if (!rows || !camera->sheet)
        abort();
    if (fread(rows, TILE_BYTES, tiles, file) != tiles)
        wrong = "the sheet is too short";
    for (unsigned y = 0; !wrong && y < TILE_HEIGHT; y++)
        for (unsigned tile = 0; tile < tiles; tile++)
            memcpy(camera->sheet + (size_t)tile * TILE_BYTES + (size_t)y * TILE_WIDTH * 3,
                   rows + ((size_t)y * tiles + tile) * TILE_WIDTH * 3, TILE_WIDTH * 3);
    free(rows);
    fclose(file);
    return wrong;
}

/* ---- pictures ---- */

static int bounded(double value)
{
    return value < 0 ? 0 : value > 255 ? 255 : (int)(value + 0.5);
}

/* Near enough to a bell: the sum of four even ones. */
static double roughly_normal(uint64_t bits)
{
    double sum = (double)(bits & 0xFFFF) + (double)(bits >> 16 & 0xFFFF) + (double)(bits >> 32 & 0xFFFF) + (double)(bits >> 48);
    return (sum - 131070.0) / 37837.0;
}

struct side {
    int tile;
    bool turned;
    double smudge;
    bool spoiled;
};

/* A back beyond the sheet's is a stranger's: the same drawing in other colours. */
static void pixel(const struct camera *camera, const struct side *side, int x, int y, int out[3])
{
    if (side->turned) {
        x = TILE_WIDTH - 1 - x;
        y = TILE_HEIGHT - 1 - y;
    }
    bool own = side->tile < camera->tiles;
    int tile = own ? side->tile : BACK_TILE, shift = own ? 0 : 1 + (side->tile - camera->tiles) % 2;
    const uint8_t *at = camera->sheet + (size_t)tile * TILE_BYTES + ((size_t)y * TILE_WIDTH + (size_t)x) * 3;
    for (int i = 0; i < 3; i++)
        out[i] = at[(i + shift) % 3];
}

static void draw(struct camera *camera, const struct side *side, double beyond, uint8_t *out)
{
    struct chance *chance = &camera->chance;
    double light = 0.88 + 0.2 * chance_share(chance), grain = 3 + 5 * chance_share(chance);
    int dx = (int)lround(beyond * PIXELS_A_MM) + (int)chance_below(chance, 3) - 1, dy = (int)chance_below(chance, 3) - 1;
    int dirt_top = (int)chance_below(chance, TILE_HEIGHT), dirt = side ? (int)(side->smudge * TILE_HEIGHT) : 0;
    for (int y = 0; y < TILE_HEIGHT; y++)
        for (int x = 0; x < TILE_WIDTH; x++) {
            int from_x = x - dx, from_y = y - dy, colour[3] = {DARK, DARK, DARK};
            if (side && from_x >= 0 && from_x < TILE_WIDTH && from_y >= 0 && from_y < TILE_HEIGHT) {
                pixel(camera, side, from_x, from_y, colour);
                if ((from_y - dirt_top + TILE_HEIGHT) % TILE_HEIGHT < dirt)
                    colour[0] = colour[1] = colour[2] = 150;
            }
            for (int i = 0; i < 3; i++) {
                uint64_t bits = chance_next(chance);
                double value = side && side->spoiled ? (double)(bits & 0xFF) : colour[i] * light + grain * roughly_normal(bits);
                *out++ = (uint8_t)bounded(value);
            }
        }
}

static void put16(uint8_t *out, unsigned value)
{
    out[0] = (uint8_t)value;
    out[1] = (uint8_t)(value >> 8);
}

static void drop(struct camera *camera, struct viewer *viewer)
{
    close(viewer->fd);
    free(viewer->waiting);
    *viewer = (struct viewer){.fd = -1};
    camera->dropped_viewers++;
}

static void send_waiting(struct camera *camera, struct viewer *viewer)
{
    while (viewer->begin < viewer->length) {
        ssize_t sent = send(viewer->fd, viewer->waiting + viewer->begin, viewer->length - viewer->begin, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
            return;
        if (sent <= 0) {
            drop(camera, viewer);
            return;
        }
        viewer->begin += (uint32_t)sent;
    }
    viewer->begin = viewer->length = 0;
}

static void hand_over(struct camera *camera, const uint8_t *bytes, uint32_t length)
{
    for (int i = 0; i < VIEWERS; i++) {
        struct viewer *viewer = &camera->viewers[i];
        if (viewer->fd < 0)
            continue;
        if (viewer->begin > 0) {
            memmove(viewer->waiting, viewer->waiting + viewer->begin, viewer->length - viewer->begin);
            viewer->length -= viewer->begin;
            viewer->begin = 0;
        }
        uint8_t *grown = viewer->length + length <= WAITING_MAX ? realloc(viewer->waiting, viewer->length + length) : NULL;
        if (!grown) {
            drop(camera, viewer);
            continue;
        }
        viewer->waiting = grown;
        memcpy(grown + viewer->length, bytes, length);
        viewer->length += length;
        send_waiting(camera, viewer);
    }
}

static bool watched(const struct camera *camera)
{
    for (int i = 0; i < VIEWERS; i++)
        if (camera->viewers[i].fd >= 0)
            return true;
    return false;
}

void camera_strobe(struct camera *camera, const struct card *card, const struct card *upper, double beyond, bool spoiled)
{
    camera->strobes++;
    if (!watched(camera))
        return;
    static uint8_t message[2 * (PICTURE_HEAD + PICTURE_BYTES)];
    for (unsigned side = 0; side < 2; side++) {
        uint8_t *head = message + side * (PICTURE_HEAD + PICTURE_BYTES);
        const struct card *seen = side ? upper : card;
        struct side drawn;
        if (seen)
            drawn = (struct side){
                .tile = seen->faced == (side == 1) ? seen->picture : seen->back,
                .turned = seen->turned,
                .smudge = seen->faced == (side == 1) ? seen->smudge : 0,
                .spoiled = spoiled,
            };
        memcpy(head, "PICT", 4);
        put16(head + 4, TILE_WIDTH);
        put16(head + 6, TILE_HEIGHT);
        head[8] = (uint8_t)side;
        head[9] = 3;
        put16(head + 10, camera->strobes);
        put16(head + 12, PICTURE_BYTES & 0xFFFF);
        put16(head + 14, PICTURE_BYTES >> 16);
        draw(camera, seen ? &drawn : NULL, beyond, head + PICTURE_HEAD);
    }
    hand_over(camera, message, sizeof message);
}

/* ---- viewers ---- */

void camera_accept(struct camera *camera)
{
    int fd = accept4(camera->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0)
        return;
    for (int i = 0; i < VIEWERS; i++)
        if (camera->viewers[i].fd < 0) {
            camera->viewers[i].fd = fd;
            return;
        }
    close(fd);
}

void camera_serve(struct camera *camera)
{
    for (int i = 0; i < VIEWERS; i++) {
        struct viewer *viewer = &camera->viewers[i];
        if (viewer->fd < 0)
            continue;
        /* Nothing that a viewer says means anything; an end does. */
        uint8_t ignored[4096];
        ssize_t got;
        int rounds = 0;
        do
            got = recv(viewer->fd, ignored, sizeof ignored, MSG_DONTWAIT);
        while (got > 0 && ++rounds < 16);
        if (got == 0 || (got < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR))
            drop(camera, viewer);
        else
            send_waiting(camera, viewer);
    }
}

void camera_leave(struct camera *camera)
{
    for (int i = 0; i < VIEWERS; i++)
        if (camera->viewers[i].fd >= 0)
            drop(camera, &camera->viewers[i]);
    if (camera->listener >= 0)
        close(camera->listener);
    camera->listener = -1;
}

void camera_close(struct camera *camera)
{
    camera_leave(camera);
    free(camera->sheet);
    camera->sheet = NULL;
}
