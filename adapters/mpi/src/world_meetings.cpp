// How collectives are told of: who has part in a step that leaves one, and what they brought along.
#include <algorithm>

#include "base/mix.hpp"
#include "mpi/data/copying.hpp"
#include "texts.hpp"
#include "world.hpp"

namespace harrier::mpi {

namespace {

/// How many values of a member, and how many members, are shown.
constexpr std::size_t values_max = 4;
constexpr std::size_t members_max = 8;

std::string contribution_text(const Contribution& contribution) {
  std::string text;
  for (const Piece& piece : contribution.pieces) {
    if (piece.bytes.empty()) continue;
    text += (text.empty() ? "" : ", ") + values_text(piece.values, piece.bytes, values_max);
  }
  return text;
}

}  // namespace

/// Lists the collectives that a step leaves, as conditions of its wait.
std::vector<Condition> World::left_by(const Message& asked) const {
  std::vector<Condition> left;
  if (asked.kind != Kind::step || asked.way == way_failure) return left;
  const Wait& wait = wait_of(asked);
  const bool takes_one = wait.kind == Wait::Kind::any || wait.kind == Wait::Kind::test_any;
  const std::span<const Condition> all = conditions(wait);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].kind != Condition::Kind::entry || (takes_one && i != asked.way)) continue;
    if (is_done(all[i])) left.push_back(all[i]);
  }
  return left;
}

Meeting World::meeting(MessageId id) const {
  const Message& asked = message(id);
  Meeting meeting;
  if (asked.kind == Kind::mode) {
    for (std::uint32_t rank = 0; rank < options_.ranks; ++rank) meeting.actors.emplace_back(rank);
    return meeting;
  }
  for (const Condition& entry : left_by(asked)) {
    meeting.text += left_text(entry, wait_of(asked).site);
    const Communicator& comm = posts_.communicators[entry.owner];
    if (meeting.number == 0) meeting.number = mix(comm.key, entry.index + 1);
    for_needed(entry, [&](std::uint32_t member) {
      const ActorId actor(comm.members[member]);
      if (std::ranges::find(meeting.actors, actor) == meeting.actors.end()) {
        meeting.actors.push_back(actor);
      }
    });
  }
  // One who waits for nobody else meets nobody.
  if (meeting.actors.size() < 2) meeting.actors.clear();
  std::ranges::sort(meeting.actors, {}, &ActorId::value);
  return meeting;
}

/// Says which collective a step leaves, where its call is another one, and with which data.
std::string World::left_text(const Condition& left, const Site& waited_at) const {
  const Communicator& comm = posts_.communicators[left.owner];
  const Entry& entry = comm.entries[left.member][left.index];
  std::string text;
  if (entry.site.from != waited_at.from) text += " of " + mpi::call_text(entry.site);
  if (left.owner != 0) text += " on " + communicator_text(comm);
  if (!entry.operation_text.empty()) text += ", " + entry.operation_text;
  std::string data;
  std::size_t shown = 0;
  for_needed(left, [&](std::uint32_t member) {
    const Entry& other = comm.entries[member][left.index];
    if (other.contribution == nullptr) return;
    // What others bring to a root's collective is nothing.
    if (entry.leaving == Leaving::with_root && member != entry.root) return;
    const std::string values = contribution_text(*other.contribution);
    if (values.empty() || shown > members_max) return;
    data += (data.empty() ? ": " : " | ") + (shown == members_max ? "…" : values);
    ++shown;
  });
  return text + data;
}

}  // namespace harrier::mpi
