// Standard input of a program that is executed again and again.
#include "host/input.hpp"

#include <fcntl.h>
#include <poll.h>
#include <stdio_ext.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <iostream>

namespace harrier::host {

namespace {

// How long it is waited for the first bytes of a pipe, which may be one that nobody writes into.
constexpr int wait_max_ms = 200;
// More than that is no input that a program reads at its beginning.
constexpr std::size_t kept_bytes_max = std::size_t{64} << 20;

/// The functions of the C library that wait and read are the program's.
long read_some(char* to, std::size_t bytes) { return syscall(SYS_read, STDIN_FILENO, to, bytes); }

bool has_soon() {
  pollfd input = {STDIN_FILENO, POLLIN, 0};
  const timespec longest = {0, wait_max_ms * 1'000'000L};
  return syscall(SYS_ppoll, &input, 1, &longest, nullptr, 0) > 0;
}

/// Puts a file in the place of a pipe.
void keep_pipe() {
  if (!has_soon()) return;
  const int file = memfd_create("input", MFD_CLOEXEC);
  if (file < 0) return;
  std::array<char, 65'536> part;
  std::size_t kept = 0;
  for (long count = 0; kept < kept_bytes_max; kept += static_cast<std::size_t>(count)) {
    count = read_some(part.data(), part.size());
    if (count <= 0) break;
    if (syscall(SYS_write, file, part.data(), count) != count) break;
  }
  dup2(file, STDIN_FILENO);
  close(file);
  lseek(STDIN_FILENO, 0, SEEK_SET);
}

/// Returns where input begins; -1 where it cannot be put back.
off_t find_begin() {
  struct stat what = {};
  if (fstat(STDIN_FILENO, &what) != 0) return -1;
  if (S_ISFIFO(what.st_mode) || S_ISSOCK(what.st_mode)) keep_pipe();
  return lseek(STDIN_FILENO, 0, SEEK_CUR);
}

}  // namespace

void read_input_anew() {
  static const off_t begin = find_begin();
  if (begin < 0) return;
  const int error = errno;
  lseek(STDIN_FILENO, begin, SEEK_SET);
  __fpurge(stdin);
  std::clearerr(stdin);
  std::cin.clear();
  errno = error;
}

}  // namespace harrier::host
