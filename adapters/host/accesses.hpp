// Which memory the steps of a program touch, where it was compiled to tell (harrier_instrument).
//
// A word of memory is named by the block it lies in and its place there, a block by the step that
// allocated it and how many of its size that step had allocated before. So names are equal in
// equivalent executions, which addresses are not. Blocks that the running step allocated itself are
// nobody else's yet and are left out, as is the stack it runs on.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/bits.hpp"
#include "harrier/ids.hpp"
#include "harrier/resource.hpp"

namespace harrier::host {

/// Two actors touched one word, one of them wrote it, and no message came between.
struct SharedState {
  ActorId first;
  ActorId second;
  bool first_wrote = false;
  bool second_wrote = false;
  std::string what;  ///< the global's name, or "memory" that some step allocated
};

class Accesses {
 public:
  void start();
  /// Begins an event that the named message caused.
  void begin_event(std::uint64_t path);
  /// Begins what one actor does in the event: a stretch. Returns its number, from 1 on.
  std::uint32_t begin_stretch();

  /// Adds a stretch, if it is one, that happens before the running one.
  void add_cause(std::uint32_t stretch);

  void record(std::uintptr_t address, std::uint32_t size, bool write, ActorId context,
              const void* stack_begin, const void* stack_end);
  /// Tells whether the event was seen to write a word.
  bool wrote(std::uintptr_t address) const;
  void allocated(std::uintptr_t address, std::size_t size);
  void freed(std::uintptr_t address);

  /// Appends what the event touched so far.
  void append(std::vector<ResourceAccess>& out) const;
  /// Returns the first shared state found in this event, once.
  std::optional<SharedState> take_shared_state();

 private:
  struct Block {
    std::size_t size = 0;
    std::uint64_t name = 0;
    std::uint32_t stretch = 0;
  };
  /// The stretches that touched a word last.
  struct Word {
    std::uint32_t writer = 0;
    ActorId writer_context;
    std::uint32_t reader = 0;
    ActorId reader_context;
  };
  struct Touched {
    bool read = false;
    bool write = false;
    std::uint32_t read_in = 0;  ///< the last stretch that did
    std::uint32_t write_in = 0;
  };

  bool happens_before(std::uint32_t first, std::uint32_t second) const;
  void check_sharing(std::uint64_t name, bool write, ActorId context, std::uintptr_t address,
                     bool global);

  std::map<std::uintptr_t, Block> blocks_;
  std::unordered_map<std::size_t, std::uint32_t> allocated_by_size_;  ///< in this event
  std::unordered_map<std::uint64_t, Word> words_;
  std::unordered_map<std::uint64_t, Touched> touched_;  ///< in this event
  PastRows pasts_;                                      ///< the stretches before each
  std::uint32_t stretch_ = 0;
  std::uint64_t path_ = 0;
  std::optional<SharedState> shared_;
};

}  // namespace harrier::host
