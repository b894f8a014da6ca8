// A connection over which bytes go to a server and come back, plain or encrypted.
#pragma once

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "cluster/store_url.hpp"

namespace harrier {

/// Thrown where a connection cannot be made or has broken: another one may do.
class ChannelError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Channel {
 public:
  Channel() = default;
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;
  virtual ~Channel() = default;

  virtual void send(std::string_view bytes) = 0;
  /// Waits for some bytes and appends them.
  virtual void receive(std::string& bytes) = 0;
};

/// Connects to a server; throws ChannelError where it is not there, UsageError where it never can.
std::unique_ptr<Channel> connect_to(const StoreUrl& url);
/// Speaks TLS over a connected socket, which it closes.
std::unique_ptr<Channel> secure(int socket, const StoreUrl& url);

}  // namespace harrier
