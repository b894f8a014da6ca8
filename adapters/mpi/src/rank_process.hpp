// A rank as a process of its own, which runs in turns with the one that explores.
//
// It is forked off when it first runs, from a process in which no rank has run, so it has the
// program as it was loaded. The object lies in memory that both share.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

namespace harrier::mpi {

class RankProcess {
 public:
  RankProcess() = default;
  ~RankProcess() { clear(); }
  RankProcess(const RankProcess&) = delete;
  RankProcess& operator=(const RankProcess&) = delete;

  /// Ends the process, if there is one.
  void clear();
  /// Runs `body`, which must not return, in a new process, until that gives the turn back.
  void begin(const std::function<void()>& body);
  /// Gives it the turn until it gives it back, or is gone.
  void resume();
  bool has_ended() const { return has_ended_; }
  /// Says how the process came to an end that the rank did not come to; empty where it did not.
  std::string death() const;

  // For the process of the rank.
  void suspend();
  [[noreturn]] void end();
  /// Says that another thread than the rank's has called a function of MPI, and ends the process.
  [[noreturn]] void end_by_thread(const char* function);

 private:
  enum Turn : std::uint32_t { explorer, rank };

  void give(Turn to);
  void await_rank();

  std::atomic<std::uint32_t> turn_ = explorer;
  pid_t process_ = 0;
  pid_t explorer_ = 0;
  bool has_ended_ = false;
  bool is_gone_ = false;
  int status_ = 0;                               ///< as waitpid() tells it
  std::atomic<const char*> function_ = nullptr;  ///< that another thread has called
};

}  // namespace harrier::mpi
