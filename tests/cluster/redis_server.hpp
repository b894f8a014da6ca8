// A real Redis server for one test.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "cluster/redis_client.hpp"
#include "tests/support/process.hpp"

namespace harrier::testing_support {

/// Returns a port that nobody listens at.
inline std::uint16_t free_port() {
  const int made = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  bind(made, reinterpret_cast<sockaddr*>(&address), size);
  getsockname(made, reinterpret_cast<sockaddr*>(&address), &size);
  close(made);
  return ntohs(address.sin_port);
}

class RedisServer {
 public:
  explicit RedisServer(std::vector<std::string> settings = {}) : settings_(std::move(settings)) {
    start();
  }
  ~RedisServer() { kill(); }
  RedisServer(const RedisServer&) = delete;
  RedisServer& operator=(const RedisServer&) = delete;

  void start() {
    std::vector<std::string> arguments{
        "--port", std::to_string(port_), "--bind",   "127.0.0.1", "--save",      "", "--appendonly",
        "yes",    "--appendfsync",       "everysec", "--dir",     folder_.path()};
    arguments.insert(arguments.end(), settings_.begin(), settings_.end());
    running_ = std::make_unique<Running>(Command{.binary = HARRIER_REDIS,
                                                 .arguments = arguments,
                                                 .invoked_as = {},
                                                 .environment = {},
                                                 .folder = folder_.path()});
    if (!running_->wait_for("Ready to accept connections")) {
      throw std::runtime_error("redis-server does not start: " + running_->finish().out);
    }
  }
  /// Ends it at once, as a crash would.
  void kill() {
    running_->send_signal(SIGKILL);
    running_->finish();
  }
  /// Returns how much it has on its disk.
  std::uintmax_t bytes_on_disk() const { return std::filesystem::file_size(log_file()); }
  /// Takes the end off what it has on its disk, as a crash of the machine would, but nothing of its
  /// first bytes.
  void lose(double share, std::uintmax_t kept) {
    const auto left = static_cast<double>(bytes_on_disk()) * (1 - share);
    std::filesystem::resize_file(log_file(), std::max(kept, static_cast<std::uintmax_t>(left)));
  }

  std::uint16_t port() const { return port_; }
  const TemporaryFolder& folder() const { return folder_; }
  std::string url(const std::string& run, const std::string& settings = "lease=1") const {
    return "redis://127.0.0.1:" + std::to_string(port_) + "/" + run + "?" + settings;
  }

 private:
  std::filesystem::path log_file() const {
    for (const auto& file : std::filesystem::recursive_directory_iterator(folder_.path())) {
      if (file.path().string().ends_with(".incr.aof")) return file.path();
    }
    throw std::runtime_error("redis-server has no append-only file");
  }

  const std::vector<std::string> settings_;
  const TemporaryFolder folder_;
  const std::uint16_t port_ = free_port();
  std::unique_ptr<Running> running_;
};

}  // namespace harrier::testing_support
