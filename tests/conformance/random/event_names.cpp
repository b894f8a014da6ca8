// Names events and states exactly.
#include "tests/conformance/random/event_names.hpp"

#include <algorithm>
#include <cctype>

#include "core/parts.hpp"
#include "tests/support/script_actor.hpp"

namespace harrier::testing {

const std::vector<EventName>& EventNames::of(const Trace& trace) {
  std::size_t same = 0;
  while (same < seen_.size() && same < trace.size() && seen_[same].message == trace[same].message &&
         std::ranges::equal(seen_[same].choices, trace.choices(same))) {
    ++same;
  }
  names_.resize(same);
  seen_.resize(same);
  for (std::size_t i = same; i < trace.size(); ++i) {
    const std::span<const Choice> choices = trace.choices(i);
    names_.push_back(name_last(trace, i));
    seen_.push_back({trace[i].message, {choices.begin(), choices.end()}});
  }
  return names_;
}

std::span<const EventName> EventNames::causes(EventName event) const { return causes_[event]; }

EventName EventNames::name_last(const Trace& trace, std::size_t index) {
  const Event& event = trace[index];
  const Trace::Message& origin = trace.message(event.message);
  const std::span<const EventId> enablers = trace.causes(index);
  std::vector<EventName> causes;
  for (std::size_t i = 0; i < index; ++i) {
    if (std::ranges::find(enablers, EventId(i)) != enablers.end() ||
        conflict(trace.resources(i), trace.resources(index))) {
      causes.push_back(names_[i]);
    }
  }
  std::ranges::sort(causes);

  const std::span<const Choice> choices = trace.choices(index);
  std::vector<std::uint32_t> key{origin.sent_by ? names_[origin.sent_by.index()] + 1 : 0,
                                 origin.position, static_cast<std::uint32_t>(choices.size())};
  for (const Choice& choice : choices) key.push_back(choice.value);
  key.insert(key.end(), causes.begin(), causes.end());
  const auto [known, is_new] =
      known_.try_emplace(std::move(key), static_cast<EventName>(known_.size()));
  if (is_new) causes_.push_back(std::move(causes));
  return known->second;
}

namespace {

/// Names what an event sent or created; `first` for what the set-up did.
std::string name_of(EventId by, std::size_t position, std::span<const EventName> names) {
  return (by ? "e" + std::to_string(names[by.index()]) : std::string("first")) + "." +
         std::to_string(position);
}

class StateText {
 public:
  StateText(Program& program, const Trace& trace, std::span<const EventName> names)
      : program_(program),
        trace_(trace),
        narrator_(narrator_of(program)),
        standing_(standing_of(program)) {
    std::vector<std::size_t> created(names.size() + 1, 0);
    for (std::size_t i = 0; i < trace.actor_count(); ++i) {
      const EventId by = trace.actor(ActorId(i)).by;
      std::size_t& position = created[by ? by.index() + 1 : 0];
      actors_.push_back("actor:" + name_of(by, position++, names));
    }
    for (std::size_t i = 0; i < trace.message_count(); ++i) {
      const Trace::Message& origin = trace.message(MessageId(i));
      messages_.push_back("message:" + name_of(origin.sent_by, origin.position, names));
    }
  }

  std::string text() {
    const ShowNumbers numbers;
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < trace_.actor_count(); ++i) {
      const ActorId actor(i);
      lines.push_back(actors_[i] + " activity " +
                      std::to_string(static_cast<int>(standing_.activity(actor))) + " " +
                      renamed(narrator_.actor_text(actor)));
    }
    for (const MessageId message : program_.pending()) {
      lines.push_back(messages_[message.index()] + " to " +
                      actors_[trace_.receiver(message).index()] + " hold " +
                      std::to_string(static_cast<int>(standing_.hold(message))) + " " +
                      renamed(narrator_.message_text(message)));
    }
    std::ranges::sort(lines);
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
  }

 private:
  /// Replaces `@1` and `#1` by the names of actor and message 1.
  std::string renamed(const std::string& text) const {
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
      const char mark = text[i];
      if (mark != '@' && mark != '#') {
        out += text[i++];
        continue;
      }
      std::size_t number = 0;
      for (++i; i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])) != 0; ++i) {
        number = number * 10 + static_cast<std::size_t>(text[i] - '0');
      }
      out += (mark == '@' ? actors_ : messages_).at(number);
    }
    return out;
  }

  Program& program_;
  const Trace& trace_;
  Narrator& narrator_;
  Standing& standing_;
  std::vector<std::string> actors_;
  std::vector<std::string> messages_;
};

}  // namespace

std::string state_text(Program& program, const Trace& trace, std::span<const EventName> names) {
  return StateText(program, trace, names).text();
}

}  // namespace harrier::testing
