// Sends one message in each of several disjoint pairs, so that all orders are one class: the case
// in which a reduction must explore nothing twice.
#include "harrier/harrier.hpp"

namespace {

struct Start {};
struct Value {};

class Receiver : public harrier::Actor<Receiver> {
 public:
  void on(Value) { ++received_; }

 private:
  harrier::Tracked<int> received_ = 0;
};

class Sender : public harrier::Actor<Sender> {
 public:
  explicit Sender(harrier::Ref<Receiver> receiver) : receiver_(receiver) {}
  void on(Start) { send(receiver_, Value{}); }

 private:
  harrier::Constant<harrier::Ref<Receiver>> receiver_;
};

const harrier::Register pairs("pairs", "senders send to a receiver of their own",
                              {harrier::number("n", 3, 1, 500, "number of pairs")},
                              [](harrier::System& system, const harrier::Arguments& arguments) {
                                for (int i = 0; i < arguments.number("n"); ++i) {
                                  const auto receiver = system.spawn<Receiver>();
                                  system.send(system.spawn<Sender>(receiver), Start{});
                                }
                              });

}  // namespace
