#include "files.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "sha256.h"

/* One that is just ending still holds its files for a moment. */
#define PATIENCE 25
#define PATIENCE_STEP_NS 20000000

static bool name(char out[4096], const char *beside, const char *end)
{
    int length = snprintf(out, 4096, "%s%s", beside, end);
    return length > 0 && length < 4096;
}

/* The clock's file is the lock: whoever lives holds it. Each process makes a new one, so that a reader of the old one can tell. */
static const char *claim_clock(struct files *files)
{
    int waited = 0;
    for (int tries = 0; tries < 16; tries++) {
        int old = open(files->clock, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (old < 0)
            return "its clock's file cannot be made";
        if (flock(old, LOCK_EX | LOCK_NB) < 0) {
            close(old);
            if (waited++ == PATIENCE)
                return "another simulated machine is alive there";
            nanosleep(&(struct timespec){.tv_nsec = PATIENCE_STEP_NS}, NULL);
            tries--;
            continue;
        }
        struct stat held, named;
        if (fstat(old, &held) < 0 || stat(files->clock, &named) < 0 || held.st_ino != named.st_ino) {
            close(old);
            continue;
        }
        files->clock_fd = open(files->fresh, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        bool good = files->clock_fd >= 0 && flock(files->clock_fd, LOCK_EX | LOCK_NB) == 0
                    && ftruncate(files->clock_fd, sizeof(struct clock_file)) == 0 && rename(files->fresh, files->clock) == 0;
        close(old);
        return good ? NULL : "its clock's file cannot be made";
    }
    return "its clock's file changes all the time";
}

const char *files_claim(struct files *files, const char *beside)
{
    files->clock_fd = -1;
    if (!name(files->descriptor, beside, ".shoe") || !name(files->window, beside, ".window") || !name(files->clock, beside, ".clock")
        || !name(files->bench, beside, ".bench"))
        return "the name is too long";
    char end[32];
    snprintf(end, sizeof end, ".shoe.%ld", (long)getpid());
    if (!name(files->fresh, beside, end))
        return "the name is too long";
    return claim_clock(files);
}

/* A socket's name holds 107 bytes; a longer path is reached through its folder. Then *folder is to be closed. */
static bool reach(struct sockaddr_un *address, const char *path, int *folder)
{
    *folder = -1;
    if (strlen(path) < sizeof address->sun_path) {
        strcpy(address->sun_path, path);
        return true;
    }
    const char *slash = strrchr(path, '/');
    char above[4096] = ".";
    if (slash)
        snprintf(above, sizeof above, "%.*s", (int)(slash - path), path);
    *folder = open(above, O_PATH | O_DIRECTORY | O_CLOEXEC);
    int length = snprintf(address->sun_path, sizeof address->sun_path, "/proc/self/fd/%d/%s", *folder, slash ? slash + 1 : path);
    return *folder >= 0 && length < (int)sizeof address->sun_path;
}

int files_listen(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int folder = -1, fd = reach(&address, path, &folder) ? socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0) : -1;
    if (fd < 0) {
        if (folder >= 0)
            close(folder);
        return -1;
    }
    /* Ours by the lock: what stands there is of a process that is dead. */
    unlink(path);
    mode_t mask = umask(0077);
    bool good = bind(fd, (struct sockaddr *)&address, sizeof address) == 0 && listen(fd, 16) == 0;
    umask(mask);
    if (folder >= 0)
        close(folder);
    if (good)
        return fd;
    close(fd);
    return -1;
}

const char *files_describe(const struct files *files, const char *port)
{
    struct text text = {0};
    text_printf(&text, "{\"pid\":%ld,\"port\":", (long)getpid());
    text_quote(&text, port);
    text_printf(&text, ",\"window\":");
    text_quote(&text, files->window);
    text_printf(&text, ",\"clock\":");
    text_quote(&text, files->clock);
    text_printf(&text, ",\"firmware\":\"%s\"}\n", files->firmware);
    int fd = open(files->fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool good = fd >= 0 && write(fd, text.bytes, text.length) == (ssize_t)text.length;
    if (fd >= 0)
        close(fd);
    good = good && rename(files->fresh, files->descriptor) == 0;
    text_free(&text);
    return good ? NULL : "its descriptor cannot be written";
}

volatile struct clock_file *files_clock(const struct files *files)
{
    void *map = mmap(NULL, sizeof(struct clock_file), PROT_READ | PROT_WRITE, MAP_SHARED, files->clock_fd, 0);
    return map == MAP_FAILED ? NULL : map;
}

void files_remove(struct files *files)
{
    unlink(files->descriptor);
    unlink(files->window);
    unlink(files->bench);
    unlink(files->clock);
    close(files->clock_fd);
}

uint8_t *files_eeprom(const char *path, const char **wrong)
{
    uint8_t *bytes = MAP_FAILED;
    if (!path) {
        bytes = mmap(NULL, EEPROM_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (bytes != MAP_FAILED)
            memset(bytes, 0xFF, EEPROM_SIZE);
        *wrong = bytes == MAP_FAILED ? "no memory" : NULL;
        return bytes;
    }
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    struct stat status;
    if (fd < 0 || fstat(fd, &status) < 0) {
        *wrong = "the EEPROM's file cannot be opened";
    } else if (status.st_size != 0 && status.st_size != EEPROM_SIZE) {
        *wrong = "the EEPROM's file has not 4096 bytes";
    } else if (ftruncate(fd, EEPROM_SIZE) < 0
               || (bytes = mmap(NULL, EEPROM_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0)) == MAP_FAILED) {
        *wrong = "the EEPROM's file cannot be mapped";
    } else {
        if (status.st_size == 0)
            memset(bytes, 0xFF, EEPROM_SIZE);
        *wrong = NULL;
    }
    if (fd >= 0)
        close(fd);
    return bytes;
}

const char *files_hash(struct files *files, const char *elf)
{
    FILE *file = fopen(elf, "rb");
    if (!file)
        return "cannot be read";
    const size_t most = 8u << 20;
    uint8_t *bytes = malloc(most);
    if (!bytes)
        abort();
    size_t size = fread(bytes, 1, most, file);
    fclose(file);
    sha256_hex(bytes, size, files->firmware);
    free(bytes);
    return NULL;
}
