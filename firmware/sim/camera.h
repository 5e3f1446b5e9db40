/* The camera at the window and the people who look through it. It hands over pictures and nothing else. */
#ifndef CAMERA_H
#define CAMERA_H

#include <stdbool.h>
#include <stdint.h>

#include "chance.h"

#define TILE_WIDTH 64
#define TILE_HEIGHT 96
#define TILES_LEAST 54
#define TILES_MOST 1024
#define BACK_TILE 53
#define PICTURE_BYTES (TILE_WIDTH * TILE_HEIGHT * 3)
#define PICTURE_HEAD 16
#define VIEWERS 8

struct card;

struct camera {
    uint8_t *sheet;                  /* the tiles, one behind the other */
    int tiles;
    struct chance chance;
    uint16_t strobes;
    int listener;
    struct viewer {
        int fd;                      /* -1: none */
        uint8_t *waiting;
        uint32_t begin, length;
    } viewers[VIEWERS];
    uint64_t dropped_viewers;
};

/* NULL, or what is wrong with the sheet. */
const char *camera_init(struct camera *camera, const char *sheet, uint64_t seed);
/* One strobe: both sides of the card, or of nothing. `beyond`: mm that it lies too far. */
void camera_strobe(struct camera *camera, const struct card *card, const struct card *upper, double beyond, bool spoiled);
void camera_accept(struct camera *camera);
/* Sends what waits and drops who has gone or does not read. */
void camera_serve(struct camera *camera);
/* Lets go of viewers and listener, and keeps the sheet. */
void camera_leave(struct camera *camera);
void camera_close(struct camera *camera);

#endif
