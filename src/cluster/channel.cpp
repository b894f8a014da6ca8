// A connection over which bytes go to a server and come back.
#include "cluster/channel.hpp"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace harrier {

namespace {

/// A server that says nothing for so long is taken for dead.
constexpr time_t silence_seconds = 10;

class Socket final : public Channel {
 public:
  explicit Socket(int socket) : socket_(socket) {}
  ~Socket() override { ::close(socket_); }

  void send(std::string_view bytes) override {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent < 0 && errno == EINTR) continue;
      if (sent <= 0) throw ChannelError("the connection has broken");
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
  }

  void receive(std::string& bytes) override {
    std::array<char, std::size_t{1} << 16> block;
    while (true) {
      const ssize_t got = ::recv(socket_, block.data(), block.size(), 0);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) throw ChannelError("the connection has broken");
      bytes.append(block.data(), static_cast<std::size_t>(got));
      return;
    }
  }

 private:
  int socket_;
};

int connected(const addrinfo& address) {
  const int made = ::socket(address.ai_family, address.ai_socktype | SOCK_CLOEXEC, 0);
  if (made < 0) return -1;
  const timeval silence{.tv_sec = silence_seconds, .tv_usec = 0};
  const int yes = 1;
  setsockopt(made, SOL_SOCKET, SO_RCVTIMEO, &silence, sizeof(silence));
  setsockopt(made, SOL_SOCKET, SO_SNDTIMEO, &silence, sizeof(silence));
  setsockopt(made, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
  if (::connect(made, address.ai_addr, address.ai_addrlen) == 0) return made;
  ::close(made);
  return -1;
}

}  // namespace

std::unique_ptr<Channel> connect_to(const StoreUrl& url) {
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int failed =
      getaddrinfo(url.host.c_str(), std::to_string(url.port).c_str(), &wanted, &found);
  if (failed != 0) throw ChannelError(gai_strerror(failed));
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> addresses(found, &freeaddrinfo);
  for (const addrinfo* one = found; one != nullptr; one = one->ai_next) {
    const int socket = connected(*one);
    if (socket < 0) continue;
    if (url.tls) return secure(socket, url);
    return std::make_unique<Socket>(socket);
  }
  throw ChannelError(std::strerror(errno));
}

}  // namespace harrier
