// Pairs of clients take turns for ever by Peterson's handshake: each says that it wants to enter
// and lets the other go first, and enters once the other does not want to or has let it.
#include <array>
#include <string_view>

#include "harrier/harrier.hpp"

namespace {

class Client;

struct Want {
  harrier::Ref<Client> client;
  int place;
};
struct Look {
  harrier::Ref<Client> client;
  int place;
};
struct Leave {
  harrier::Ref<Client> client;
  int place;
};

/// What two clients write and look at.
class Registers : public harrier::Actor<Registers> {
 public:
  explicit Registers(bool polite) : polite_(polite) {}
  void on(const Want& m);
  void on(const Look& m);
  void on(const Leave& m);

 private:
  harrier::Constant<bool> polite_;
  HARRIER_FIELD(wants_, harrier::Tracked<std::array<bool, 2>>);
  HARRIER_FIELD(first_, harrier::Tracked<int>) = 0;
  HARRIER_FIELD(inside_, harrier::Tracked<int>) = 0;
};

struct Again {};
struct Noted {};
struct Seen {
  bool is_free;
};

class Client : public harrier::Actor<Client> {
 public:
  Client(harrier::Ref<Registers> registers, int place) : registers_(registers), place_(place) {}
  void on(Again) { send(registers_, Want{self(), place_.get()}); }
  void on(Noted) { send(registers_, Look{self(), place_.get()}); }
  void on(Seen seen) {
    if (seen.is_free) {
      send(registers_, Leave{self(), place_.get()});
    } else {
      send(registers_, Look{self(), place_.get()});
    }
  }

 private:
  harrier::Constant<harrier::Ref<Registers>> registers_;
  harrier::Constant<int> place_;
};

void Registers::on(const Want& m) {
  auto wants = wants_.get();
  wants[static_cast<std::size_t>(m.place)] = true;
  wants_ = wants;
  if (polite_.get()) first_ = 1 - m.place;
  send(m.client, Noted{});
}

void Registers::on(const Look& m) {
  const bool is_free = !wants_.get()[static_cast<std::size_t>(1 - m.place)] || first_ == m.place;
  if (is_free) {
    inside_ = inside_ + 1;
    check(inside_ == 1, "one client is inside at a time");
  }
  send(m.client, Seen{is_free});
}

void Registers::on(const Leave& m) {
  inside_ = inside_ - 1;
  auto wants = wants_.get();
  wants[static_cast<std::size_t>(m.place)] = false;
  wants_ = wants;
  send(m.client, Again{});
}

void set_up(harrier::System& system, const harrier::Arguments& arguments) {
  for (int pair = 0; pair < arguments.number("pairs"); ++pair) {
    const auto registers = system.spawn<Registers>(arguments.word("flaw") != "impolite");
    for (const int place : {0, 1}) {
      system.send(system.spawn<Client>(registers, place), Again{});
    }
  }
}

const harrier::Register handshake("handshake",
                                  "pairs of clients take turns by Peterson's handshake",
                                  {harrier::number("pairs", 1, 1, 8, "how many"),
                                   harrier::word("flaw", {"none", "impolite"}, "what is wrong")},
                                  set_up);

}  // namespace
