// Asks a Redis server, over a new connection where the one before has broken.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cluster/channel.hpp"
#include "cluster/resp.hpp"

namespace harrier {

class RedisClient {
 public:
  explicit RedisClient(StoreUrl url) : url_(std::move(url)) {}

  /// Asks, again and again where the server is away, for as long as the address says; so what is
  /// asked may have been done twice. Throws UsageError where the server is away for longer or
  /// answers with an error.
  ServerReply ask(const std::vector<std::string>& words);
  /// Runs a script on the server, which is told its text once.
  ServerReply run(std::string_view script, std::span<const std::string> keys,
                  std::span<const std::string> arguments);

  const StoreUrl& url() const { return url_; }

 private:
  ServerReply ask_once(const std::vector<std::string>& words);
  ServerReply ask_until_ready(const std::vector<std::string>& words);
  ServerReply checked(ServerReply reply) const;
  void connect();

  const StoreUrl url_;
  std::unique_ptr<Channel> channel_;
  std::string received_;
  std::map<std::string, std::string, std::less<>> scripts_;  ///< what the server calls them
};

}  // namespace harrier
