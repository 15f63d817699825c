// Lets calls on files below a folder fail, by LD_PRELOAD: some reads, writes, syncs and listings at random (chaos.sh, which builds it:
// cc -shared -fPIC -o faults.so faults.c), or one call of any kind (tests/tools/run/failing_calls_test.py).
//
// FAULTS_FOLDER       the folder, an absolute path without links; other files, such as libraries, never fail
// FAULTS_PROBABILITY  of each read, write, sync and listing, from 0 to 1; the error is EIO
// FAULTS_AT           the number of the call that fails, from 1; all kinds are counted
// FAULTS_NAME         with FAULTS_AT, only calls that name a file so count, such as openat
// FAULTS_ERROR        the number of its error
// FAULTS_COUNT        a file to which a byte is appended for each failure; with FAULTS_AT, a line with the name of each call
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static const char* folder;
static const char* only;
static double probability;
static long fails_at, error_number;
static _Atomic long calls;
static int count_fd = -1;
static _Atomic uint64_t state;

__attribute__((constructor)) static void Begin(void) {
  folder = getenv("FAULTS_FOLDER");
  const char* text = getenv("FAULTS_PROBABILITY");
  if (folder != NULL && text != NULL) probability = strtod(text, NULL);
  const char* at = getenv("FAULTS_AT");
  if (folder != NULL && at != NULL) fails_at = atol(at);
  only = getenv("FAULTS_NAME");
  const char* error = getenv("FAULTS_ERROR");
  error_number = error != NULL ? atol(error) : EIO;
  const char* count = getenv("FAULTS_COUNT");
  if (count != NULL) count_fd = open(count, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  state = (uint64_t)now.tv_nsec * 1000003 + (uint64_t)getpid();
}

// SplitMix64, uniform in [0, 1).
static double Draw(void) {
  uint64_t z = atomic_fetch_add(&state, 0x9E3779B97F4A7C15u) + 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return (double)((z ^ (z >> 31)) >> 11) / 9007199254740992.0;
}

static int IsBelow(const char* path) {
  const size_t length = strlen(folder);
  return strncmp(path, folder, length) == 0 && path[length] == '/';
}

// Sets the path of an open file and returns 1, or 0 if it has none.
static int PathOf(int fd, char path[PATH_MAX]) {
  char link[32];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  const ssize_t size = readlink(link, path, PATH_MAX - 1);
  if (size >= 0) path[size] = 0;
  return size >= 0;
}

static int IsInFolder(int fd) {
  char path[PATH_MAX];
  return PathOf(fd, path) && IsBelow(path);
}

// Whether what lies in this open folder is below the folder.
static int IsFolderOrInIt(int fd) {
  char path[PATH_MAX];
  return PathOf(fd, path) && (strcmp(path, folder) == 0 || IsBelow(path));
}

// Counts a call on a file below the folder. Sets errno if it is the one that shall fail.
static int IsTheOne(const char* name) {
  if (count_fd >= 0) {
    char line[64];
    const int size = snprintf(line, sizeof line, "%s\n", name);
    syscall(SYS_write, count_fd, line, size);
  }
  if (atomic_fetch_add(&calls, 1) + 1 != fails_at) return 0;
  errno = (int)error_number;
  return 1;
}

// Sets errno if the call on an open file is the one that shall fail.
static int IsTheCall(const char* name, int fd) {
  const int saved = errno;
  if (fails_at > 0 && only == NULL && IsInFolder(fd) && IsTheOne(name)) return 1;
  errno = saved;
  return 0;
}

// The same, or if it shall fail at random.
static int Fails(const char* name, int fd) {
  if (fails_at > 0) return IsTheCall(name, fd);
  const int saved = errno;
  if (probability > 0 && Draw() < probability && IsInFolder(fd)) {
    if (count_fd >= 0) syscall(SYS_write, count_fd, "x", 1);
    errno = EIO;
    return 1;
  }
  errno = saved;
  return 0;
}

// Sets errno if the call on a path, which counts from the folder `at`, is the one that shall fail.
static int PathFails(const char* name, int at, const char* path) {
  if (fails_at <= 0 || (only != NULL && strcmp(path, only) != 0)) return 0;
  const int saved = errno;
  const int is_below = path[0] == '/' || at == AT_FDCWD ? IsBelow(path) : IsFolderOrInIt(at);
  if (is_below && IsTheOne(name)) return 1;
  errno = saved;
  return 0;
}

// The next definition of the function, found once.
#define NEXT(name, ...)                                                  \
  static _Atomic(void*) found;                                           \
  void* next = atomic_load(&found);                                      \
  if (next == NULL) atomic_store(&found, next = dlsym(RTLD_NEXT, #name)); \
  return ((__typeof__(&name))next)(__VA_ARGS__)

ssize_t read(int fd, void* data, size_t size) {
  if (Fails("read", fd)) return -1;
  NEXT(read, fd, data, size);
}
ssize_t pread(int fd, void* data, size_t size, off_t offset) {
  if (Fails("pread", fd)) return -1;
  NEXT(pread, fd, data, size, offset);
}
ssize_t pread64(int fd, void* data, size_t size, off64_t offset) {
  if (Fails("pread64", fd)) return -1;
  NEXT(pread64, fd, data, size, offset);
}
ssize_t readv(int fd, const struct iovec* parts, int count) {
  if (Fails("readv", fd)) return -1;
  NEXT(readv, fd, parts, count);
}
ssize_t write(int fd, const void* data, size_t size) {
  if (Fails("write", fd)) return -1;
  NEXT(write, fd, data, size);
}
ssize_t pwrite(int fd, const void* data, size_t size, off_t offset) {
  if (Fails("pwrite", fd)) return -1;
  NEXT(pwrite, fd, data, size, offset);
}
ssize_t pwrite64(int fd, const void* data, size_t size, off64_t offset) {
  if (Fails("pwrite64", fd)) return -1;
  NEXT(pwrite64, fd, data, size, offset);
}
ssize_t writev(int fd, const struct iovec* parts, int count) {
  if (Fails("writev", fd)) return -1;
  NEXT(writev, fd, parts, count);
}
int fsync(int fd) {
  if (Fails("fsync", fd)) return -1;
  NEXT(fsync, fd);
}
int fdatasync(int fd) {
  if (Fails("fdatasync", fd)) return -1;
  NEXT(fdatasync, fd);
}
int ftruncate(int fd, off_t size) {
  if (IsTheCall("ftruncate", fd)) return -1;
  NEXT(ftruncate, fd, size);
}
int fstat(int fd, struct stat* out) {
  if (IsTheCall("fstat", fd)) return -1;
  NEXT(fstat, fd, out);
}
int flock(int fd, int operation) {
  if (IsTheCall("flock", fd)) return -1;
  NEXT(flock, fd, operation);
}
// The file is closed all the same, as with Linux.
int close(int fd) {
  if (IsTheCall("close", fd)) {
    syscall(SYS_close, fd);
    return -1;
  }
  NEXT(close, fd);
}
static mode_t ModeOf(int flags, va_list arguments) { return flags & (O_CREAT | __O_TMPFILE) ? va_arg(arguments, mode_t) : 0; }
int open(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = ModeOf(flags, arguments);
  va_end(arguments);
  if (PathFails("open", AT_FDCWD, path)) return -1;
  NEXT(open, path, flags, mode);
}
int openat(int at, const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = ModeOf(flags, arguments);
  va_end(arguments);
  if (PathFails("openat", at, path)) return -1;
  NEXT(openat, at, path, flags, mode);
}
FILE* fopen(const char* path, const char* mode) {
  if (PathFails("fopen", AT_FDCWD, path)) return NULL;
  NEXT(fopen, path, mode);
}
DIR* opendir(const char* path) {
  if (PathFails("opendir", AT_FDCWD, path)) return NULL;
  NEXT(opendir, path);
}
struct dirent* readdir(DIR* directory) {
  const int fd = dirfd(directory);
  if (telldir(directory) == 0 ? Fails("readdir", fd) : IsTheCall("readdir", fd)) return NULL;
  NEXT(readdir, directory);
}
int stat(const char* path, struct stat* out) {
  if (PathFails("stat", AT_FDCWD, path)) return -1;
  NEXT(stat, path, out);
}
int lstat(const char* path, struct stat* out) {
  if (PathFails("lstat", AT_FDCWD, path)) return -1;
  NEXT(lstat, path, out);
}
int mkdir(const char* path, mode_t mode) {
  if (PathFails("mkdir", AT_FDCWD, path)) return -1;
  NEXT(mkdir, path, mode);
}
int link(const char* from, const char* to) {
  if (PathFails("link", AT_FDCWD, to)) return -1;
  NEXT(link, from, to);
}
int rename(const char* from, const char* to) {
  if (PathFails("rename", AT_FDCWD, to)) return -1;
  NEXT(rename, from, to);
}
int renameat2(int from_at, const char* from, int to_at, const char* to, unsigned flags) {
  if (PathFails("renameat2", to_at, to)) return -1;
  NEXT(renameat2, from_at, from, to_at, to, flags);
}
int fstatat(int at, const char* path, struct stat* out, int flags) {
  if (PathFails("fstatat", at, path)) return -1;
  NEXT(fstatat, at, path, out, flags);
}
int mkdirat(int at, const char* path, mode_t mode) {
  if (PathFails("mkdirat", at, path)) return -1;
  NEXT(mkdirat, at, path, mode);
}
int linkat(int from_at, const char* from, int to_at, const char* to, int flags) {
  if (PathFails("linkat", to_at, to)) return -1;
  NEXT(linkat, from_at, from, to_at, to, flags);
}
int renameat(int from_at, const char* from, int to_at, const char* to) {
  if (PathFails("renameat", to_at, to)) return -1;
  NEXT(renameat, from_at, from, to_at, to);
}
int unlink(const char* path) {
  if (PathFails("unlink", AT_FDCWD, path)) return -1;
  NEXT(unlink, path);
}
int unlinkat(int at, const char* path, int flags) {
  if (PathFails("unlinkat", at, path)) return -1;
  NEXT(unlinkat, at, path, flags);
}
int remove(const char* path) {
  if (PathFails("remove", AT_FDCWD, path)) return -1;
  NEXT(remove, path);
}
