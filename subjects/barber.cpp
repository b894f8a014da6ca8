// Deadlocks when a barber falls asleep in a chair while its client wakes it up: the sleeping barber
// of deadlock analyses of ABS programs.
#include "harrier/harrier.hpp"

namespace {

class Barber;
class Client;

struct Sits {};
struct Cuts {};
struct IsCleaned {};
struct TakenBy {
  harrier::Ref<Client> client;
};

class Chair : public harrier::Actor<Chair> {
 public:
  harrier::Task<> on(TakenBy m);
  void on(IsCleaned) {}
};

struct Sleeps {
  harrier::Ref<Client> client;
  harrier::Ref<Chair> chair;
};
struct WakesUp {
  harrier::Ref<Barber> barber;
  harrier::Ref<Chair> chair;
};

class Barber : public harrier::Actor<Barber> {
 public:
  harrier::Task<> on(Sleeps m) { co_await call(m.chair, TakenBy{m.client}); }
  void on(Cuts) {}
};

class Client : public harrier::Actor<Client> {
 public:
  harrier::Task<> on(WakesUp m) {
    const auto cut = request(m.barber, Cuts{});
    send(m.chair, IsCleaned{});
    co_await get(cut);
  }
  void on(Sits) {}
};

harrier::Task<> Chair::on(TakenBy m) { co_await until(request(m.client, Sits{})); }

const harrier::Register barber("barber", "a barber falls asleep while a client wakes it up",
                               {harrier::number("clients", 1, 1, 4, "number of clients")},
                               [](harrier::System& system, const harrier::Arguments& arguments) {
                                 const auto the_barber = system.spawn<Barber>();
                                 const auto chair = system.spawn<Chair>();
                                 for (int i = 0; i < arguments.number("clients"); ++i) {
                                   const auto client = system.spawn<Client>();
                                   system.send(client, WakesUp{the_barber, chair});
                                   system.send(the_barber, Sleeps{client, chair});
                                 }
                               });

}  // namespace
