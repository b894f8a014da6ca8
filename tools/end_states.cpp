// The end states of a program, as its executions reach them.
#include "tools/end_states.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "base/text.hpp"
#include "core/parts.hpp"
#include "property/consequences.hpp"

namespace harrier::tools {

namespace {

EndState end_state_of(const State& at) {
  Narrator& narrator = narrator_of(at.program);
  Standing& standing = standing_of(at.program);
  EndState state;
  for (std::size_t i = 0; i < at.trace.actor_count(); ++i) {
    const ActorId actor(i);
    ActorAtEnd& left = state.emplace_back();
    left.name = narrator.actor_name(actor);
    left.state = narrator.actor_text(actor);
    left.waits_for = standing.status(actor).waits_for;
  }
  for (const MessageId message : at.program.pending()) {
    std::string text = narrator.message_text(message);
    if (!text.empty()) state[at.trace.receiver(message).index()].pending.push_back(std::move(text));
  }
  for (const Event& event : at.trace.events()) {
    if (event.failed) state[event.actor.index()].failed = true;
  }
  for (ActorAtEnd& left : state) std::ranges::sort(left.pending);
  std::ranges::sort(state);
  return state;
}

}  // namespace

std::string ActorAtEnd::line() const {
  std::vector<std::string> parts;
  if (!state.empty()) parts.push_back(state);
  if (failed) parts.emplace_back("failed");
  if (!waits_for.empty()) parts.push_back("waits for " + waits_for);
  if (!pending.empty()) parts.push_back("left: " + base::join(pending, ", "));
  return parts.empty() ? std::string() : fmt::format("  {}: {}\n", name, base::join(parts, "; "));
}

Json Outcome::to_json() const {
  Json json;
  json["executions"] = classes;
  json["schedule"] = schedule.text();
  json["actors"] = Json::array();
  for (const ActorAtEnd& left : state) {
    json["actors"].push_back({{"name", left.name},
                              {"state", left.state},
                              {"failed", left.failed},
                              {"waits_for", left.waits_for},
                              {"pending", left.pending}});
  }
  return json;
}

EndStates::ComparedState EndStates::compared(const State& at, const EndState& state) {
  Narrator& narrator = narrator_of(at.program);
  ComparedState compared;
  bool names_itself = false;
  for (std::size_t i = 0; i < at.trace.actor_count(); ++i) {
    std::string text = narrator.compared_text(ActorId(i));
    names_itself |= text != narrator.actor_text(ActorId(i));
    compared.push_back(std::move(text));
  }
  for (const ActorAtEnd& left : state) {
    // Where texts for comparison are made on purpose they say all that there is to compare.
    if (!names_itself) compared.push_back(left.line());
    if (left.failed) compared.push_back("failed " + left.state);
  }
  std::ranges::sort(compared);
  return compared;
}

void EndStates::add(const State& at) {
  EndState end = end_state_of(at);
  note_hidden(at);
  Outcome one{1, schedule_of(at.trace), end};
  const std::size_t fresh = outcomes_.size();
  const std::size_t shown = root(by_shown_.emplace(end, fresh).first->second);
  const std::size_t named = root(by_names_.emplace(compared(at, end), fresh).first->second);
  // Either way of naming things tells that two states are the same; neither that they are not.
  const std::size_t kept = std::min(shown, named);
  const std::size_t other = std::max(shown, named);
  if (kept == fresh) {
    outcomes_.push_back(std::move(one));
    same_as_.push_back(fresh);
    return;
  }
  merge(kept, std::move(one));
  if (other == kept) return;
  if (other == fresh) {
    outcomes_.emplace_back();
    same_as_.push_back(kept);
  } else {
    same_as_[other] = kept;
    merge(kept, std::exchange(outcomes_[other], {}));
  }
}

void EndStates::note_hidden(const State& at) {
  Narrator& narrator = narrator_of(at.program);
  for (std::size_t i = 0; i < at.trace.actor_count(); ++i) {
    const ActorId actor(i);
    if (standing_of(at.program).activity(actor) == Activity::ended) continue;
    if (narrator.actor_text(actor).empty() && narrator.compared_text(actor).empty()) {
      hidden_.insert(narrator.actor_name(actor));
    }
  }
}

std::size_t EndStates::root(std::size_t index) const {
  while (index < same_as_.size() && same_as_[index] != index) index = same_as_[index];
  return index;
}

void EndStates::merge(std::size_t index, Outcome other) {
  Outcome& outcome = outcomes_[index];
  outcome.classes += other.classes;
  if (other.schedule.steps.size() < outcome.schedule.steps.size()) {
    outcome.schedule = std::move(other.schedule);
    outcome.state = std::move(other.state);
  }
}

std::vector<const Outcome*> EndStates::sorted() const {
  std::vector<const Outcome*> all;
  for (const Outcome& outcome : outcomes_) {
    if (outcome.classes != 0) all.push_back(&outcome);
  }
  std::ranges::stable_sort(all, std::greater(), &Outcome::classes);
  return all;
}

std::vector<const Outcome*> EndStates::missing_in(const EndStates& others) const {
  std::set<std::size_t> met;
  for (const auto& [shown, index] : by_shown_) {
    if (others.by_shown_.contains(shown)) met.insert(root(index));
  }
  std::vector<const Outcome*> missing = sorted();
  std::erase_if(missing, [&](const Outcome* outcome) {
    return met.contains(static_cast<std::size_t>(outcome - outcomes_.data()));
  });
  return missing;
}

}  // namespace harrier::tools
