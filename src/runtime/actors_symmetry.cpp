// States of native actors that differ only in who of interchangeable actors is who.
#include "runtime/actors_symmetry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <span>
#include <utility>

#include "harrier/usage_error.hpp"
#include "runtime/actors_fingerprints.hpp"
#include "runtime/actors_names.hpp"

namespace harrier::detail {

void ActorSymmetry::require_members(const std::vector<ActorId>& group) const {
  for (const ActorId id : group) {
    if (!id || id.index() >= execution_.actors.size() || execution_.actor(id).creator) {
      throw UsageError("interchangeable are only actors that the set-up itself has spawned");
    }
    if (std::ranges::find(members_, id) != members_.end() || std::ranges::count(group, id) != 1) {
      throw UsageError(
          fmt::format("{} is said to be interchangeable twice", actor_name(execution_, id)));
    }
  }
  if (members_.size() + group.size() <= Renaming::things_max) return;
  throw UsageError(
      fmt::format("more than {} actors are said to be interchangeable: leave out "
                  "--comparator symmetric",
                  Renaming::things_max));
}

void ActorSymmetry::name_members() {
  members_.clear();
  std::vector<Renaming::Group> groups;
  for (const std::vector<ActorId>& group : declared_.interchangeable) {
    require_members(group);
    const auto begin = static_cast<std::uint32_t>(members_.size());
    members_.insert(members_.end(), group.begin(), group.end());
    groups.push_back({begin, static_cast<std::uint32_t>(members_.size())});
  }
  if (members_.empty()) {
    throw UsageError(
        "--comparator symmetric: the program does not say which actors are interchangeable "
        "(System::interchangeable)");
  }
  std::vector<ActorFingerprints::ActorPart>& actors = fingerprints_.actors_;
  std::vector<Fingerprint> names;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    ActorFingerprints::ActorPart& part = actors[members_[i].index()];
    part.member = std::uint64_t{1} << i;
    names.push_back(part.name);
  }
  for (ActorFingerprints::ActorPart& part : actors) {
    if (part.parent) part.member = actors[part.parent.index()].member;
  }
  renaming_ = Renaming(std::move(groups), std::move(names));
}

void ActorSymmetry::require_symmetric_start() {
  if (std::exchange(is_start_checked_, true)) return;
  // What is in the frame of a handler that waits cannot be seen.
  const bool waits =
      std::ranges::any_of(execution_.actors, [](const auto& one) { return !one.frames.empty(); }) ||
      std::ranges::any_of(execution_.ledger.pending(), [this](MessageId id) {
        return execution_.message(id).kind != Execution::Message::Kind::send;
      });
  if (waits) {
    throw UsageError(
        "--comparator symmetric does not go with a set-up in which handlers wait or are asked for "
        "replies");
  }
  for (const Renaming::Group& group : renaming_.groups()) {
    for (std::uint32_t i = group.begin; i + 1 < group.end; ++i) {
      if (renaming_.are_twins(terms_, i, i + 1)) continue;
      throw UsageError(fmt::format(
          "{} and {} are said to be interchangeable, but at the start they can be told apart: {} "
          "would be another if they changed places",
          actor_name(execution_, members_[i]), actor_name(execution_, members_[i + 1]),
          difference(i, i + 1)));
    }
  }
}

/// Says what changes where two change places.
std::string ActorSymmetry::difference(std::uint32_t first, std::uint32_t second) const {
  std::vector<Fingerprint> names(renaming_.names().begin(), renaming_.names().end());
  std::multiset<Fingerprint> before;
  for (std::size_t i = 0; i < terms_.term_count(); ++i) before.insert(terms_.hash(i, names));
  std::swap(names[first], names[second]);
  const std::size_t actors = execution_.actors.size();
  for (std::size_t i = 0; i < terms_.term_count(); ++i) {
    const auto same = before.find(terms_.hash(i, names));
    if (same != before.end()) {
      before.erase(same);
      continue;
    }
    if (i < actors) return "the state of " + actor_name(execution_, ActorId(i));
    if (i - actors == execution_.ledger.pending().size()) break;
    const MessageId message = execution_.ledger.pending()[i - actors];
    return fmt::format("the message {} to {}", message_text(execution_, message),
                       actor_name(execution_, execution_.ledger.receiver(message)));
  }
  return "what is on its way";
}

/// Sums what mentions nobody who moves.
Fingerprint ActorSymmetry::unmoved_sum() const {
  Fingerprint sum;
  const std::vector<ActorFingerprints::ActorPart>& actors = fingerprints_.actors_;
  for (std::size_t i = 0; i < terms_.term_count(); ++i) {
    if (terms_.mentions(i) != 0) continue;
    sum += i < actors.size() ? actors[i].sum() : terms_.hash(i, renaming_.names());
  }
  return sum;
}

Fingerprint ActorSymmetry::canonical_state() {
  Fingerprint value = unmoved_sum();
  value += renaming_.canonical_sum(terms_);
  return value;
}

Renaming::Places ActorSymmetry::places_of(const Arrangement& arrangement) const {
  Renaming::Places places(members_.size());
  std::iota(places.begin(), places.end(), 0U);
  for (std::size_t i = 0; i < arrangement.size(); ++i) {
    const auto taken = std::ranges::find(members_, arrangement[i]);
    places[i] = static_cast<std::uint32_t>(taken - members_.begin());
  }
  return places;
}

Arrangement ActorSymmetry::arrangement_of(const Renaming::Places& places) const {
  Arrangement arrangement;
  for (const std::uint32_t place : places) arrangement.push_back(members_[place]);
  return arrangement;
}

std::vector<Arrangement> ActorSymmetry::swaps() {
  std::vector<Arrangement> all;
  for (const Renaming::Group& group : renaming_.groups()) {
    for (std::uint32_t i = group.begin; i + 1 < group.end; ++i) {
      Arrangement& swapped = all.emplace_back(members_);
      std::swap(swapped[i], swapped[i + 1]);
    }
  }
  return all;
}

std::optional<std::vector<Arrangement>> ActorSymmetry::others(std::size_t count_max) {
  const std::optional<std::vector<Renaming::Places>> found = renaming_.others(terms_, count_max);
  if (!found) return std::nullopt;
  std::vector<Arrangement> all;
  for (const Renaming::Places& places : *found) all.push_back(arrangement_of(places));
  return all;
}

bool ActorSymmetry::were_looked_at() {
  return std::ranges::any_of(standing_.looked_at(), [this](ActorId id) {
    return fingerprints_.actors_[id.index()].mentions != 0;
  });
}

Fingerprint ActorSymmetry::state(const Arrangement& arrangement) {
  Fingerprint value = unmoved_sum();
  value += renaming_.sum(terms_, places_of(arrangement));
  return value;
}

std::uint64_t ActorSymmetry::content(MessageId message, const Arrangement& arrangement) {
  return fingerprints_.content_under(message, renaming_.names_in(places_of(arrangement))).low;
}

}  // namespace harrier::detail
