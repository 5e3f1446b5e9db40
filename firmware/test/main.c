/* Runs the core's tests; an argument runs only those whose name holds it. */
#include <string.h>

#include "check.h"

jmp_buf check_out;
unsigned check_failures;

static void run_one(const struct test *test) {
    if (!setjmp(check_out)) {
        test->run();
    } else {
        fprintf(stderr, "failed: %s\n", test->name);
    }
}

static unsigned run(const struct test *tests, const char *only) {
    unsigned count = 0;
    for (; tests->name; tests++) {
        if (only && !strstr(tests->name, only)) continue;
        count++;
        run_one(tests);
    }
    return count;
}

int main(int argc, char **argv) {
    const char *only = argc > 1 ? argv[1] : 0;
    const struct test *const all[] = {packet_tests, memory_tests, link_tests, carousel_tests,
                                      intake_tests, deal_tests,   fault_tests};
    unsigned count = 0;
    for (unsigned n = 0; n < sizeof all / sizeof all[0]; n++) count += run(all[n], only);
    printf("%u tests of the core, %u failed\n", count, check_failures);
    return check_failures || count == 0;
}
