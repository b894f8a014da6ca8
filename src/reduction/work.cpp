// What is left to explore, as a value that can be written down.
//
// Numbers, each followed by a space; lists begin with their length. A name is two numbers.
#include "reduction/work.hpp"

#include <charconv>

#include "harrier/usage_error.hpp"

namespace harrier {

namespace {

constexpr std::uint64_t format = 1;

class Writer {
 public:
  void number(std::uint64_t value) { text_ += std::to_string(value) + ' '; }
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
  void step(const WorkStep& step) {
    number(step.name.high);
    number(step.name.low);
    number(step.depth);
    choices(step.choices);
    list(step.touched.known(), [this](const NamedAccess& touched) {
      number(touched.resource.value);
      number(static_cast<std::uint64_t>(touched.access));
    });
    number(step.touched.possible() ? 1 : 0);
    list(step.touched.history(), [this](const PastStep& past) {
      number(past.sent_by);
      number(past.position);
      choices(past.choices);
    });
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::uint64_t number(std::uint64_t max = ~std::uint64_t{0}) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
    if (error != std::errc{} || end == text_.data() + text_.size() || *end != ' ' || value > max) {
      throw UsageError("this is not the rest of a search, or it is damaged");
    }
    text_.remove_prefix(static_cast<std::size_t>(end - text_.data()) + 1);
    return value;
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
  WorkStep step() {
    WorkStep step;
    step.name.high = number();
    step.name.low = number();
    step.depth = small();
    step.choices = choices();
    const auto touched = list<NamedAccess>([this] {
      NamedAccess one;
      one.resource.value = number();
      one.access = static_cast<Access>(number(2));
      return one;
    });
    const bool possible = number(1) != 0;
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
  void end() const {
    if (!text_.empty()) throw UsageError("this is more than the rest of a search");
  }

 private:
  std::string_view text_;
};

}  // namespace

std::string Work::text() const {
  Writer writer;
  writer.number(format);
  writer.list(path, [&](const Onward& step) {
    writer.number(step.message.value);
    writer.choices(step.choices);
  });
  writer.list(states, [&](const StateWork& state) {
    writer.number((state.begun ? 1U : 0U) + (state.asks ? 2U : 0U));
    writer.list(state.asleep, [&](const WorkStep& step) { writer.step(step); });
    writer.list(state.branches, [&](const WorkStep& step) { writer.step(step); });
  });
  return writer.take();
}

Work Work::parse(std::string_view text) {
  Reader reader(text);
  if (reader.number() != format) throw UsageError("this is the rest of a search in another format");
  Work work;
  work.path = reader.list<Onward>([&] {
    Onward step;
    step.message = MessageId(reader.small());
    step.choices = reader.choices();
    return step;
  });
  work.states = reader.list<StateWork>([&] {
    StateWork state;
    const std::uint64_t flags = reader.number(3);
    state.begun = (flags & 1U) != 0;
    state.asks = (flags & 2U) != 0;
    state.asleep = reader.list<WorkStep>([&] { return reader.step(); });
    state.branches = reader.list<WorkStep>([&] { return reader.step(); });
    return state;
  });
  reader.end();
  if (work.states.empty() || work.states.size() < work.path.size() ||
      work.states.size() > work.path.size() + 1) {
    throw UsageError("this is not the rest of a search: its states do not fit its path");
  }
  return work;
}

}  // namespace harrier
