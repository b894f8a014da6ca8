// Two classics of synchronisation that other tools count, from the programs of McMini's test suite
// as SimGrid runs them: dining philosophers with mutexes, with and without a waiter, and the
// sleeping barber's shop with semaphores. A semaphore is a mailbox with as many messages as it has
// units.
#include <string>
#include <vector>

#include "harrier/process.hpp"

namespace {

using harrier::Arguments;
using harrier::Mailbox;
using harrier::Mutex;
using harrier::number;
using harrier::ProcessSystem;
using harrier::Task;

// mutex-philosophers: a waiter lets one philosopher at a time reach for both forks.

Task<> dine(Mutex left, Mutex right) {
  co_await lock(left);
  co_await lock(right);
  co_await unlock(left);
  co_await unlock(right);
}

Task<> dine_when_asked(Mutex waiter, Mutex left, Mutex right) {
  co_await lock(waiter);
  co_await lock(left);
  co_await lock(right);
  co_await unlock(waiter);
  co_await unlock(left);
  co_await unlock(right);
}

const harrier::Register mutex_philosophers(harrier::process_program(
    "mutex-philosophers", "philosophers share forks, each a mutex; without a waiter they deadlock",
    {number("philosophers", 4, 2, 8, "number of philosophers"),
     number("waiter", 1, 0, 1, "1: a waiter lets one at a time take both forks")},
    [](ProcessSystem& system, const Arguments& arguments) {
      const int count = arguments.number("philosophers");
      std::vector<Mutex> forks;
      for (int i = 0; i < count; ++i) forks.push_back(system.mutex("fork." + std::to_string(i)));
      const Mutex waiter = system.mutex("waiter");
      for (int i = 0; i < count; ++i) {
        const std::string name = "philosopher." + std::to_string(i);
        const Mutex left = forks[static_cast<std::size_t>(i)];
        const Mutex right = forks[static_cast<std::size_t>((i + 1) % count)];
        if (arguments.number("waiter") == 1) {
          system.spawn(name, dine_when_asked, waiter, left, right);
        } else {
          system.spawn(name, dine, left, right);
        }
      }
    }));

// barber-shop: customers wait for a chair in the waiting room, then for the barber's, wake him and
// wait to be served; when all are, the shop closes.

struct Unit {
  bool closing = false;  ///< the barber is woken to go home
};
using Semaphore = Mailbox<Unit>;

struct Shop {
  Semaphore waiting_room;
  Semaphore chair;
  Semaphore pillow;  ///< where the barber sleeps
  Semaphore belt;    ///< where the customer sits while served
};

Task<> customer(Shop shop, Semaphore start, Semaphore left) {
  co_await receive(start);
  co_await receive(shop.waiting_room);
  co_await receive(shop.chair);
  co_await async_send(shop.waiting_room, Unit{});
  co_await async_send(shop.pillow, Unit{});
  co_await receive(shop.belt);
  co_await async_send(shop.chair, Unit{});
  co_await async_send(left, Unit{});
}

Task<> barber(Shop shop) {
  for (Unit woken = co_await receive(shop.pillow); !woken.closing;) {
    co_await async_send(shop.belt, Unit{});
    woken = co_await receive(shop.pillow);
  }
}

Task<> open_and_close(Shop shop, int chairs, std::vector<Semaphore> starts,
                      std::vector<Semaphore> ends) {
  for (int i = 0; i < chairs; ++i) co_await async_send(shop.waiting_room, Unit{});
  co_await async_send(shop.chair, Unit{});
  for (const Semaphore start : starts) co_await async_send(start, Unit{});
  for (const Semaphore end : ends) co_await receive(end);
  co_await async_send(shop.pillow, Unit{true});
}

const harrier::Register barber_shop(harrier::process_program(
    "barber-shop", "customers wait for a chair, wake the barber and are served one at a time",
    {number("customers", 3, 1, 6, "number of customers"),
     number("chairs", 2, 1, 6, "chairs in the waiting room")},
    [](ProcessSystem& system, const Arguments& arguments) {
      const Shop shop{system.mailbox<Unit>("waiting-room"), system.mailbox<Unit>("chair"),
                      system.mailbox<Unit>("pillow"), system.mailbox<Unit>("belt")};
      std::vector<Semaphore> starts;
      std::vector<Semaphore> ends;
      system.spawn("barber", barber, shop);
      for (int i = 0; i < arguments.number("customers"); ++i) {
        const std::string suffix = "." + std::to_string(i);
        starts.push_back(system.mailbox<Unit>("start" + suffix));
        ends.push_back(system.mailbox<Unit>("end" + suffix));
        system.spawn("customer" + suffix, customer, shop, starts.back(), ends.back());
      }
      system.spawn("shop", open_and_close, shop, arguments.number("chairs"), starts, ends);
    }));

}  // namespace
