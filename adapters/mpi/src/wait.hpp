// What a rank waits for, or asks about, between two of its steps.
//
// Where that can go in several ways, each way is a message of its own: "request 2 is done", "there
// is nothing yet". Such messages exclude each other.
#pragma once

#include <cstdint>
#include <limits>

#include "harrier/ids.hpp"
#include "posts.hpp"

namespace harrier::mpi {

/// What a request is done by.
struct Condition {
  enum class Kind : std::uint8_t {
    nothing,   ///< it is done
    send,      ///< it does not wait, or is received
    received,  ///< a send is received, whether or not it waits
    met,       ///< it is too late to take a send back: it is received, or a probe keeps it
    receive,
    entry,
    lock,   ///< nobody holds a lock of a window that excludes this one; then it is held
    memory  ///< it is done, but touches a part of a window on which others may depend
  };
  Kind kind = Kind::nothing;
  std::uint32_t owner = 0;  ///< a rank; of an entry the communicator
  std::uint32_t member =
      0;  ///< of an entry; of a lock whether it is exclusive; of memory the access
  std::uint32_t index = 0;  ///< among what the rank or the member posted, or all locks; a resource

  SendId send() const { return {owner, index}; }
  friend bool operator==(const Condition&, const Condition&) = default;
};

struct Wait {
  enum class Kind : std::uint8_t {
    start,      ///< of the rank
    all,        ///< until all conditions hold
    any,        ///< until one does
    some,       ///< until one does, and takes all that do
    test_all,   ///< asks whether all hold
    test_any,   ///< asks for one that does
    test_some,  ///< asks for all that do
    probe,      ///< until there is a message
    test_probe  ///< asks for a message
  };
  Kind kind = Kind::start;
  /// Its rank goes round in vain from here: nothing that it asks tells one round from another.
  bool goes_round = false;
  /// And it has been everywhere in that round: it goes on only when this, or something else that it
  /// asks there, is there.
  bool is_idle = false;
  /// A question that the rank asks once, since it goes on otherwise where that fails.
  bool is_asked_once = false;
  bool is_asked_again = false;  ///< it has failed, and its rank has asked the same again
  /// It takes locks or touches memory, and nothing more: its rank goes on with a step of its own.
  bool acts = false;
  bool goes_on = false;  ///< after that
  /// The step of the first failure in a row that may be left out; 0 before there is one.
  std::uint32_t bound_failure = 0;
  std::uint32_t failures = 0;  ///< how often its rank has asked the same in vain before, in a row
  std::uint32_t rank = 0;
  std::uint32_t conditions_begin = 0;
  std::uint32_t conditions_end = 0;
  std::uint32_t given_up_begin = 0;  ///< receives that nobody waits for, and that may have met
  std::uint32_t given_up_end = 0;    ///< a send when the rank goes on
  std::uint32_t polled_begin = 0;    ///< earlier waits: what else its rank keeps asking about
  std::uint32_t polled_end = 0;
  Receive wanted;  ///< by a probe
  Site site;
  MessageId first_way;
  std::uint32_t way_count = 0;
  std::uint32_t done_by = 0;  ///< the step; 0 while it waits
  /// The last step before it in which its rank has asked in vain; 0 where there is none.
  std::uint32_t last_failure = 0;

  bool is_probe() const { return kind == Kind::probe || kind == Kind::test_probe; }
  bool is_test() const {
    return kind == Kind::test_all || kind == Kind::test_any || kind == Kind::test_some ||
           kind == Kind::test_probe;
  }
};

/// A way in which a wait can go on: the number of a condition, the rank that a probed message comes
/// from, or one of these.
constexpr std::uint32_t way_success = 0;
constexpr std::uint32_t way_failure = std::numeric_limits<std::uint32_t>::max();

/// Stands for no wait.
constexpr std::uint32_t no_wait = std::numeric_limits<std::uint32_t>::max();

/// What a wait has come to.
struct Outcome {
  std::uint32_t way = way_success;
  SendId probed;
};

}  // namespace harrier::mpi
