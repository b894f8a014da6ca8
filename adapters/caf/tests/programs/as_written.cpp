// What programs do that were not written for Harrier, one theme by argument.
#include <caf/all.hpp>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

using namespace std::chrono_literals;

void require(bool condition, const char* what) {
  if (!condition) throw std::runtime_error(what);
}

/// Takes what tells of others in its own `enqueue`, as a router does.
struct Router : caf::event_based_actor {
  Router(caf::actor_config& config, std::vector<caf::actor> watched, int* downs)
      : caf::event_based_actor(config), workers(std::move(watched)), downs(downs) {}
  void enqueue(caf::mailbox_element_ptr what, caf::execution_unit* host) override {
    if (what->content().match_elements<caf::down_msg>()) {
      ++*downs;
    } else {
      caf::event_based_actor::enqueue(std::move(what), host);
    }
  }
  caf::behavior make_behavior() override {
    for (const caf::actor& worker : workers) monitor(worker);
    return {[](caf::down_msg&) { require(false, "its enqueue takes it"); },
            [](caf::ok_atom) { return caf::ok_atom::value; }};
  }
  std::vector<caf::actor> workers;
  int* downs;
};

caf::behavior quiet_worker() {
  return {[](int) {}};
}

/// Two workers end; the router counts them.
int own_enqueue(caf::actor_system& system) {
  int downs = 0;
  caf::scoped_actor self{system};
  const std::vector<caf::actor> workers = {system.spawn(quiet_worker), system.spawn(quiet_worker)};
  const caf::actor router = self->spawn<Router>(workers, &downs);
  self->request(router, caf::infinite, caf::ok_atom::value)
      .receive([](caf::ok_atom) {}, [](caf::error&) { require(false, "the router answers"); });
  for (const caf::actor& worker : workers) caf::anon_send_exit(worker, caf::exit_reason::kill);
  self->wait_for(workers[0], workers[1]);
  self->send_exit(router, caf::exit_reason::user_shutdown);
  self->wait_for(router);
  return downs == 2 ? 0 : 1;
}

/// What is sent with a delay comes to `enqueue` when its time has come.
int own_enqueue_later(caf::actor_system& system) {
  int downs = 0;
  caf::scoped_actor self{system};
  const caf::actor router =
      self->spawn<Router>(std::vector<caf::actor>{system.spawn(quiet_worker)}, &downs);
  self->delayed_send(router, 1ms, caf::down_msg{});
  self->delayed_send(self, 2ms, 1);
  self->receive([](int) {});
  self->send_exit(router, caf::exit_reason::user_shutdown);
  self->wait_for(router);
  return downs == 1 ? 0 : 1;
}

/// A pool hands out messages at random: one worker may get both.
int random_pool(caf::actor_system& system) {
  caf::scoped_execution_unit unit{&system};
  const auto worker = [&] {
    return system.spawn([](caf::event_based_actor*) -> caf::behavior {
      auto got = std::make_shared<int>(0);
      return {[got](int) { require(++*got == 1, "each gets one"); }};
    });
  };
  const caf::actor pool = caf::actor_pool::make(&unit, 2, worker, caf::actor_pool::random());
  caf::anon_send(pool, 1);
  caf::anon_send(pool, 2);
  caf::anon_send_exit(pool, caf::exit_reason::user_shutdown);
  return 0;
}

/// The same, where it does not matter.
int random_pool_of_equals(caf::actor_system& system) {
  caf::scoped_execution_unit unit{&system};
  const caf::actor pool = caf::actor_pool::make(
      &unit, 3, [&] { return system.spawn(quiet_worker); }, caf::actor_pool::random());
  caf::anon_send(pool, 1);
  caf::anon_send(pool, 2);
  caf::anon_send_exit(pool, caf::exit_reason::user_shutdown);
  return 0;
}

/// A handler sleeps for longer than its client waits.
int sleep_timeout(caf::actor_system& system) {
  const caf::actor slow = system.spawn([]() -> caf::behavior {
    return {[](int x) {
      std::this_thread::sleep_for(300ms);
      return x;
    }};
  });
  caf::scoped_actor self{system};
  bool late = false;
  self->request(slow, 50ms, 1).receive([](int) {}, [&](caf::error&) { late = true; });
  return late ? 0 : 1;
}

/// A handler is busy by the clock.
int busy_clock(caf::actor_system& system) {
  const caf::actor busy = system.spawn([]() -> caf::behavior {
    return {[](int x) {
      const auto start = std::chrono::steady_clock::now();
      while (std::chrono::steady_clock::now() - start < 10ms) {
      }
      return x;
    }};
  });
  caf::scoped_actor self{system};
  int got = 0;
  self->request(busy, caf::infinite, 1).receive([&](int x) { got = x; }, [](caf::error&) {});
  return got - 1;
}

/// Each has one lock when it asks for the other.
int two_locks(caf::actor_system& system) {
  static std::mutex first;
  static std::mutex second;
  const auto lock_both = [&](std::mutex& mine, std::mutex& other) {
    const caf::actor locks = system.spawn([&]() -> caf::behavior {
      return {[&](int) {
        const std::lock_guard<std::mutex> lock(mine);
        std::this_thread::sleep_for(1ms);
        const std::lock_guard<std::mutex> both(other);
      }};
    });
    caf::anon_send(locks, 1);
  };
  lock_both(first, second);
  lock_both(second, first);
  return 0;
}

/// A generator in a global, which goes on from one execution to the next: no run fails.
int global_that_lasts(caf::actor_system& system) {
  static int drawn = 0;
  const caf::actor receiver = system.spawn([]() -> caf::behavior {
    return {[](int number) { require(number <= 2, "there are two"); }};
  });
  for (int i = 0; i < 2; ++i) {
    caf::anon_send(system.spawn([=](caf::event_based_actor* self) -> caf::behavior {
      return {[=](caf::ok_atom) { self->send(receiver, ++drawn); }};
    }),
                   caf::ok_atom::value);
  }
  return 0;
}

int random_numbers(caf::actor_system&) {
  std::random_device device;
  return device() == device() ? 1 : 0;
}

}  // namespace

int main(int, char** words) {
  const std::map<std::string, int (*)(caf::actor_system&)> themes = {
      {"own_enqueue", own_enqueue},
      {"own_enqueue_later", own_enqueue_later},
      {"sleep_timeout", sleep_timeout},
      {"busy_clock", busy_clock},
      {"two_locks", two_locks},
      {"global_that_lasts", global_that_lasts},
      {"random_numbers", random_numbers},
      {"random_pool", random_pool},
      {"random_pool_of_equals", random_pool_of_equals}};
  caf::actor_system_config config;
  caf::actor_system system{config};
  return themes.at(words[1])(system);
}
