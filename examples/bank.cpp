// A bank whose transfers are checked against a balance that may have changed meanwhile.
//
//   example_bank check bank                   finds the order that overdraws the account
//   example_bank check bank transfer=atomic   explores all orders of the repaired bank
#include "harrier/harrier.hpp"

namespace {

struct Balance {};
struct Deposit {
  int amount;
};
struct Withdraw {  // takes the amount, whatever the balance is
  int amount;
};
struct TryWithdraw {  // takes the amount if the balance allows it, and says whether it did
  int amount;
};
struct Transfer {
  int amount;
};

class Account : public harrier::Actor<Account> {
 public:
  explicit Account(int balance) : balance_(balance) {}

  int on(Balance) { return balance_; }
  void on(Deposit m) { balance_ += m.amount; }
  void on(Withdraw m) {
    balance_ -= m.amount;
    check(balance_ >= 0, "the account is never overdrawn");
  }
  bool on(TryWithdraw m) {
    if (balance_ < m.amount) return false;
    balance_ -= m.amount;
    return true;
  }
  int balance() const { return balance_; }

 private:
  harrier::Tracked<int> balance_;
};

// One teller per customer, so several transfers are under way at once.
class Teller : public harrier::Actor<Teller> {
 public:
  Teller(harrier::Ref<Account> from, harrier::Ref<Account> to, bool atomic)
      : from_(from), to_(to), atomic_(atomic) {}

  harrier::Task<> on(Transfer m) {
    if (atomic_) {
      const bool taken = co_await call(from_, TryWithdraw{m.amount});
      if (taken) send(to_, Deposit{m.amount});
      co_return;
    }
    const int balance = co_await call(from_, Balance{});
    if (balance < m.amount) co_return;
    // The bug: since that answer another teller may have withdrawn.
    send(from_, Withdraw{m.amount});
    send(to_, Deposit{m.amount});
  }

 private:
  harrier::Constant<harrier::Ref<Account>> from_;
  harrier::Constant<harrier::Ref<Account>> to_;
  harrier::Constant<bool> atomic_;
};

constexpr int opening_balance = 100;
constexpr int amount = 60;

const harrier::Register bank(
    "bank", "two tellers transfer from one account; together it is too much",
    {harrier::word("transfer", {"careless", "atomic"}, "how a teller checks the balance"),
     harrier::number("tellers", 2, 1, 4, "number of transfers at once")},
    [](harrier::System& system, const harrier::Arguments& arguments) {
      const bool atomic = arguments.word("transfer") == "atomic";
      const auto from = system.spawn_as<Account>("savings", opening_balance);
      const auto to = system.spawn_as<Account>("shop", 0);
      for (int i = 0; i < arguments.number("tellers"); ++i) {
        system.send(system.spawn<Teller>(from, to, atomic), Transfer{amount});
      }
      system.at_end([=](const harrier::End& end) {
        end.check(end.actor(from).balance() + end.actor(to).balance() == opening_balance,
                  "no money appears or vanishes");
      });
    });

}  // namespace
