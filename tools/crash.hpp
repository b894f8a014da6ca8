// A program that crashes while it is explored: say so, with what is known, and end with a status.
#pragma once

#include <string>
#include <string_view>

namespace harrier::tools {

/// Stands in a prepared report for what only the crash itself tells.
inline constexpr std::string_view crash_cause_mark =
    "\x01"
    "cause"
    "\x01";

/// Prints a prepared report and ends with the status of a violation when the program crashes: by a
/// signal (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT) or by std::terminate. One may live at a time.
///
/// A crash leaves no way back, so the report is made before, in full, with marks where the cause
/// goes; the handler only writes. The schedule of the running execution belongs here too, as soon
/// as the explorer keeps it where a signal handler can read it.
class CrashGuard {
 public:
  explicit CrashGuard(std::string report);
  CrashGuard(const CrashGuard&) = delete;
  CrashGuard& operator=(const CrashGuard&) = delete;
  ~CrashGuard();
};

}  // namespace harrier::tools
