// Sends one message from each of several senders to one receiver, which folds, stores or adds them:
// the usual measure of how fast a reduction enumerates n! orders.
#include <string>

#include "harrier/harrier.hpp"

namespace {

struct Start {};
struct Value {
  int sender;
};

class Sender : public harrier::Actor<Sender> {
 public:
  Sender(int number, harrier::To<Value> receiver) : number_(number), receiver_(receiver) {}
  void on(Start) { send(receiver_, Value{number_}); }

 private:
  harrier::Constant<int> number_;
  harrier::Constant<harrier::To<Value>> receiver_;
};

/// Its state tells every order of arrival from every other.
class FoldingReceiver : public harrier::Actor<FoldingReceiver> {
 public:
  void on(Value m) { digest_ = digest_ * 31 + static_cast<unsigned>(m.sender); }

 private:
  harrier::Tracked<unsigned> digest_{"digest", 0};
};

class StoringReceiver : public harrier::Actor<StoringReceiver> {
 public:
  void on(Value m) { seen_.set(m.sender, true); }

 private:
  harrier::TrackedMap<int, bool> seen_;
};

class AddingReceiver : public harrier::Actor<AddingReceiver> {
 public:
  void on(Value m) { sum_ += m.sender; }

 private:
  harrier::Counter<int> sum_;
};

harrier::To<Value> spawn_receiver(harrier::System& system, const std::string& kind) {
  if (kind == "keys") return system.spawn_as<StoringReceiver>("receiver");
  if (kind == "counter") return system.spawn_as<AddingReceiver>("receiver");
  return system.spawn_as<FoldingReceiver>("receiver");
}

const harrier::Register fanin(
    "fanin", "senders send one message each to one receiver",
    {harrier::number("senders", 3, 1, 100, "number of senders"),
     harrier::word("receiver", {"field", "keys", "counter"},
                   "folds into one field, stores under the sender's key, or adds to a counter")},
    [](harrier::System& system, const harrier::Arguments& arguments) {
      const auto receiver = spawn_receiver(system, arguments.word("receiver"));
      for (int i = 0; i < arguments.number("senders"); ++i) {
        system.send(system.spawn<Sender>(i, receiver), Start{});
      }
    });

}  // namespace
