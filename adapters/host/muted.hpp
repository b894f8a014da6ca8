// Throws away what a program prints while it runs.
#pragma once

#include <cstdio>
#include <iostream>
#include <streambuf>
#include <utility>

namespace harrier::host {

/// Points the standard streams to nowhere for as long as it exists. No system call is made.
class Muted {
 public:
  explicit Muted(bool wanted) : active_(wanted && stdout != nowhere()) {
    if (!active_) return;
    out_ = std::exchange(stdout, nowhere());
    error_ = std::exchange(stderr, nowhere());
    cout_ = std::cout.rdbuf(&silence());
    cerr_ = std::cerr.rdbuf(&silence());
    clog_ = std::clog.rdbuf(&silence());
  }
  ~Muted() {
    if (!active_) return;
    stdout = out_;
    stderr = error_;
    std::cout.rdbuf(cout_);
    std::cerr.rdbuf(cerr_);
    std::clog.rdbuf(clog_);
  }
  Muted(const Muted&) = delete;
  Muted& operator=(const Muted&) = delete;

 private:
  struct Silence : std::streambuf {
    int overflow(int c) override { return c == traits_type::eof() ? 0 : c; }
    std::streamsize xsputn(const char*, std::streamsize count) override { return count; }
  };
  static std::FILE* nowhere() {
    static std::FILE* const file = std::fopen("/dev/null", "w");
    return file;
  }
  static Silence& silence() {
    static Silence buffer;
    return buffer;
  }

  bool active_;
  std::FILE* out_ = nullptr;
  std::FILE* error_ = nullptr;
  std::streambuf* cout_ = nullptr;
  std::streambuf* cerr_ = nullptr;
  std::streambuf* clog_ = nullptr;
};

}  // namespace harrier::host
