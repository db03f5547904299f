/* Adds an offset, in microseconds, to what a process reads from the clock of the system. The offset
 * is the number in the file that MOVED_CLOCK_OFFSET names, and may change at any time. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int64_t offset(void) {
  static volatile int64_t *number;
  if (!number) {
    const char *path = getenv("MOVED_CLOCK_OFFSET");
    int file = path ? open(path, O_RDONLY) : -1;
    if (file < 0) {
      return 0;
    }
    void *mapped = mmap(NULL, sizeof *number, PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (mapped == MAP_FAILED) {
      return 0;
    }
    number = mapped;
  }
  return *number;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int result = syscall(SYS_clock_gettime, clock, now);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
    int64_t micros = offset();
    int64_t nanos = now->tv_nsec + micros % 1000000 * 1000;
    now->tv_sec += micros / 1000000 + (nanos >= 1000000000) - (nanos < 0);
    now->tv_nsec = (nanos + 1000000000) % 1000000000;
  }
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  (void)zone;
  struct timespec precise;
  int result = clock_gettime(CLOCK_REALTIME, &precise);
  now->tv_sec = precise.tv_sec;
  now->tv_usec = precise.tv_nsec / 1000;
  return result;
}

time_t time(time_t *seconds) {
  struct timespec precise;
  clock_gettime(CLOCK_REALTIME, &precise);
  if (seconds) {
    *seconds = precise.tv_sec;
  }
  return precise.tv_sec;
}
