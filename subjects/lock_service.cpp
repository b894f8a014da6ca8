// A lock that is leased to clients: a client whose lease has run out may write all the same, unless
// the store asks for the latest token.
#include <vector>

#include "harrier/harrier.hpp"

namespace {

class Client;

struct Acquire {
  harrier::Ref<Client> client;
};
struct Granted {
  int token;
};
struct Expire {
  int token;
};
struct Write {
  int token;
};
struct Start {};

/// Where clients write while they hold the lock.
class Store : public harrier::Actor<Store> {
 public:
  explicit Store(bool fenced) : fenced_(fenced) {}

  void on(Write m) {
    if (fenced_ && m.token < latest_) return;
    check(m.token >= latest_, "nobody writes after the next holder has");
    latest_ = m.token;
  }

 private:
  harrier::Constant<bool> fenced_;
  harrier::Tracked<int> latest_ = 0;
};

class Lock : public harrier::Actor<Lock> {
 public:
  void on(Acquire m);
  bool accepts(const Acquire&) const { return holder_ == 0; }

  void on(Expire m) {
    if (holder_ == m.token) holder_ = 0;
  }

 private:
  harrier::Tracked<int> holder_ = 0;  ///< its token; 0 for nobody
  harrier::Tracked<int> token_ = 0;   ///< the last one
};

class Client : public harrier::Actor<Client> {
 public:
  Client(harrier::Ref<Lock> lock, harrier::Ref<Store> store) : lock_(lock), store_(store) {}

  void on(Start) { send(lock_.get(), Acquire{self()}); }
  void on(Granted m) { send(store_.get(), Write{m.token}); }

 private:
  harrier::Constant<harrier::Ref<Lock>> lock_;
  harrier::Constant<harrier::Ref<Store>> store_;
};

void Lock::on(Acquire m) {
  token_ = token_ + 1;
  holder_ = token_.get();
  send(m.client, Granted{token_});
  send(self(), Expire{token_});  // a timer
}

void set_up(harrier::System& system, const harrier::Arguments& arguments) {
  const auto store = system.spawn<Store>(arguments.word("flaw") == "none");
  const auto lock = system.spawn<Lock>();
  std::vector<harrier::Ref<Client>> clients;
  for (int i = 0; i < arguments.number("clients"); ++i) {
    clients.push_back(system.spawn<Client>(lock, store));
    system.send(clients.back(), Start{});
  }
  system.interchangeable(clients);
}

const harrier::Register lock_service("lock-service",
                                     "clients write while they hold a lease, or think so",
                                     {harrier::number("clients", 2, 1, 8, "number of clients"),
                                      harrier::word("flaw", {"none", "unfenced"}, "what is wrong")},
                                     set_up);

}  // namespace
