// All configurations of a program: the sets of events that executions can consist of.
//
// A second oracle beside `exhaustive`, which it checks and is checked by. It visits a set of events
// once, not once per order, so it also knows the classes of programs whose executions are too many
// to run. On the way it checks the dependence relation itself.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harrier/check.hpp"
#include "tests/conformance/random/event_names.hpp"

namespace harrier::testing {

/// What an execution is: which steps depend on each other, and which order messages keep.
struct Model {
  Dependence dependence = Dependence::field;
  DeliveryModel delivery = DeliveryModel::bag;

  /// Says it as on the command line.
  std::string text() const;
  friend auto operator<=>(const Model&, const Model&) = default;
};

/// The events of an execution or a part of one, ascending.
using Configuration = std::vector<EventName>;

/// What a program did somewhere, for knowing that random programs do it at all.
struct Features {
  bool guard_false = false;      ///< a message was held back by a constraint
  bool condition_false = false;  ///< a handler waited for a condition
  bool blocked = false;          ///< a message was held back by a call
  bool out_of_order = false;     ///< a message was held back by the delivery model
  bool ended_receiver = false;   ///< a message was left because its receiver had ended
  bool choice = false;
  bool spawn = false;
  bool awaiting = false;
  bool failure = false;
  bool deadlock = false;
  bool field_level = false;  ///< two steps at one actor were independent
};

struct Configurations {
  std::map<Configuration, std::string> maximal;  ///< the classes, each with its end state
  std::uint64_t executions = 0;                  ///< how many orders there are in all
  std::size_t count = 0;
  std::size_t depth_max = 0;
  Features features;
  bool complete = false;  ///< false beyond `count_max`
  /// Where the dependence relation is wrong: independent events that do not commute.
  std::optional<std::string> flaw;
};

Configurations all_configurations(const ProgramFactory& make, const Model& model, EventNames& names,
                                  std::size_t count_max);

}  // namespace harrier::testing
