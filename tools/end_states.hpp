// The end states of a program, as its executions reach them.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "explore/search.hpp"
#include "tools/json.hpp"

namespace harrier::tools {

/// How one actor is left, for the reader.
struct ActorAtEnd {
  std::string name;
  std::string state;
  std::string waits_for;
  std::vector<std::string> pending;
  bool failed = false;
  friend auto operator<=>(const ActorAtEnd&, const ActorAtEnd&) = default;

  /// Says it in a line; empty where nothing is left of it.
  std::string line() const;
};
using EndState = std::vector<ActorAtEnd>;

/// An end state, with one way to it.
struct Outcome {
  std::uint64_t classes = 0;
  Schedule schedule;  ///< a shortest one
  EndState state;     ///< at its end

  Json to_json() const;
};

/// Collects the end states of executions, each once.
class EndStates {
 public:
  /// Takes the state that an execution ends in.
  void add(const State& at);

  /// Returns the end states, those of most classes first.
  std::vector<const Outcome*> sorted() const;
  /// Returns those that show nothing of what the others show.
  std::vector<const Outcome*> missing_in(const EndStates& others) const;
  /// Names the actors whose state nobody can see: end states may differ in it.
  const std::set<std::string>& hidden() const { return hidden_; }

 private:
  /// The same as an end state, with names that are equal in equivalent executions.
  using ComparedState = std::vector<std::string>;

  static ComparedState compared(const State& at, const EndState& state);
  void note_hidden(const State& at);
  std::size_t root(std::size_t index) const;
  void merge(std::size_t index, Outcome other);

  std::vector<Outcome> outcomes_;     ///< those without classes are others by now
  std::vector<std::size_t> same_as_;  ///< per outcome: itself, or the one that it is
  std::set<std::string> hidden_;
  std::map<EndState, std::size_t> by_shown_;
  std::map<ComparedState, std::size_t> by_names_;
};

}  // namespace harrier::tools
