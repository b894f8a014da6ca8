// How what is left of searches is written down and read again.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harrier/usage_error.hpp"
#include "reduction/work.hpp"

namespace harrier {

/// Writes numbers, each followed by a space; lists begin with their length, a name is two numbers.
class WorkWriter {
 public:
  void number(std::uint64_t value) {
    std::array<char, 21> digits;  // 20 of the largest number, and the space
    char* const end = std::to_chars(digits.data(), digits.data() + digits.size() - 1, value).ptr;
    *end = ' ';
    text_.append(digits.data(), end + 1);
  }
  template <class T, class Write>
  void list(const T& items, const Write& write) {
    number(items.size());
    for (const auto& item : items) write(item);
  }
  void choices(const std::vector<Choice>& chosen) {
    list(chosen, [this](const Choice& choice) {
      number(choice.value);
      number(choice.count);
    });
  }
  void text(std::string_view text) {
    number(text.size());
    text_ += text;
    text_ += ' ';
  }
  void name(const Name& name) {
    number(name.high);
    number(name.low);
  }
  void accesses(std::span<const NamedAccess> accesses) {
    list(accesses, [this](const NamedAccess& touched) {
      number(touched.resource.value);
      number(static_cast<std::uint64_t>(touched.access));
    });
  }
  void step(const WorkStep& step) {
    name(step.name);
    number(step.depth);
    choices(step.choices);
    accesses(step.touched.known());
    number((step.touched.possible() ? 1U : 0U) + (step.open ? 2U : 0U));
    list(step.touched.history(), [this](const PastStep& past) {
      number(past.sent_by);
      number(past.position);
      choices(past.choices);
    });
  }
  void onward(const Work::Onward& step) {
    number(step.message ? std::uint64_t{step.message.value} + 1 : 0);
    name(step.name);
    choices(step.choices);
    accesses(step.touched);
  }
  void state(const StateWork& state) {
    number((state.begun ? 1U : 0U) + (state.asks ? 2U : 0U) + (state.free ? 4U : 0U) +
           (state.shared ? 8U : 0U) + (state.explored ? 16U : 0U));
    list(state.asleep, [this](const WorkStep& one) { step(one); });
    list(state.branches, [this](const WorkStep& one) { step(one); });
  }
  void path(const std::vector<Work::Onward>& path, const std::vector<StateWork>& states) {
    list(path, [this](const Work::Onward& one) { onward(one); });
    list(states, [this](const StateWork& one) { state(one); });
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

/// Reads them; throws UsageError for anything else.
class WorkReader {
 public:
  explicit WorkReader(std::string_view text) : text_(text) {}

  std::uint64_t number(std::uint64_t max = ~std::uint64_t{0}) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
    if (error != std::errc{} || end == text_.data() + text_.size() || *end != ' ' || value > max) {
      fail();
    }
    text_.remove_prefix(static_cast<std::size_t>(end - text_.data()) + 1);
    return value;
  }
  std::string text() {
    const std::uint64_t size = number(text_.size());
    if (size >= text_.size() || text_[size] != ' ') fail();
    const std::string text(text_.substr(0, size));
    text_.remove_prefix(size + 1);
    return text;
  }
  std::uint32_t small() { return static_cast<std::uint32_t>(number(~std::uint32_t{0})); }
  template <class T, class Read>
  std::vector<T> list(const Read& read) {
    // Every item takes two characters at least.
    const std::uint64_t count = number(text_.size() / 2);
    std::vector<T> items;
    for (std::uint64_t i = 0; i < count; ++i) items.push_back(read());
    return items;
  }
  std::vector<Choice> choices() {
    return list<Choice>([this] {
      Choice choice;
      choice.value = small();
      choice.count = small();
      return choice;
    });
  }
  Name name() {
    Name name;
    name.high = number();
    name.low = number();
    return name;
  }
  std::vector<NamedAccess> accesses() {
    return list<NamedAccess>([this] {
      NamedAccess one;
      one.resource.value = number();
      one.access = static_cast<Access>(number(2));
      return one;
    });
  }
  WorkStep step() {
    WorkStep step;
    step.name = name();
    step.depth = small();
    step.choices = choices();
    const std::vector<NamedAccess> touched = accesses();
    const std::uint64_t flags = number(3);
    const bool possible = (flags & 1U) != 0;
    step.open = (flags & 2U) != 0;
    History history = list<PastStep>([this] {
      PastStep past;
      past.sent_by = small();
      past.position = small();
      past.choices = choices();
      return past;
    });
    if (!history.empty()) {
      step.touched.assign_part(touched, std::move(history));
    } else if (possible) {
      step.touched.assign(touched);
    } else {
      step.touched.assign_impossible(touched);
    }
    return step;
  }
  Work::Onward onward() {
    Work::Onward step;
    const std::uint64_t message = number(~std::uint32_t{0});
    if (message != 0) step.message = MessageId(message - 1);
    step.name = name();
    step.choices = choices();
    step.touched = accesses();
    return step;
  }
  StateWork state() {
    StateWork state;
    const std::uint64_t flags = number(31);
    state.begun = (flags & 1U) != 0;
    state.asks = (flags & 2U) != 0;
    state.free = (flags & 4U) != 0;
    state.shared = (flags & 8U) != 0;
    state.explored = (flags & 16U) != 0;
    state.asleep = list<WorkStep>([this] { return step(); });
    state.branches = list<WorkStep>([this] { return step(); });
    return state;
  }
  /// Reads a path and its states, which must fit each other.
  void path(std::vector<Work::Onward>& path, std::vector<StateWork>& states) {
    path = list<Work::Onward>([this] { return onward(); });
    states = list<StateWork>([this] { return state(); });
    if (states.size() < path.size() || states.size() > path.size() + 1) {
      throw UsageError("this is not the rest of a search: its states do not fit its path");
    }
  }
  /// Returns what was not read yet.
  std::string_view rest() const { return text_; }
  void end() const {
    if (!text_.empty()) throw UsageError("this is more than the rest of a search");
  }

 private:
  [[noreturn]] static void fail() {
    throw UsageError("this is not the rest of a search, or it is damaged");
  }

  std::string_view text_;
};

}  // namespace harrier
