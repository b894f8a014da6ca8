// DTG, RMQ-receiving and master-worker: the larger programs of table 1 of Pham, Jéron, Quinson
// (FORTE 2019).
#include <string>
#include <vector>

#include "harrier/process.hpp"

namespace {

using harrier::Mailbox;
using harrier::ProcessSystem;
using harrier::Task;

// DTG (Khanna et al., FM 2018): two senders compete for one receiver, and if the wrong one is first
// the rest of the ring never moves.
Task<> dtg_zero(Mailbox<int> a, Mailbox<int> d) {
  co_await receive(a);
  co_await send(d, 0);
  co_await receive(a);
}
Task<> dtg_one(Mailbox<int> a, Mailbox<int> c) {
  co_await send(a, 1);
  co_await send(c, 1);
}
Task<> dtg_two(Mailbox<int> a, Mailbox<int> b) {
  co_await receive(b);
  co_await send(a, 2);
}
Task<> dtg_three(Mailbox<int> c, Mailbox<int> d) {
  co_await receive(c);
  co_await receive(d);
}
Task<> dtg_four(Mailbox<int> b) { co_await send(b, 4); }

const harrier::Register dtg(harrier::process_program(
    "dtg", "the order of two messages at one process decides whether five processes end", {},
    [](ProcessSystem& system, const harrier::Arguments&) {
      const auto a = system.mailbox<int>("a");
      const auto b = system.mailbox<int>("b");
      const auto c = system.mailbox<int>("c");
      const auto d = system.mailbox<int>("d");
      system.spawn("p0", dtg_zero, a, d);
      system.spawn("p1", dtg_one, a, c);
      system.spawn("p2", dtg_two, a, b);
      system.spawn("p3", dtg_three, c, d);
      system.spawn("p4", dtg_four, b);
    }));

Task<> receive_all(Mailbox<int> mailbox, int count) {
  for (int i = 0; i < count; ++i) co_await receive(mailbox);
}
Task<> send_one(Mailbox<int> mailbox, int value) { co_await send(mailbox, value); }

const harrier::Register rmq(harrier::process_program(
    "rmq-receiving", "one process receives what all the others send into its mailbox",
    {harrier::number("processes", 4, 2, 9, "number of processes, the receiver among them")},
    [](ProcessSystem& system, const harrier::Arguments& arguments) {
      const auto queue = system.mailbox<int>("queue");
      const int senders = arguments.number("processes") - 1;
      system.spawn("receiver", receive_all, queue, senders);
      for (int i = 1; i <= senders; ++i) {
        system.spawn("sender." + std::to_string(i), send_one, queue, i);
      }
    }));

Task<> master(std::vector<Mailbox<int>> tasks, Mailbox<int> results) {
  std::vector<harrier::Communication> sent;
  for (const Mailbox<int>& task : tasks) sent.push_back(co_await async_send(task, 1));
  co_await harrier::wait_all(sent);
  for (std::size_t i = 0; i < tasks.size(); ++i) co_await receive(results);
}
Task<> worker(Mailbox<int> tasks, Mailbox<int> results) {
  const int task = co_await receive(tasks);
  co_await harrier::local_step();
  co_await send(results, task + 1);
}

const harrier::Register master_worker(harrier::process_program(
    "master-worker", "a master gives each worker a task and receives the results in any order",
    {harrier::number("processes", 3, 2, 8, "number of processes, the master among them")},
    [](ProcessSystem& system, const harrier::Arguments& arguments) {
      const auto results = system.mailbox<int>("results");
      std::vector<Mailbox<int>> tasks;
      for (int i = 1; i < arguments.number("processes"); ++i) {
        tasks.push_back(system.mailbox<int>("tasks." + std::to_string(i)));
      }
      system.spawn("master", master, tasks, results);
      for (std::size_t i = 0; i < tasks.size(); ++i) {
        system.spawn("worker." + std::to_string(i + 1), worker, tasks[i], results);
      }
    }));

}  // namespace
