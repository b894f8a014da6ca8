// Runs real processes for the tests of the command line and of whole outputs.
#pragma once

#include <sys/types.h>

#include <map>
#include <string>
#include <vector>

namespace harrier::testing_support {

/// What to run. The environment of the test is not passed on, so that results repeat.
struct Command {
  std::string binary;
  std::vector<std::string> arguments;
  std::string invoked_as;                          ///< argv[0]; the binary's file name if empty
  std::map<std::string, std::string> environment;  ///< beside PATH, LC_ALL=C.UTF-8, TERM=dumb
  std::string folder;                              ///< where to run; the test's own if empty
};

/// How it went.
struct Outcome {
  int status = -1;  ///< exit status, or 128 + the signal that ended it
  std::string out;
  std::string err;
};

/// Runs a command to its end. After a minute it is killed.
Outcome run(const Command& command);

/// A process that is still running.
class Running {
 public:
  explicit Running(const Command& command);
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  ~Running();

  void send_signal(int signal_number) const;
  /// Returns the processes that it has forked off, as far as they are there.
  std::vector<pid_t> children() const;
  /// Waits until the process has a handler for a signal: before, it would be killed by it.
  void wait_until_it_catches(int signal_number) const;
  /// Waits until stdout or stderr holds a text; false when the process ends without it.
  bool wait_for(const std::string& text);
  /// Waits for the end.
  Outcome finish();

 private:
  bool read_some();

  pid_t process_ = -1;
  int out_ = -1;
  int err_ = -1;
  double deadline_ = 0;
  Outcome outcome_;
};

/// Runs a command on a terminal of its own, 120 columns wide; stdout and stderr come together in
/// `out`.
Outcome run_on_terminal(const Command& command);

/// A folder for the files of one test, removed with it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  std::string path(const std::string& name) const { return path_ + "/" + name; }
  const std::string& path() const { return path_; }
  /// Lists the names of its files, sorted.
  std::vector<std::string> files() const;

 private:
  std::string path_;
};

/// Reads and writes whole files.
std::string contents_of(const std::string& file);
void write_file(const std::string& file, const std::string& content);

/// Replaces what the clock decides: `in 0.12 s` and `"seconds": 0.1` become `in N s`, `"seconds":
/// N`.
std::string without_clock(const std::string& text);

}  // namespace harrier::testing_support
