// Clients ask for a lock again and again until it is free: an execution may go on for ever, and
// only one that is not fair does.
#include <string_view>
#include <vector>

#include "harrier/harrier.hpp"

namespace {

class Client;

struct Ask {
  harrier::Ref<Client> client;
};
struct Release {};

class Lock : public harrier::Actor<Lock> {
 public:
  void on(const Ask& ask);
  void on(Release) { taken_ = false; }

 private:
  HARRIER_FIELD(taken_, harrier::Tracked<bool>) = false;
};

struct Start {};
struct Busy {};
struct Granted {};

class Client : public harrier::Actor<Client> {
 public:
  Client(harrier::Ref<Lock> lock, bool keeps) : lock_(lock), keeps_(keeps) {}

  void on(Start) { send(lock_, Ask{self()}); }
  void on(Busy) { send(lock_, Ask{self()}); }
  void on(Granted) {
    served_ = true;
    if (!keeps_.get()) send(lock_, Release{});
  }
  bool was_served() const { return served_.get(); }

 private:
  harrier::Constant<harrier::Ref<Lock>> lock_;
  harrier::Constant<bool> keeps_;
  HARRIER_FIELD(served_, harrier::Tracked<bool>) = false;
};

void Lock::on(const Ask& ask) {
  if (taken_) {
    send(ask.client, Busy{});
  } else {
    taken_ = true;
    send(ask.client, Granted{});
  }
}

void set_up(harrier::System& system, const harrier::Arguments& arguments) {
  const auto lock = system.spawn<Lock>();
  const bool keeps = arguments.word("flaw") == "keeps";
  std::vector<harrier::Ref<Client>> clients;
  for (int i = 0; i < arguments.number("clients"); ++i) {
    clients.push_back(system.spawn<Client>(lock, keeps));
    system.send(clients.back(), Start{});
  }
  system.eventually("every client was served", [clients](const harrier::End& now) {
    for (const auto client : clients) {
      if (!now.actor(client).was_served()) return false;
    }
    return true;
  });
}

const harrier::Register retry("retry", "clients ask for a lock again until it is free",
                              {harrier::number("clients", 2, 1, 8, "how many"),
                               harrier::word("flaw", {"none", "keeps"}, "what is wrong")},
                              set_up);

}  // namespace
