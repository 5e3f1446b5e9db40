#include "sensors.h"

#include "link.h"
#include "packets.h"
#include "protocol_codes.h"
#include "state.h"

#define SLOW_MS 50
#define SLOW (IN_HOPPER | 0x3fUL << 16 | IN_BUTTON)

static uint32_t now_in, was_in;
static uint32_t slow_in, slow_wish, slow_since;
static bool lid_open, tamper_latched; /* as told; at boot neither */

void sensors_begin(void) {
    now_in = board_inputs();
    was_in = ~now_in; /* the first run looks at everything */
    slow_in = slow_wish = now_in & SLOW;
    slow_since = 0;
    lid_open = tamper_latched = false;
}

bool dark(uint32_t inputs) { return (now_in & inputs) != 0; }
bool darkened(uint32_t inputs) { return (now_in & ~was_in & inputs) != 0; }
uint8_t mouths_dark(void) { return (uint8_t)(now_in >> 8) & 0x3f; }
uint8_t mouths_darkened(void) { return (uint8_t)((now_in & ~was_in) >> 8) & 0x3f; }
bool hopper_loaded(void) { return (slow_in & IN_HOPPER) != 0; }
uint8_t pockets_holding(void) { return (uint8_t)(slow_in >> 16) & 0x3f; }

static void tell_slow(uint32_t changed) {
    uint8_t payload[LEN_BUTTON];
    if (changed & IN_HOPPER) {
        payload[HOPPER_LOADED_AT] = hopper_loaded();
        link_tell(MSG_HOPPER, payload, LEN_HOPPER);
    }
    if (changed & IN_BUTTON) {
        payload[BUTTON_BUTTON_AT] = 0;
        payload[BUTTON_DOWN_AT] = (slow_in & IN_BUTTON) != 0;
        link_tell(MSG_BUTTON, payload, LEN_BUTTON);
    }
    for (uint8_t pocket = 0; pocket < DEST_COUNT; pocket++) {
        if (!(changed & IN_HOLDS(pocket))) continue;
        payload[POCKET_POCKET_AT] = pocket;
        payload[POCKET_HOLDS_AT] = (slow_in & IN_HOLDS(pocket)) != 0;
        link_tell(MSG_POCKET, payload, LEN_POCKET);
    }
}

static void run_slow(uint32_t now) {
    const uint32_t wish = now_in & SLOW;
    if (wish != slow_wish) {
        slow_wish = wish;
        slow_since = now;
    }
    if (slow_wish == slow_in || now - slow_since < SLOW_MS) return;
    const uint32_t changed = slow_wish ^ slow_in;
    slow_in = slow_wish;
    tell_slow(changed);
}

static void watch_lid(void) {
    uint8_t payload[LEN_LID];
    const bool open = dark(IN_LID);
    if (open == lid_open) return;
    lid_open = open;
    payload[LID_OPEN_AT] = open;
    log_append(LOG_KIND_LID, open, 0, shoe.tag, 0);
    link_tell(MSG_LID, payload, LEN_LID);
    if (!open) return;
    tag_kill(FAULT_LID);
    fault_stop(FAULT_LID, PLACE_NOWHERE, shoe.card_no, STATE_LID_OPEN);
}

static void watch_power(void) {
    uint8_t payload[LEN_POWER_FAIL];
    if (!darkened(IN_POWER_LOW)) return;
    log_append(LOG_KIND_POWER_FAIL, shoe.state, 0, shoe.tag, 0);
    link_tell(MSG_POWER_FAIL, payload, LEN_POWER_FAIL);
    if (shoe.activity == STILL) return;
    if (shoe.tagged && !shoe.whole) tag_kill(FAULT_POWER);
    fault_stop(FAULT_POWER, PLACE_NOWHERE, shoe.card_no, state_after_fault());
}

static void watch_tamper(void) {
    uint8_t payload[LEN_TAMPER];
    const bool latched = dark(IN_TAMPER);
    if (latched == tamper_latched) return;
    tamper_latched = latched;
    if (!latched) return;
    shoe.tampered = true;
    link_tell(MSG_TAMPER, payload, LEN_TAMPER);
    tag_kill(FAULT_TAMPER);
    fault_stop(FAULT_TAMPER, PLACE_NOWHERE, 0, STATE_FAULTED);
}

void sensors_run(uint32_t now) {
    const uint32_t in = board_inputs();
    if (in == now_in && in == was_in && slow_wish == slow_in) return;
    was_in = now_in;
    now_in = in;
    run_slow(now);
    watch_tamper();
    watch_power();
    watch_lid();
}

uint16_t sensors_path(void) {
    const uint8_t optical = (uint8_t)now_in;
    uint16_t bits = optical & 0x0f; /* D1 D2 C1 C2 */
    if (dark(IN_S1)) bits |= 1 << SENSOR_S1;
    if (dark(IN_S2)) bits |= 1 << SENSOR_S2;
    if (dark(IN_S3)) bits |= 1 << SENSOR_S3;
    if (dark(IN_X1)) bits |= 1 << SENSOR_X1;
    if (dark(IN_X2)) bits |= 1 << SENSOR_X2;
    return bits;
}

uint8_t sensors_inputs(void) {
    uint8_t bits = 0;
    if (dark(IN_HOPPER)) bits |= 1 << INPUT_HOPPER;
    if (dark(IN_LID)) bits |= 1 << INPUT_LID_OPEN;
    if (dark(IN_TAMPER)) bits |= 1 << INPUT_TAMPER;
    if (dark(IN_POWER_LOW)) bits |= 1 << INPUT_POWER_LOW;
    if (!dark(IN_GATE_END)) bits |= 1 << INPUT_GATE_WRONG;
    return bits;
}
