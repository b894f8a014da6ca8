// Whether an actor is kept by copy or is run through its past again, where that is cheaper.
#include "runtime/actors_copies.hpp"

#include <algorithm>
#include <string>

#include "harrier/program.hpp"
#include "runtime/type_notes.hpp"

namespace harrier::detail {

namespace {

/// Below this nobody waits for copies.
constexpr std::chrono::duration<double> copying_min{0.05};
/// One copy may have waited for the machine; the fastest of several has not.
constexpr std::size_t steps_min = 4;

TypeNotes& dear_types() {
  static TypeNotes notes;
  return notes;
}

}  // namespace

bool is_dear_to_copy(const ActorType& type) { return dear_types().contains(type); }

void CopyCosts::measure(const ActorType& type, Time begin, Time copied) {
  --steps_left_;
  Spent& spent = spent_[&type];
  const std::chrono::duration<double> copying = copied - begin;
  spent.one_copy = spent.steps == 0 ? copying : std::min(spent.one_copy, copying);
  spent.running += Clock::now() - copied;
  ++spent.steps;
  if (spent.steps < steps_min || is_dear_to_copy(type)) return;
  if (spent.one_copy * static_cast<double>(spent.steps) < copying_min) return;
  if (spent.running > spent.one_copy) return;
  dear_types().add(type);
  throw StartAgain(std::string(type.name) + " takes longer to copy than to run through its past");
}

}  // namespace harrier::detail
