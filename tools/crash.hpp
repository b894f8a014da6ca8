// A program that crashes while it is explored: say so, with what is known, and end with a status.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace harrier::tools {

/// How much of a report is tried: after a crash everything may fail.
enum class CrashDetail : int { full, short_form };

/// Returns the report of a crash, given its cause.
using CrashReporter = std::function<std::string(std::string_view cause, CrashDetail detail)>;

/// Lets a report be written, whatever the program has limited since it was first guarded; not where
/// it took that for good.
void allow_output();

/// Prints a report and ends with the status of a violation when the program crashes: by a signal
/// that it raised or caused, or by std::terminate. One may live at a time.
///
/// The reporter runs inside the signal handler, where nothing is certain to work. Should it crash
/// in turn, or take more than two seconds, the short form is tried, and after that one fixed line
/// is printed. Where several threads crash, the first one tells.
class CrashGuard {
 public:
  explicit CrashGuard(CrashReporter reporter);
  CrashGuard(const CrashGuard&) = delete;
  CrashGuard& operator=(const CrashGuard&) = delete;
  ~CrashGuard();

  /// Lets the calling thread report a full stack, too.
  static void protect_thread();
};

}  // namespace harrier::tools
