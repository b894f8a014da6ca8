// Whether an actor is kept by copy or is run through its past again, where that is cheaper.
#include "runtime/actors_copies.hpp"

#include <string>

#include "harrier/program.hpp"
#include "runtime/type_notes.hpp"

namespace harrier::detail {

namespace {

/// Below this nobody waits for copies.
constexpr std::chrono::duration<double> copying_min{0.05};

TypeNotes& dear_types() {
  static TypeNotes notes;
  return notes;
}

}  // namespace

bool is_dear_to_copy(const ActorType& type) { return dear_types().contains(type); }

void CopyCosts::measure(const ActorType& type, Time begin, Time copied) {
  --steps_left_;
  Spent& spent = spent_[&type];
  spent.copying += copied - begin;
  spent.running += Clock::now() - copied;
  ++spent.steps;
  if (spent.copying < copying_min || is_dear_to_copy(type)) return;
  if (spent.running > spent.copying / static_cast<double>(spent.steps)) return;
  dear_types().add(type);
  throw StartAgain(std::string(type.name) + " takes longer to copy than to run through its past");
}

}  // namespace harrier::detail
