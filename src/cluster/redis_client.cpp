// Asks a Redis server, over a new connection where the one before has broken.
#include "cluster/redis_client.hpp"

#include <chrono>
#include <thread>

#include "harrier/usage_error.hpp"

namespace harrier {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds try_again_after{100};

/// Tells whether a server that answers so will answer otherwise soon.
bool is_not_ready(const ServerReply& reply) {
  return reply.kind == ServerReply::Kind::error &&
         (reply.text.starts_with("LOADING") || reply.text.starts_with("BUSY") ||
          reply.text.starts_with("MASTERDOWN") || reply.text.starts_with("TRYAGAIN"));
}

}  // namespace

ServerReply RedisClient::ask_once(const std::vector<std::string>& words) {
  channel_->send(request_text(words));
  received_.clear();
  while (true) {
    std::string_view text = received_;
    if (std::optional<ServerReply> reply = take_reply(text)) return std::move(*reply);
    channel_->receive(received_);
  }
}

void RedisClient::connect() {
  channel_ = connect_to(url_);
  if (url_.password.empty()) return;
  std::vector<std::string> words{"AUTH"};
  if (!url_.user.empty()) words.push_back(url_.user);
  words.push_back(url_.password);
  const ServerReply reply = ask_once(words);
  if (reply.kind == ServerReply::Kind::error && !is_not_ready(reply)) {
    throw UsageError(url_.shown() + " refuses the password: " + reply.text);
  }
}

ServerReply RedisClient::ask_until_ready(const std::vector<std::string>& words) {
  const Clock::time_point begin = Clock::now();
  while (true) {
    std::string why;
    try {
      if (!channel_) connect();
      ServerReply reply = ask_once(words);
      if (!is_not_ready(reply)) return reply;
      why = reply.text;
    } catch (const ChannelError& error) {
      channel_.reset();
      why = error.what();
    }
    const std::chrono::duration<double> away = Clock::now() - begin;
    if (away.count() >= url_.patience_seconds) {
      throw UsageError("the store " + url_.shown() + " cannot be reached: " + why);
    }
    std::this_thread::sleep_for(try_again_after);
  }
}

ServerReply RedisClient::checked(ServerReply reply) const {
  if (reply.kind == ServerReply::Kind::error) {
    throw UsageError(url_.shown() + " answers: " + reply.text);
  }
  return reply;
}

ServerReply RedisClient::ask(const std::vector<std::string>& words) {
  return checked(ask_until_ready(words));
}

ServerReply RedisClient::run(std::string_view script, std::span<const std::string> keys,
                             std::span<const std::string> arguments) {
  auto known = scripts_.find(script);
  if (known == scripts_.end()) {
    const ServerReply name = ask({"SCRIPT", "LOAD", std::string(script)});
    known = scripts_.emplace(script, name.text).first;
  }
  std::vector<std::string> words{"EVALSHA", known->second, std::to_string(keys.size())};
  words.insert(words.end(), keys.begin(), keys.end());
  words.insert(words.end(), arguments.begin(), arguments.end());
  ServerReply reply = ask_until_ready(words);
  if (reply.kind == ServerReply::Kind::error && reply.text.starts_with("NOSCRIPT")) {
    // It was started again since, and learns the script by that.
    words[0] = "EVAL";
    words[1] = script;
    reply = ask_until_ready(words);
  }
  return checked(std::move(reply));
}

}  // namespace harrier
