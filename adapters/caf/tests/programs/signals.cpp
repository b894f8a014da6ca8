// Waits for what is no message, one theme by argument. Each returns 0 and ends in every run, but
// for lost_notify, broken_promise and held, which may wait for ever.
#include <caf/all.hpp>
#include <chrono>
#include <condition_variable>
#include <future>
#include <latch>
#include <map>
#include <memory>
#include <mutex>
#include <semaphore>
#include <string>
#include <thread>

namespace {

using namespace std::chrono_literals;

std::mutex guard;
std::condition_variable changed;
int value = 0;

/// Makes an actor that does something in a step of its own.
template <class Action>
void doing(caf::actor_system& system, Action action) {
  system.spawn([=](caf::event_based_actor* self) -> caf::behavior {
    self->send(self, 1);
    return {[=](int) { action(); }};
  });
}

int promise(caf::actor_system& system) {
  std::promise<int> done;
  doing(system, [&] { done.set_value(42); });
  return done.get_future().get() - 42;
}

int condition(caf::actor_system& system) {
  doing(system, [] {
    {
      const std::lock_guard lock(guard);
      value = 42;
    }
    changed.notify_one();
  });
  std::unique_lock lock(guard);
  changed.wait(lock, [] { return value != 0; });
  return value - 42;
}

/// A signal that comes before the wait is lost.
int lost_notify(caf::actor_system& system) {
  doing(system, [] { changed.notify_one(); });
  doing(system, [] {
    std::unique_lock lock(guard);
    changed.wait(lock);
  });
  return 0;
}

/// Two wait, and each wakes the next.
int whom(caf::actor_system& system) {
  for (int i = 0; i < 2; ++i) {
    doing(system, [] {
      std::unique_lock lock(guard);
      while (value == 0) changed.wait(lock);
      --value;
      changed.notify_one();
    });
  }
  doing(system, [] {
    {
      const std::lock_guard lock(guard);
      value = 2;
    }
    changed.notify_one();
  });
  return 0;
}

int broken_promise(caf::actor_system&) {
  const auto kept = std::make_shared<std::promise<int>>();
  return kept->get_future().get();
}

int semaphore(caf::actor_system& system) {
  const auto done = std::make_shared<std::counting_semaphore<2>>(0);
  for (int i = 0; i < 2; ++i) doing(system, [=] { done->release(); });
  done->acquire();
  done->acquire();
  return 0;
}

int latch(caf::actor_system& system) {
  const auto done = std::make_shared<std::latch>(2);
  for (int i = 0; i < 2; ++i) doing(system, [=] { done->count_down(); });
  done->wait();
  return 0;
}

int timeout(caf::actor_system&) {
  std::promise<int> never;
  return never.get_future().wait_for(1s) == std::future_status::timeout ? 0 : 1;
}

/// A thread of the program's own keeps a promise, some time later.
int thread_sets(caf::actor_system&) {
  std::promise<int> kept;
  std::thread thread([&] {
    std::this_thread::sleep_for(20ms);
    kept.set_value(1);
  });
  const int got = kept.get_future().get();
  thread.join();
  return got - 1;
}

/// One waits for a promise that an actor keeps, and keeps another.
int thread_waits(caf::actor_system& system) {
  std::promise<int> first;
  std::promise<int> second;
  std::thread thread([&] { second.set_value(first.get_future().get() + 1); });
  doing(system, [&] { first.set_value(3); });
  const int got = second.get_future().get();
  thread.join();
  return got - 4;
}

/// One holds a mutex while it waits for what the other does with it.
int held(caf::actor_system& system) {
  const auto kept = std::make_shared<std::promise<void>>();
  doing(system, [=] {
    const std::lock_guard lock(guard);
    kept->get_future().get();
  });
  doing(system, [=] {
    const std::lock_guard lock(guard);
    kept->set_value();
  });
  return 0;
}

}  // namespace

int main(int, char** words) {
  const std::map<std::string, int (*)(caf::actor_system&)> themes = {
      {"promise", promise},
      {"condition", condition},
      {"lost_notify", lost_notify},
      {"whom", whom},
      {"broken_promise", broken_promise},
      {"semaphore", semaphore},
      {"latch", latch},
      {"timeout", timeout},
      {"thread_sets", thread_sets},
      {"thread_waits", thread_waits},
      {"held", held}};
  value = 0;
  caf::actor_system_config config;
  caf::actor_system system{config};
  return themes.at(words[1])(system);
}
