// Sleep sets: in each state on the path, the steps whose exploration would repeat what is done.
#include "core/sleep_sets.hpp"

#include <utility>

#include "base/mix.hpp"
#include "harrier/internal_error.hpp"

namespace harrier {

Sleeper SleepSets::sleeper(std::uint32_t index) const {
  const Record& record = records_[index];
  return {
      record.name, record.message,
      std::span(choices_).subspan(record.choices_begin, record.choices_end - record.choices_begin),
      std::span(touched_).subspan(record.touched_begin, record.touched_end - record.touched_begin)};
}

void SleepSets::push(MessageId delivered, std::span<const NamedAccess> touched) {
  HARRIER_CHECK(!sets_.empty(), "a state is entered, and there is none before it");
  const std::uint32_t begin = sets_.back().members_begin;
  const auto end = static_cast<std::uint32_t>(members_.size());
  sets_.push_back({end, static_cast<std::uint32_t>(records_.size())});
  for (std::uint32_t i = begin; i < end; ++i) {
    const std::uint32_t record = members_[i];
    if (records_[record].message == delivered) continue;
    if (!conflict(sleeper(record).touched, touched)) members_.push_back(record);
  }
}

void SleepSets::pop() {
  HARRIER_CHECK(!sets_.empty(), "a state is left that was not entered");
  if (variants_.state + 1 == sets_.size()) variants_.state = Variants::no_state;
  const Set& set = sets_.back();
  members_.resize(set.members_begin);
  if (records_.size() > set.records_begin) {
    choices_.resize(records_[set.records_begin].choices_begin);
    touched_.resize(records_[set.records_begin].touched_begin);
    records_.resize(set.records_begin);
  }
  sets_.pop_back();
}

void SleepSets::add(const Sleeper& explored) {
  Record record;
  record.name = explored.name;
  record.message = explored.message;
  record.choices_begin = static_cast<std::uint32_t>(choices_.size());
  choices_.insert(choices_.end(), explored.choices.begin(), explored.choices.end());
  record.choices_end = static_cast<std::uint32_t>(choices_.size());
  record.touched_begin = static_cast<std::uint32_t>(touched_.size());
  touched_.insert(touched_.end(), explored.touched.begin(), explored.touched.end());
  record.touched_end = static_cast<std::uint32_t>(touched_.size());
  members_.push_back(static_cast<std::uint32_t>(records_.size()));
  records_.push_back(record);
}

namespace {

/// Below so many members it is as fast to look through all of them.
constexpr std::size_t many = 64;

/// Tells whether a sleeping variant begins with what is wanted and goes on with zeros: then it is
/// the wanted one.
bool begins_with(std::span<const Choice> sleeping, std::span<const Choice> wanted) {
  if (sleeping.size() < wanted.size()) return false;
  for (std::size_t i = 0; i < sleeping.size(); ++i) {
    if (sleeping[i].value != (i < wanted.size() ? wanted[i].value : 0)) return false;
  }
  return true;
}

/// Returns a hash that does not depend on zeros at the end.
std::uint64_t hash_of(std::span<const Choice> choices) {
  std::uint64_t hash = 0;
  std::uint64_t zeros = 0;
  for (const Choice& choice : choices) {
    if (choice.value == 0) {
      ++zeros;
      continue;
    }
    hash = mix(hash, (std::uint64_t{choice.value} << 32U) + std::exchange(zeros, 0));
  }
  return hash;
}

}  // namespace

bool SleepSets::awake(std::size_t state, MessageId message, std::vector<Choice>& choices) const {
  const std::size_t members = count(state);
  if (members >= many) return awake_among_many(state, message, choices);
  choices.clear();
  for (std::size_t i = 0; i < members;) {
    const Sleeper sleeping = member(state, i++);
    if (sleeping.message != message || !begins_with(sleeping.choices, choices)) continue;
    choices.assign(sleeping.choices.begin(), sleeping.choices.end());
    if (!next_variant(choices)) return false;
    i = 0;
  }
  return true;
}

/// Does the same in about the time that the members take that were added since it was asked last.
bool SleepSets::awake_among_many(std::size_t state, MessageId message,
                                 std::vector<Choice>& choices) const {
  if (variants_.state != state || variants_.message != message) {
    variants_.state = state;
    variants_.message = message;
    variants_.looked_at = 0;
    variants_.awake.clear();
    variants_.sleeping.clear();
  }
  for (const std::size_t members = count(state); variants_.looked_at < members;
       ++variants_.looked_at) {
    const std::uint32_t record = members_[sets_[state].members_begin + variants_.looked_at];
    if (records_[record].message != message) continue;
    variants_.sleeping.emplace(hash_of(sleeper(record).choices), record);
  }
  choices = variants_.awake;
  while (true) {
    const auto at = variants_.sleeping.find(hash_of(choices));
    if (at == variants_.sleeping.end()) break;
    const Sleeper sleeping = sleeper(at->second);
    if (!begins_with(sleeping.choices, choices)) break;
    choices.assign(sleeping.choices.begin(), sleeping.choices.end());
    if (!next_variant(choices)) return false;
  }
  variants_.awake = choices;
  return true;
}

}  // namespace harrier
