// Explores an MPI program with a main() of its own, in the place of the MPI library it was linked
// with.
#include "host/entry.hpp"

#include <unistd.h>

#include <memory>

#include "host/symbols.hpp"
#include "image.hpp"
#include "ranks.hpp"
#include "tools/preload.hpp"
#include "world.hpp"

namespace harrier::mpi {

namespace {

constexpr int ranks_max = 1024;

Buffering buffering_of(const std::string& word) {
  if (word == "strict") return Buffering::strict;
  if (word == "lax") return Buffering::lax;
  return word == "any" ? Buffering::any : Buffering::both;
}

std::unique_ptr<Program> make_program(const Arguments& arguments, const ProgramOptions&,
                                      bool shows_output) {
  Options options;
  options.ranks = static_cast<std::uint32_t>(arguments.number("ranks"));
  options.buffering = buffering_of(arguments.word("buffering"));
  options.polls = static_cast<std::uint32_t>(arguments.number("polls"));
  options.leaks_are_errors = arguments.word("leaks") == "error";
  options.processes = arguments.word("run") == "processes";
  auto world = World::make(options);
  world->mute(!shows_output);
  return world;
}

host::Adapter adapter() {
  return {
      .summary = "an MPI program",
      .parameters = {number("ranks", 2, 1, ranks_max, "how many ranks there are"),
                     word("buffering", {"both", "strict", "lax", "any"},
                          "whether MPI_Send waits for its receive: one way after the other, "
                          "always, never, or each send for itself"),
                     number(
                         "polls", 2, 0, 1'000'000,
                         "of a row of failures of a test or probe that are not in vain so many are "
                         "reversed, and the last; 0: all"),
                     word("leaks", {"error", "warn"}, "whether what is never freed is an error"),
                     word("run", {"fibers", "processes"},
                          "whether ranks are stacks of one process, or processes: slower, for "
                          "programs that make threads or load libraries")},
      .delivery = "bag",
      .uncertified = "operations of MPI in which several ranks meet cannot be verified yet",
      .self_test = [] { return std::string(); },
      .make = make_program};
}

}  // namespace

}  // namespace harrier::mpi

/// A program that is not started by `harrier mpi` runs as it is: it may be a test that explores.
extern "C" int __libc_start_main(harrier::host::Main* program, int count, char** words,
                                 void (*begin)(), void (*end)(), void (*loader_end)(),
                                 void* stack_end) {
  if (!harrier::tools::has_preloaded_command()) {
    using StartMain =
        int(harrier::host::Main*, int, char**, void (*)(), void (*)(), void (*)(), void*);
    auto* const real = harrier::host::next_function<StartMain>("__libc_start_main");
    return real(program, count, words, begin, end, loader_end, stack_end);
  }
  harrier::mpi::Image::instance().take();
  harrier::mpi::Ranks::instance().set_program(
      [program](int word_count, char** word_list) {
        return program(word_count, word_list, environ);
      },
      {words, words + count}, true);
  // Each rank runs the program's constructors. With a function to begin with, if only this one, the
  // C library does not.
  begin = [] {};
  return harrier::host::start_exploring({program, count, words, begin, end, loader_end, stack_end},
                                        harrier::mpi::adapter);
}
