// Lets reads, writes and syncs of files below a folder fail at random with EIO, by LD_PRELOAD. For chaos.sh, which builds
// it: cc -shared -fPIC -o faults.so faults.c
//
// FAULTS_FOLDER       the folder, an absolute path without links; other files, such as libraries, never fail
// FAULTS_PROBABILITY  of each call, from 0 to 1
// FAULTS_COUNT        a file to which one byte is appended for each failure
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static const char* folder;
static double probability;
static int count_fd = -1;
static _Atomic uint64_t state;

__attribute__((constructor)) static void Begin(void) {
  folder = getenv("FAULTS_FOLDER");
  const char* text = getenv("FAULTS_PROBABILITY");
  if (folder != NULL && text != NULL) probability = strtod(text, NULL);
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

static int IsInFolder(int fd) {
  char link[32], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  const ssize_t size = readlink(link, path, sizeof path - 1);
  if (size < 0) return 0;
  path[size] = 0;
  const size_t length = strlen(folder);
  return strncmp(path, folder, length) == 0 && path[length] == '/';
}

// Sets errno if the call shall fail.
static int Fails(int fd) {
  if (probability <= 0 || Draw() >= probability) return 0;
  const int saved = errno;
  if (!IsInFolder(fd)) {
    errno = saved;
    return 0;
  }
  if (count_fd >= 0) syscall(SYS_write, count_fd, "x", 1);
  errno = EIO;
  return 1;
}

// The next definition of the function, found once.
#define NEXT(name, ...)                                                  \
  static _Atomic(void*) found;                                           \
  void* next = atomic_load(&found);                                      \
  if (next == NULL) atomic_store(&found, next = dlsym(RTLD_NEXT, #name)); \
  return ((__typeof__(&name))next)(__VA_ARGS__)

ssize_t read(int fd, void* data, size_t size) {
  if (Fails(fd)) return -1;
  NEXT(read, fd, data, size);
}
ssize_t pread(int fd, void* data, size_t size, off_t offset) {
  if (Fails(fd)) return -1;
  NEXT(pread, fd, data, size, offset);
}
ssize_t pread64(int fd, void* data, size_t size, off64_t offset) {
  if (Fails(fd)) return -1;
  NEXT(pread64, fd, data, size, offset);
}
ssize_t readv(int fd, const struct iovec* parts, int count) {
  if (Fails(fd)) return -1;
  NEXT(readv, fd, parts, count);
}
ssize_t write(int fd, const void* data, size_t size) {
  if (Fails(fd)) return -1;
  NEXT(write, fd, data, size);
}
ssize_t pwrite(int fd, const void* data, size_t size, off_t offset) {
  if (Fails(fd)) return -1;
  NEXT(pwrite, fd, data, size, offset);
}
ssize_t pwrite64(int fd, const void* data, size_t size, off64_t offset) {
  if (Fails(fd)) return -1;
  NEXT(pwrite64, fd, data, size, offset);
}
ssize_t writev(int fd, const struct iovec* parts, int count) {
  if (Fails(fd)) return -1;
  NEXT(writev, fd, parts, count);
}
int fsync(int fd) {
  if (Fails(fd)) return -1;
  NEXT(fsync, fd);
}
int fdatasync(int fd) {
  if (Fails(fd)) return -1;
  NEXT(fdatasync, fd);
}
