// Connections that are encrypted, by the OpenSSL library of the system.
//
// It is loaded where somebody asks for such a connection: no program that is checked needs it to be
// built, and its functions used here have been the same since OpenSSL 1.1.
#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <ctime>
#include <utility>

#include "cluster/channel.hpp"
#include "harrier/usage_error.hpp"

namespace harrier {

namespace {

// As in its headers.
constexpr int verify_peer = 1;
constexpr int set_server_name = 55;
constexpr long type_host_name = 0;

/// The functions of the library.
struct Library {
  void* handle = nullptr;
  const void* (*client_method)() = nullptr;
  void* (*new_context)(const void*) = nullptr;
  void (*free_context)(void*) = nullptr;
  int (*trust_defaults)(void*) = nullptr;
  int (*trust_file)(void*, const char*, const char*) = nullptr;
  void (*set_verify)(void*, int, void*) = nullptr;
  void* (*new_session)(void*) = nullptr;
  void (*free_session)(void*) = nullptr;
  int (*set_socket)(void*, int) = nullptr;
  int (*expect_host)(void*, const char*) = nullptr;
  long (*control)(void*, int, long, void*) = nullptr;
  int (*connect)(void*) = nullptr;
  int (*read)(void*, void*, int) = nullptr;
  int (*write)(void*, const void*, int) = nullptr;
  long (*verify_result)(const void*) = nullptr;

  template <class Function>
  void find(Function& function, const char* name) const {
    function = reinterpret_cast<Function>(dlsym(handle, name));
    if (function == nullptr) throw UsageError("the OpenSSL library lacks " + std::string(name));
  }
};

Library load() {
  Library library;
  for (const char* const name : {"libssl.so.3", "libssl.so.1.1"}) {
    library.handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library.handle != nullptr) break;
  }
  if (library.handle == nullptr) {
    throw UsageError("rediss needs the OpenSSL library libssl.so.3, which is not installed");
  }
  library.find(library.client_method, "TLS_client_method");
  library.find(library.new_context, "SSL_CTX_new");
  library.find(library.free_context, "SSL_CTX_free");
  library.find(library.trust_defaults, "SSL_CTX_set_default_verify_paths");
  library.find(library.trust_file, "SSL_CTX_load_verify_locations");
  library.find(library.set_verify, "SSL_CTX_set_verify");
  library.find(library.new_session, "SSL_new");
  library.find(library.free_session, "SSL_free");
  library.find(library.set_socket, "SSL_set_fd");
  library.find(library.expect_host, "SSL_set1_host");
  library.find(library.control, "SSL_ctrl");
  library.find(library.connect, "SSL_connect");
  library.find(library.read, "SSL_read");
  library.find(library.write, "SSL_write");
  library.find(library.verify_result, "SSL_get_verify_result");
  return library;
}

const Library& library() {
  static const Library loaded = load();
  return loaded;
}

/// Writing where nobody reads is an error here, and no signal that the program would meet.
class NoPipeSignal {
 public:
  NoPipeSignal() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~NoPipeSignal() {
    const timespec at_once{};
    sigtimedwait(&pipe_, nullptr, &at_once);
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  NoPipeSignal(const NoPipeSignal&) = delete;
  NoPipeSignal& operator=(const NoPipeSignal&) = delete;

 private:
  sigset_t pipe_{};
  sigset_t before_{};
};

class Secure final : public Channel {
 public:
  Secure(int socket, const StoreUrl& url)
      : socket_(socket), context_(library().new_context(library().client_method())) {
    library().trust_defaults(context_);
    if (!url.authorities.empty() &&
        library().trust_file(context_, url.authorities.c_str(), nullptr) != 1) {
      release();
      throw UsageError("'" + url.authorities + "' has no certificates that can be read");
    }
    library().set_verify(context_, verify_peer, nullptr);
    session_ = library().new_session(context_);
    library().set_socket(session_, socket_);
    library().expect_host(session_, url.host.c_str());
    std::string host = url.host;
    library().control(session_, set_server_name, type_host_name, host.data());
    const NoPipeSignal quiet;
    if (library().connect(session_) == 1) return;
    const long refused = library().verify_result(session_);
    release();
    if (refused != 0) {
      throw UsageError("the certificate of " + url.host +
                       " is not to be trusted (OpenSSL's reason " + std::to_string(refused) +
                       "); '?ca=FILE' names whom to trust");
    }
    throw ChannelError("the server does not speak TLS, or has ended it");
  }
  ~Secure() override { release(); }

  void send(std::string_view bytes) override {
    constexpr std::size_t most = 1U << 20U;
    const NoPipeSignal quiet;
    while (!bytes.empty()) {
      const auto count = static_cast<int>(std::min(bytes.size(), most));
      const int sent = library().write(session_, bytes.data(), count);
      if (sent <= 0) throw ChannelError("the connection has broken");
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
  }

  void receive(std::string& bytes) override {
    std::array<char, std::size_t{1} << 16> block;
    const int got = library().read(session_, block.data(), static_cast<int>(block.size()));
    if (got <= 0) throw ChannelError("the connection has broken");
    bytes.append(block.data(), static_cast<std::size_t>(got));
  }

 private:
  void release() {
    if (session_ != nullptr) library().free_session(std::exchange(session_, nullptr));
    if (context_ != nullptr) library().free_context(std::exchange(context_, nullptr));
    if (socket_ >= 0) ::close(std::exchange(socket_, -1));
  }

  int socket_;
  void* context_;
  void* session_ = nullptr;
};

}  // namespace

std::unique_ptr<Channel> secure(int socket, const StoreUrl& url) {
  return std::make_unique<Secure>(socket, url);
}

}  // namespace harrier
