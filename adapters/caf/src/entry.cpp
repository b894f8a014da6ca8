// Explores a CAF program with a main() of its own: linked with it, or preloaded.
#include "host/entry.hpp"

#include <utility>

#include "self_test.hpp"
#include "world.hpp"

namespace harrier::caf {

namespace {

Order order_of(DeliveryModel delivery) {
  switch (delivery) {
    case DeliveryModel::mailbox:
      return Order::mailbox;
    case DeliveryModel::fifo:
      return Order::fifo;
    case DeliveryModel::bag:
      return Order::bag;
    case DeliveryModel::causal:
      break;
  }
  throw UsageError("CAF programs are explored with --delivery mailbox, fifo or bag");
}

std::unique_ptr<Program> make_program(const Arguments& arguments, const ProgramOptions& options,
                                      bool shows_output) {
  Options how;
  how.order = order_of(options.delivery);
  how.timers = arguments.word("timers") == "any" ? Timers::any : Timers::quiescent;
  how.random = static_cast<std::uint64_t>(arguments.number("random"));
  how.lost_responses = arguments.word("responses") == "expected";
  auto world = std::make_unique<World>(
      [](World& running) {
        const int status = host::run_program();
        if (!running.tearing_down()) running.require_system();
        return status;
      },
      how, options);
  world->require_system_at_exit();
  world->mute(!shows_output);
  return world;
}

host::Adapter adapter() {
  return {.summary = "a program of the C++ Actor Framework",
          .parameters = {word("timers", {"quiescent", "any"},
                              "when delays and timeouts fire: when nothing else can happen, or at "
                              "any moment"),
                         number("random", 0, 0, 1'000'000, "which random numbers are drawn"),
                         word("responses", {"expected", "optional"},
                              "whether an actor may be left waiting for a response")},
          .delivery = "mailbox",
          .uncertified = "those of CAF programs cannot be verified yet",
          .self_test = self_test,
          .make = make_program,
          .confirms = true};
}

}  // namespace

}  // namespace harrier::caf

extern "C" int __libc_start_main(harrier::host::Main* program, int count, char** words,
                                 void (*begin)(), void (*end)(), void (*loader_end)(),
                                 void* stack_end) {
  return harrier::host::start_exploring({program, count, words, begin, end, loader_end, stack_end},
                                        harrier::caf::adapter);
}
