// Deadlocks, or not, among processes that send and receive: five programs of the Umpire tests as
// table 1 of Pham, Jéron, Quinson (FORTE 2019) uses them. A blocking MPI call is the asynchronous
// action and a wait; each process has one mailbox, and MPI_ANY_SOURCE is what a mailbox is.
#include "harrier/process.hpp"

namespace {

using harrier::Mailbox;
using harrier::ProcessSystem;
using harrier::Task;

Task<> receive_then_send(Mailbox<int> own, Mailbox<int> other) {
  co_await receive(own);
  co_await send(other, 1);
}

const harrier::Register wait_deadlock(harrier::process_program(
    "wait-deadlock", "two processes receive from each other before they send", {},
    [](ProcessSystem& system, const harrier::Arguments&) {
      const auto zero = system.mailbox<int>("zero");
      const auto one = system.mailbox<int>("one");
      system.spawn("p0", receive_then_send, zero, one);
      system.spawn("p1", receive_then_send, one, zero);
    }));

Task<> complex_first(Mailbox<int> zero, Mailbox<int> one, Mailbox<int> two) {
  co_await send(two, 1);
  co_await receive(zero);
  co_await send(one, 0);
}

Task<> receive_once(Mailbox<int> mailbox) { co_await receive(mailbox); }

const harrier::Register complex_deadlock(harrier::process_program(
    "complex-deadlock", "two processes wait for each other while a third is served", {},
    [](ProcessSystem& system, const harrier::Arguments&) {
      const auto zero = system.mailbox<int>("zero");
      const auto one = system.mailbox<int>("one");
      const auto two = system.mailbox<int>("two");
      system.spawn("p0", complex_first, zero, one, two);
      system.spawn("p1", receive_then_send, one, zero);
      system.spawn("p2", receive_once, two);
    }));

Task<> waitall_first(Mailbox<int> zero, Mailbox<int> one) {
  const auto first = co_await async_receive(zero);
  const auto second = co_await async_receive(zero);
  co_await wait_all(first, second);
  co_await send(one, 1);
}

Task<> waitall_second(Mailbox<int> zero, Mailbox<int> one, Mailbox<int> two) {
  const auto first = co_await async_send(zero, 0);
  const auto second = co_await async_send(two, 0);
  co_await wait_all(first, second);
  co_await receive(one);
  co_await send(zero, 0);
}

const harrier::Register waitall_deadlock(harrier::process_program(
    "waitall-deadlock", "a process waits for two messages, the second comes only after its answer",
    {}, [](ProcessSystem& system, const harrier::Arguments&) {
      const auto zero = system.mailbox<int>("zero");
      const auto one = system.mailbox<int>("one");
      const auto two = system.mailbox<int>("two");
      system.spawn("p0", waitall_first, zero, one);
      system.spawn("p1", waitall_second, zero, one, two);
      system.spawn("p2", receive_once, two);
    }));

Task<> receive_while_sending(Mailbox<int> own, Mailbox<int> other) {
  const auto received = co_await async_receive(own);
  co_await send(other, 0);
  co_await wait_any(received);
}

const harrier::Register no_error(harrier::process_program(
    "no-error-wait-any-src", "a process receives while it sends, so no one waits forever", {},
    [](ProcessSystem& system, const harrier::Arguments&) {
      const auto zero = system.mailbox<int>("zero");
      const auto one = system.mailbox<int>("one");
      system.spawn("p0", receive_while_sending, zero, one);
      system.spawn("p1", receive_then_send, one, zero);
    }));

Task<> any_source_first(Mailbox<int> zero, Mailbox<int> one) {
  co_await receive(zero);
  co_await send(one, 0);
  co_await receive(zero);
}

Task<> send_then_receive(Mailbox<int> to, Mailbox<int> own) {
  co_await send(to, 0);
  co_await receive(own);
}

Task<> send_once(Mailbox<int> mailbox) { co_await send(mailbox, 1); }

const harrier::Register any_source(harrier::process_program(
    "any-src-can-deadlock3", "the answer to whoever came first goes to one who may come second", {},
    [](ProcessSystem& system, const harrier::Arguments&) {
      const auto zero = system.mailbox<int>("zero");
      const auto one = system.mailbox<int>("one");
      system.spawn("p0", any_source_first, zero, one);
      system.spawn("p1", send_then_receive, zero, one);
      system.spawn("p2", send_once, zero);
    }));

}  // namespace
