#include "gates.h"

#include "board.h"
#include "protocol_codes.h"
#include "sensors.h"

#define HOLD_MS 500 /* the coils, unless it is asked again */
#define BLIND_MS 4 /* the end sensor, debounced, is not yet heard */
#define LATE_MS 45 /* three times what a gate takes */

static uint8_t coils;
static uint32_t set_at;

static void set(uint8_t wanted, uint32_t now) {
    if (wanted != coils || !board_is_on(OUT_GATES)) set_at = now;
    coils = wanted;
    board_gates(coils, HOLD_MS);
}

void gates_lead_to(uint8_t dest, uint32_t now) {
    static const uint8_t coils_of[DEST_COUNT] = {
        [DEST_N] = 0x01, [DEST_E] = 0x02, [DEST_S] = 0x04, [DEST_W] = 0x00, [DEST_TURN_UP] = 0x08, [DEST_REJECT] = 0x0f,
    };
    set(coils_of[dest], now);
}

void gates_infeed_reject(uint32_t now) { set(GATE_REJECT_INFEED, now); }

void gates_release(void) {
    if (coils) set_at = board_ms();
    coils = 0;
    board_off(OUT_GATES);
}

bool gates_home(uint32_t now) { return now - set_at >= BLIND_MS && dark(IN_GATE_END); }

bool gates_late(uint32_t now) { return now - set_at >= LATE_MS && !dark(IN_GATE_END); }
