/* Store, log, key and configuration: what EEPROM holds after every possible cut. */
#include <string.h>

#include "bench.h"
#include "check.h"
#include "config.h"
#include "key.h"
#include "log.h"
#include "store.h"

static struct log_tale boot(void) {
    struct log_tale tale;
    bench.eeprom_cut = 0xffff;
    store_begin();
    log_begin(1, &tale);
    bench_run(150);
    return tale;
}

static void append(uint8_t kind, uint8_t a, uint8_t b, uint16_t tag) {
    bool lost;
    log_append(kind, a, b, tag, &lost);
    CHECK(!lost);
    bench_run(40);
}

static void entries_tell_the_tale_of_a_tag(void) {
    bench_begin();
    append(LOG_KIND_INTAKE_BEGUN, 52, 0, 900);
    for (uint8_t card = 1; card <= 3; card++) append(LOG_KIND_STORED, card, card, 900);
    struct log_tale tale = boot();
    CHECK(tale.begun && !tale.whole && !tale.over);
    EQUAL(tale.stored, 3);
    append(LOG_KIND_PACK_IN, 52, 0, 900);
    append(LOG_KIND_DEAL_BEGUN, 52, 1, 900);
    append(LOG_KIND_DEALT, 1, DEST_S, 900);
    append(LOG_KIND_DEALT, 2, DEST_W, 901); /* another tag's: not this tale */
    tale = boot();
    EQUAL(tale.tag, 900);
    EQUAL(tale.count, 52);
    EQUAL(tale.committed, 1);
    EQUAL(tale.last_dest, DEST_S);
    CHECK(tale.whole && !tale.dead && !tale.over && !tale.torn && !tale.damaged);
    append(LOG_KIND_TAG_DEAD, 0, 0, 900);
    CHECK(boot().dead);
    append(LOG_KIND_EJECTED, 51, DEST_REJECT, 900);
    CHECK(boot().over);
    EQUAL(boot().boots, 6);
}

static void the_ring_goes_round_and_numbers_do_too(void) {
    bench_begin();
    bench_run(100);
    append(LOG_KIND_INTAKE_BEGUN, 52, 0, 5);
    for (uint16_t n = 0; n < 3 * LOG_ENTRIES; n++) append(LOG_KIND_DEALT, (uint8_t)(n % 50 + 1), DEST_N, 5);
    uint8_t entries[6 * LOG_ENTRY];
    EQUAL(log_read(0xffff, entries, 6), 6);
    const uint16_t oldest = get16(entries);
    EQUAL(log_read((uint16_t)(oldest + LOG_ENTRIES - 1), entries, 6), 0);
    EQUAL(log_read((uint16_t)(oldest + LOG_ENTRIES - 3), entries, 6), 2);
    EQUAL(crc8(entries, 7), entries[7]);
    EQUAL(log_read(1, entries, 6), 6); /* long gone: from the oldest kept */
    EQUAL(get16(entries), oldest);
    CHECK(!boot().damaged);
}

static void a_cell_is_written_once_in_several_deals(void) {
    bench_begin();
    bench_run(100);
    const uint32_t before = bench.eeprom_writes;
    for (int deal = 0; deal < 4; deal++) {
        append(LOG_KIND_INTAKE_BEGUN, 52, 0, 5);
        for (uint8_t card = 1; card <= 52; card++) append(LOG_KIND_STORED, card, card, 5);
        append(LOG_KIND_PACK_IN, 52, 0, 5);
        append(LOG_KIND_DEAL_BEGUN, 52, 1, 5);
        for (uint8_t card = 1; card <= 52; card++) append(LOG_KIND_DEALT, card, 0, 5);
        append(LOG_KIND_KEY_KEPT, 0, 0, 5);
    }
    CHECK(4 * 108 < LOG_ENTRIES);
    CHECK(bench.eeprom_writes - before <= 4 * 108 * 8);
}

/* The newest entry is written byte by byte; a cut after any of them leaves the old tale, and tells of the damage. */
static void a_cut_in_any_byte_is_noticed(void) {
    for (int round = 0; round < 2; round++) {
        for (uint16_t bytes = 0; bytes <= 8; bytes++) {
            bench_begin();
            bench_run(150);
            append(LOG_KIND_INTAKE_BEGUN, 52, 0, 77);
            if (round) {
                for (uint16_t n = 0; n < LOG_ENTRIES - 2; n++) append(LOG_KIND_DEALT, 1, DEST_E, 77);
            } else {
                append(LOG_KIND_DEALT, 1, DEST_E, 77);
            }
            bench.eeprom_cut = bytes;
            log_append(LOG_KIND_DEALT, 2, DEST_N, 77, 0);
            bench_run(60);
            struct log_tale tale = boot();
            CHECK(!tale.damaged);
            if (tale.committed == 2) {
                EQUAL(tale.last_dest, DEST_N);
                CHECK(!tale.torn);
                continue;
            }
            CHECK(bytes < 8);
            EQUAL(tale.committed, 1);
            if (bytes) CHECK(tale.torn);
            /* Told again by the boots that follow, until the next commit. */
            if (bytes) CHECK(boot().torn);
            append(LOG_KIND_DEALT, 2, DEST_N, 77);
            tale = boot();
            EQUAL(tale.committed, 2);
            CHECK(!tale.torn);
        }
    }
}

/* The entry of a boot may be cut off too: that is no commit. */
static void a_cut_in_the_entry_of_a_boot_is_no_torn_commit(void) {
    for (uint16_t bytes = 0; bytes < 18; bytes++) {
        bench_begin();
        bench_run(150);
        append(LOG_KIND_INTAKE_BEGUN, 52, 0, 77);
        append(LOG_KIND_DEALT, 1, DEST_E, 77);
        struct log_tale tale;
        store_begin();
        bench.eeprom_cut = bytes;
        log_begin(1, &tale);
        bench_run(150);
        tale = boot();
        CHECK(!tale.torn);
        CHECK(!tale.damaged);
        EQUAL(tale.committed, 1);
    }
}

static void damage_elsewhere_is_told(void) {
    bench_begin();
    bench_run(150);
    append(LOG_KIND_INTAKE_BEGUN, 52, 0, 77);
    append(LOG_KIND_PACK_IN, 52, 0, 77);
    append(LOG_KIND_DEAL_BEGUN, 52, 1, 77);
    CHECK(!boot().damaged);
    bench.eeprom[STORE_LOG_AT + 3 * LOG_ENTRY + 2] ^= 0x10;
    CHECK(boot().damaged);
}

static void a_cut_key_leaves_the_one_before(void) {
    uint8_t deal[2][KEY_DEAL], key[2][KEY_KEY], found[KEY_KEY];
    for (uint8_t n = 0; n < 2; n++) {
        memset(deal[n], 10 + n, KEY_DEAL);
        memset(key[n], 100 + n, KEY_KEY);
    }
    for (uint16_t bytes = 0; bytes <= 51; bytes++) {
        bench_begin();
        bench_run(100);
        CHECK(!key_find(deal[0], found));
        CHECK(key_keep(deal[0], key[0]));
        bench_run(250);
        bench.eeprom_cut = bytes;
        CHECK(key_keep(deal[1], key[1]));
        bench_run(250);
        bench_reset();
        bench_run(100);
        const uint8_t kept = bytes == 51;
        CHECK(key_find(deal[kept], found));
        CHECK(memcmp(found, key[kept], KEY_KEY) == 0);
        CHECK(!key_find(deal[!kept], found));
    }
}

static void a_cut_configuration_leaves_the_one_before(void) {
    for (uint16_t bytes = 0; bytes <= 19; bytes++) {
        bench_begin();
        bench_run(100);
        CHECK(config_set(CONFIG_KEY_SHOE_ID, 0x01020304));
        bench_run(100);
        bench.eeprom_cut = bytes;
        CHECK(config_set(CONFIG_KEY_SHOE_ID, 0xf1f2f3f4));
        bench_run(100);
        bench_reset();
        const uint32_t id = config_get(CONFIG_KEY_SHOE_ID);
        CHECK(id == 0x01020304 || (id == 0xf1f2f3f4 && bytes > 8));
        EQUAL(config_get(CONFIG_KEY_PITCH_MS), 80);
    }
    CHECK(!config_allows(CONFIG_KEY_PITCH_MS, 79));
    CHECK(!config_allows(CONFIG_KEY_RUN_HZ, 2001));
    CHECK(!config_allows(CONFIG_KEY_COUNT, 0));
}

static void records_wait_in_order_and_never_overflow(void) {
    uint8_t record[STORE_ENTRY] = {0};
    bench_begin();
    bench_run(150);
    uint16_t last = store_given();
    for (uint8_t n = 0; n < 16; n++) {
        record[0] = n;
        CHECK(store_small(STORE_LOG_AT, record));
        last = store_given();
    }
    EQUAL(store_room(), 0);
    CHECK(!store_small(STORE_LOG_AT, record));
    CHECK(!store_written(last));
    bench_run(150);
    CHECK(store_written(last));
    EQUAL(bench.eeprom[STORE_LOG_AT], 15);
    EQUAL(store_room(), 16);
}

const struct test memory_tests[] = {
    TEST(entries_tell_the_tale_of_a_tag),
    TEST(the_ring_goes_round_and_numbers_do_too),
    TEST(a_cell_is_written_once_in_several_deals),
    TEST(a_cut_in_any_byte_is_noticed),
    TEST(a_cut_in_the_entry_of_a_boot_is_no_torn_commit),
    TEST(damage_elsewhere_is_told),
    TEST(a_cut_key_leaves_the_one_before),
    TEST(a_cut_configuration_leaves_the_one_before),
    TEST(records_wait_in_order_and_never_overflow),
    END_OF_TESTS,
};
