// Random programs of processes as plain data, made from a seed.
#include "tests/support/random_processes.hpp"

#include <array>
#include <random>

namespace harrier::testing {

namespace {

using Kind = ProcessOp::Kind;

/// Runs the list of one process. Values depend on what was received and found, so that orders show.
Task<> interpret(std::vector<ProcessOp> ops, std::vector<Mailbox<int>> mailboxes,
                 std::vector<Mutex> mutexes) {
  std::vector<Communication> communications;
  std::vector<bool> queued(mutexes.size(), false);
  int sum = 1;
  bool found = false;
  for (const ProcessOp op : ops) {
    if (op.only_if_found && !found) continue;
    std::vector<Communication> chosen;
    for (std::size_t i = 0; i < communications.size(); ++i) {
      if ((op.mask >> i & 1U) != 0) chosen.push_back(communications[i]);
    }
    std::vector<Mutex> asked;
    for (std::size_t i = 0; i < mutexes.size(); ++i) {
      if ((op.mask >> i & 1U) != 0) asked.push_back(mutexes[i]);
    }
    const bool mutex_ready = op.object < mutexes.size();
    if (op.kind == Kind::local) {
      co_await local_step();
    } else if (op.kind == Kind::choose) {
      if (op.object == 1 && !chosen.empty()) {
        found = (co_await test_any(std::span<const Communication>(chosen))).has_value();
      } else {
        co_await local_step();
      }
      const std::uint32_t first = choose(found ? 3 : 2);
      sum += static_cast<int>(first);
      if (op.mask > 11) sum += 3 * static_cast<int>(choose(2 + first));
    } else if (op.kind == Kind::send && op.object < mailboxes.size()) {
      communications.push_back(co_await async_send(mailboxes[op.object], sum));
    } else if (op.kind == Kind::receive && op.object < mailboxes.size()) {
      communications.push_back(co_await async_receive(mailboxes[op.object]));
    } else if (op.kind == Kind::test_any && !chosen.empty()) {
      const auto index = co_await test_any(std::span<const Communication>(chosen));
      found = index.has_value();
      sum = sum * 2 + static_cast<int>(index.value_or(7));
      if (found && !chosen[*index].sends) {
        Received<int> received;
        static_cast<Communication&>(received) = chosen[*index];
        sum += received.value();
      }
    } else if (op.kind == Kind::wait_any && !chosen.empty()) {
      const std::size_t index = co_await wait_any(std::span<const Communication>(chosen));
      sum = sum * 3 + static_cast<int>(index);
      if (!chosen[index].sends) {
        Received<int> received;
        static_cast<Communication&>(received) = chosen[index];
        sum += received.value();
      }
    } else if (op.kind == Kind::lock && mutex_ready && !queued[op.object]) {
      co_await async_lock(mutexes[op.object]);
      queued[op.object] = true;
    } else if (op.kind == Kind::unlock && mutex_ready && queued[op.object]) {
      co_await unlock(mutexes[op.object]);
      queued[op.object] = false;
    } else if (op.kind == Kind::test_mutexes && !asked.empty()) {
      const auto index = co_await test(std::span<const Mutex>(asked));
      found = index.has_value();
      sum = sum * 5 + static_cast<int>(index.value_or(3));
    } else if (op.kind == Kind::wait_mutexes && !asked.empty()) {
      sum = sum * 7 + static_cast<int>(co_await wait(std::span<const Mutex>(asked)));
    }
    sum %= 1000;
  }
}

}  // namespace

RandomProcesses random_processes(std::uint64_t seed, const RandomProcessesShape& shape) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::uint32_t count) {
    return static_cast<std::uint32_t>(random() % count);
  };
  RandomProcesses made;
  made.mailboxes = 1 + below(shape.mailboxes_max);
  made.mutexes = below(shape.mutexes_max + 1);
  const std::uint32_t processes = 2 + below(shape.processes_max - 1);
  constexpr std::array kinds{Kind::send,     Kind::send,         Kind::receive,      Kind::receive,
                             Kind::test_any, Kind::test_any,     Kind::wait_any,     Kind::wait_any,
                             Kind::lock,     Kind::lock,         Kind::unlock,       Kind::unlock,
                             Kind::local,    Kind::test_mutexes, Kind::wait_mutexes, Kind::choose};
  for (std::uint32_t i = 0; i < processes; ++i) {
    std::vector<ProcessOp>& ops = made.processes.emplace_back();
    const std::uint32_t count = 1 + below(shape.ops_max);
    for (std::uint32_t k = 0; k < count; ++k) {
      ProcessOp& op = ops.emplace_back();
      op.kind = kinds[below(kinds.size())];
      const bool of_mutex = op.kind == Kind::lock || op.kind == Kind::unlock ||
                            op.kind == Kind::test_mutexes || op.kind == Kind::wait_mutexes;
      if (of_mutex && made.mutexes == 0) op.kind = Kind::send;
      if (op.kind == Kind::choose && !shape.choices) op.kind = Kind::local;
      op.object = below(of_mutex && made.mutexes != 0 ? made.mutexes : made.mailboxes);
      op.mask = 1 + below(15);
      op.only_if_found = below(8) == 0;
    }
  }
  return made;
}

std::string RandomProcesses::text() const {
  constexpr std::array names{"local", "send",   "receive", "test_any", "wait_any",
                             "lock",  "unlock", "test",    "wait",     "choose"};
  std::string text =
      std::to_string(mailboxes) + " mailboxes, " + std::to_string(mutexes) + " mutexes";
  for (const auto& ops : processes) {
    text += "\n  process:";
    for (const ProcessOp& op : ops) {
      text += std::string(" ") + (op.only_if_found ? "found?" : "") +
              names[static_cast<std::size_t>(op.kind)] + "(" + std::to_string(op.object) + "," +
              std::to_string(op.mask) + ")";
    }
  }
  return text;
}

void RandomProcesses::set_up(ProcessSystem& system) const {
  std::vector<Mailbox<int>> boxes;
  for (std::uint32_t i = 0; i < mailboxes; ++i) {
    boxes.push_back(system.mailbox<int>("box." + std::to_string(i)));
  }
  std::vector<Mutex> locks;
  for (std::uint32_t i = 0; i < mutexes; ++i) {
    locks.push_back(system.mutex("mutex." + std::to_string(i)));
  }
  for (std::size_t i = 0; i < processes.size(); ++i) {
    system.spawn("p" + std::to_string(i), interpret, processes[i], boxes, locks);
  }
}

}  // namespace harrier::testing
