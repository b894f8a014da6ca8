// Sleep sets: in each state on the path, the steps whose exploration would repeat what is done.
#include "core/sleep_sets.hpp"

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
    const Sleeper sleeping = sleeper(record);
    if (sleeping.message != delivered && !conflict(sleeping.touched, touched)) {
      members_.push_back(record);
    }
  }
}

void SleepSets::pop() {
  HARRIER_CHECK(!sets_.empty(), "a state is left that was not entered");
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

bool SleepSets::awake(std::size_t state, MessageId message, std::vector<Choice>& choices) const {
  choices.clear();
  // A sleeping variant that begins with what is wanted and goes on with zeros is the wanted one.
  const auto is_wanted = [&](const Sleeper& sleeping) {
    if (sleeping.message != message || sleeping.choices.size() < choices.size()) return false;
    for (std::size_t i = 0; i < sleeping.choices.size(); ++i) {
      if (sleeping.choices[i].value != (i < choices.size() ? choices[i].value : 0)) return false;
    }
    return true;
  };
  for (std::size_t i = 0; i < count(state);) {
    const Sleeper sleeping = member(state, i++);
    if (!is_wanted(sleeping)) continue;
    choices.assign(sleeping.choices.begin(), sleeping.choices.end());
    if (!next_variant(choices)) return false;
    i = 0;
  }
  return true;
}

}  // namespace harrier
