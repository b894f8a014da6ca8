// The address of a shared exploration:
// redis://[user:password@]host[:port]/run[?lease=S&patience=S].
#pragma once

#include <cstdint>
#include <string>

namespace harrier {

struct StoreUrl {
  bool tls = false;  ///< rediss
  std::string user;
  std::string password;
  std::string host;
  std::uint16_t port = 6379;
  std::string run;
  double lease_seconds = 15;     ///< a task whose worker is silent for so long is given to another
  double patience_seconds = 60;  ///< a server that is away for so long is given up
  std::string authorities;       ///< a file with certificates to trust, beside the system's

  /// Reads one; throws UsageError that says what is wrong with it.
  static StoreUrl parse(const std::string& text);
  /// Tells whether a text is meant to be one.
  static bool looks_like(const std::string& text);
  /// Returns it without what is secret.
  std::string shown() const;
};

}  // namespace harrier
