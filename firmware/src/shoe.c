#include "shoe.h"

#include "audit.h"
#include "board.h"
#include "carousel.h"
#include "config.h"
#include "deal.h"
#include "gather.h"
#include "intake.h"
#include "key.h"
#include "link.h"
#include "sensors.h"
#include "state.h"
#include "store.h"

#define IDLE_MS 5 /* a turn while nothing moves */

static uint32_t last;

void shoe_begin(void) {
    struct log_tale tale;
    const uint8_t cause = board_reset_cause();
    store_begin();
    const bool config_good = config_begin();
    key_begin();
    log_begin(cause, &tale);
    carousel_begin();
    sensors_begin();
    link_begin(cause, tale.boots);
    intake_begin();
    deal_begin();
    audit_stop();
    gather_stop();
    state_begin(&tale, config_good);
    last = board_ms();
}

static void run_activity(uint32_t now, uint8_t elapsed) {
    switch (shoe.activity) {
    case TAKING_IN: intake_run(now, elapsed); break;
    case DEALING:
    case DRIVING:
    case SETTLING: deal_run(now, elapsed); break;
    case LOOKING: audit_run(now, elapsed); break;
    case GATHERING: gather_run(now, elapsed); break;
    case STILL:
    default: break;
    }
}

uint8_t shoe_run(void) {
    const uint32_t now = board_ms();
    if (now != last) {
        const uint32_t passed = now - last;
        last = now;
        sensors_run(now);
        run_activity(now, passed > 255 ? 255 : (uint8_t)passed);
        intake_stored_run();
        deal_commits();
    }
    link_run(now);
    return shoe.activity == STILL ? IDLE_MS : 1;
}
