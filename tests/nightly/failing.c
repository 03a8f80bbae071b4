/* Loaded before the C library (LD_PRELOAD): lets the nth write, fsync, rename or open below a folder fail.
 *
 * failing_arm(n, error, sticky, folder) begins to count; with `sticky` every call from the nth on fails, as on a full
 * disk. failing_count() says how many calls there were. Calls that only read are not counted, and never fail.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_long calls;
static long nth;
static int failure, sticky;
static char folder[PATH_MAX];

void failing_arm(long n, int error, int every, const char *below) {
    snprintf(folder, sizeof folder, "%s", below);
    failure = error, sticky = every, nth = n;
    atomic_store(&calls, 0);
}

long failing_count(void) { return atomic_load(&calls); }

static int fails(const char *path) {
    if (!folder[0] || strncmp(path, folder, strlen(folder)) != 0) return 0;
    long call = atomic_fetch_add(&calls, 1) + 1;
    if (!nth || (sticky ? call < nth : call != nth)) return 0;
    errno = failure;
    return 1;
}

static int fails_at(int directory, const char *path) {
    char whole[2 * PATH_MAX], link[64];
    if (path[0] == '/') return fails(path);
    if (directory == AT_FDCWD) {
        if (!getcwd(whole, PATH_MAX)) return 0;
    } else {
        snprintf(link, sizeof link, "/proc/self/fd/%d", directory);
        ssize_t length = readlink(link, whole, PATH_MAX - 1);
        if (length < 0) return 0;
        whole[length] = 0;
    }
    strncat(whole, "/", 2);
    strncat(whole, path, PATH_MAX - 1);
    return fails(whole);
}

static int fails_fd(int fd) {
    char link[64], path[PATH_MAX];
    if (!folder[0]) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return fails(path);
}

#define REAL(name) static __typeof__(&name) real; if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)
#define WRITES(flags) ((flags) & (O_WRONLY | O_RDWR | O_CREAT))
#define MODE(flags) mode_t mode = 0; if ((flags) & (O_CREAT | O_TMPFILE)) { va_list rest; va_start(rest, flags); mode = va_arg(rest, mode_t); va_end(rest); }

int open(const char *path, int flags, ...) { MODE(flags); REAL(open); return WRITES(flags) && fails_at(AT_FDCWD, path) ? -1 : real(path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags); REAL(open64); return WRITES(flags) && fails_at(AT_FDCWD, path) ? -1 : real(path, flags, mode); }
int openat(int at, const char *path, int flags, ...) { MODE(flags); REAL(openat); return WRITES(flags) && fails_at(at, path) ? -1 : real(at, path, flags, mode); }
int openat64(int at, const char *path, int flags, ...) { MODE(flags); REAL(openat64); return WRITES(flags) && fails_at(at, path) ? -1 : real(at, path, flags, mode); }
ssize_t write(int fd, const void *bytes, size_t count) { REAL(write); return fails_fd(fd) ? -1 : real(fd, bytes, count); }
ssize_t writev(int fd, const struct iovec *parts, int count) { REAL(writev); return fails_fd(fd) ? -1 : real(fd, parts, count); }
ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) { REAL(pwrite); return fails_fd(fd) ? -1 : real(fd, bytes, count, at); }
ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) { REAL(pwrite64); return fails_fd(fd) ? -1 : real(fd, bytes, count, at); }
int fsync(int fd) { REAL(fsync); return fails_fd(fd) ? -1 : real(fd); }
int fdatasync(int fd) { REAL(fdatasync); return fails_fd(fd) ? -1 : real(fd); }
int ftruncate(int fd, off_t length) { REAL(ftruncate); return fails_fd(fd) ? -1 : real(fd, length); }
int ftruncate64(int fd, off64_t length) { REAL(ftruncate64); return fails_fd(fd) ? -1 : real(fd, length); }
int mkdir(const char *path, mode_t mode) { REAL(mkdir); return fails_at(AT_FDCWD, path) ? -1 : real(path, mode); }
int symlink(const char *to, const char *path) { REAL(symlink); return fails_at(AT_FDCWD, path) ? -1 : real(to, path); }
int rename(const char *from, const char *to) { REAL(rename); return fails_at(AT_FDCWD, from) ? -1 : real(from, to); }
int renameat(int from_at, const char *from, int to_at, const char *to) { REAL(renameat); return fails_at(from_at, from) ? -1 : real(from_at, from, to_at, to); }
ssize_t copy_file_range(int from, off64_t *at, int to, off64_t *to_at, size_t count, unsigned flags) { REAL(copy_file_range); return fails_fd(to) ? -1 : real(from, at, to, to_at, count, flags); }
