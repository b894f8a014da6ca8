// The first program: two clients increment one counter by reading it and writing it back.
#include "harrier/harrier.hpp"

namespace {

struct Read {};
struct Write {
  int value;
};
struct Start {};

class Counter : public harrier::Actor<Counter> {
 public:
  int on(Read) { return value_; }
  void on(Write m) { value_ = m.value; }
  int value() const { return value_; }

 private:
  harrier::Tracked<int> value_ = 0;
};

class Client : public harrier::Actor<Client> {
 public:
  explicit Client(harrier::Ref<Counter> counter) : counter_(counter) {}

  harrier::Task<> on(Start) {
    const int value = co_await call(counter_, Read{});
    send(counter_, Write{value + 1});
  }

 private:
  harrier::Constant<harrier::Ref<Counter>> counter_;
};

const harrier::Register first("first", "clients that increment a counter by reading and writing it",
                              {harrier::number("clients", 2, 1, 5, "number of clients")},
                              [](harrier::System& system, const harrier::Arguments& arguments) {
                                const int clients = arguments.number("clients");
                                const auto counter = system.spawn<Counter>();
                                for (int i = 0; i < clients; ++i)
                                  system.send(system.spawn<Client>(counter), Start{});
                                system.at_end([=](const harrier::End& end) {
                                  end.check(end.actor(counter).value() == clients,
                                            "no increment is lost");
                                });
                              });

}  // namespace
