// Asks of one class after the other whether what another order could begin is begun by a listed
// one.
#include "certificate/questions.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace harrier::certificate {

namespace {

/// Asks what holds a message back now, when all of the execution has happened.
class QuestionHere final : public StepQuestion {
 public:
  QuestionHere(MessageId about, std::size_t size) {
    message = about;
    prefix = static_cast<std::uint32_t>(size);
  }
  std::span<const std::uint32_t> beside() const override { return {}; }
};

/// Moves to the next sequence of values; false after the last one.
bool next_values(std::vector<Choice>& choices) {
  while (!choices.empty()) {
    if (++choices.back().value < choices.back().count) return true;
    choices.pop_back();
  }
  return false;
}

bool conflicts(const ResourceAccess& one, Resource resource, Access access) {
  return one.resource == resource && conflict(one.access, access);
}

}  // namespace

std::optional<Unanswered> Questions::ask(const ListedClass& listed) {
  listed_ = &listed;
  places_.resize(listed.size());
  const Bits all = listed.all();
  try {
    // What comes last first: the run goes back little by little.
    if (closure_.asks_about_left()) {
      for (const ListedClass::Left& left : listed.left()) {
        tried_ = 0;
        go_to(all);
        const Step step{left.sent, left.message, left.before_sending, listed.size()};
        ask_without(step, all, deciders_here(step, here(left.sent), all));
      }
    }
    for (std::size_t i = listed.size(); i-- > 0;) {
      const ListedClass::Event& event = listed[i];
      tried_ = 0;
      const Bits part = listed.without(all, i);
      const Step step{event.sent, event.message, event.before_sending, i};
      if (!event.choices.empty() && closure_.asks_about_other_values()) {
        ++questions_;
        if (is_new(step, part)) ask_at(step, part);
      }
      ask_about(step, part, event.touched);
    }
  } catch (Unanswered& unanswered) {
    return std::move(unanswered);
  } catch (const NondeterminismError& error) {
    return Unanswered{Unanswered::Why::differs, error.what()};
  }
  return std::nullopt;
}

/// Asks about an event as it was executed: everything of the part that it conflicts with decides
/// about what it is.
void Questions::ask_about(const Step& step, const Bits& part,
                          std::span<const ResourceAccess> touched) {
  std::vector<std::size_t> deciders;
  for (std::size_t i = BitSpan(part).next(0); i < listed_->size(); i = BitSpan(part).next(i + 1)) {
    if (step.before_sending.contains(i)) continue;
    const std::span<const ResourceAccess> other = (*listed_)[i].touched;
    if (conflict(other, touched)) deciders.push_back(i);
  }
  ask_without(step, part, deciders);
}

void Questions::ask_without(const Step& step, const Bits& part,
                            const std::vector<std::size_t>& deciders) {
  const std::vector<std::size_t> chosen = closure_.chosen(*listed_, deciders);
  for (std::size_t i = chosen.size(); i-- > 0;) {
    ++questions_;
    const Bits rest = closure_.without(*listed_, part, chosen[i], step.event);
    if (is_new(step, rest)) ask_at(step, rest);
  }
}

/// Asks about a step after a part: whether what it does there is begun, or what holds it back.
void Questions::ask_at(const Step& step, const Bits& part) {
  if (stop_.load(std::memory_order_relaxed)) throw Unanswered{Unanswered::Why::interrupted};
  if (++tried_ > tried_max) {
    throw Unanswered{
        Unanswered::Why::undecided,
        fmt::format("more than {} ways to leave steps out decide about one", tried_max)};
  }
  ++executed_;
  go_to(part);
  const MessageId message = here(step.sent);
  if (run_.is_enabled(message)) {
    answer_every_value(message);
  } else if (closure_.goes_on_where_held_back()) {
    ask_without(step, part, deciders_here(step, message, part));
  }
}

/// Returns what decides about a message that is held back where the run stands.
std::vector<std::size_t> Questions::deciders_here(const Step& step, MessageId message,
                                                  const Bits& part) {
  const QuestionHere question(message, run_.size());
  answer_.reset({});
  run_.program().answer(question, answer_);
  const bool is_told = answer_.kind == StepAnswer::Kind::impossible && answer_.knows_why;
  const auto decides = [&](std::size_t at) {
    if (!is_told || std::ranges::find(answer_.deciders, EventId(at)) != answer_.deciders.end()) {
      return true;
    }
    return std::ranges::any_of(run_.touches(at), [&](const Touch& touch) {
      return std::ranges::any_of(answer_.touched, [&](const ResourceAccess& one) {
        return conflicts(one, touch.resource, touch.access);
      });
    });
  };
  std::vector<std::size_t> deciders;
  for (std::size_t i = BitSpan(part).next(0); i < listed_->size(); i = BitSpan(part).next(i + 1)) {
    if (!step.before_sending.contains(i) && decides(places_[i])) deciders.push_back(i);
  }
  return deciders;
}

/// Tells whether nobody has asked about this step after these events.
bool Questions::is_new(const Step& step, const Bits& part) {
  Fingerprint question = listed_->fingerprint(part);
  question.add(step.message);
  return known_.asked.insert(question);
}

/// Lets a part of the class happen, in the order in which it is listed.
void Questions::go_to(const Bits& part) {
  std::size_t at = 0;
  bool follows = true;
  for (std::size_t i = BitSpan(part).next(0); i < listed_->size(); i = BitSpan(part).next(i + 1)) {
    const ListedClass::Event& event = (*listed_)[i];
    const MessageId message = here(event.sent);
    if (follows && at < run_.size() && run_[at].message == message && run_[at].name == event.name) {
      places_[i] = static_cast<std::uint32_t>(at++);
      continue;
    }
    if (follows) run_.back_to(at);
    follows = false;
    if (!run_.is_enabled(message)) {
      throw Unanswered{
          Unanswered::Why::differs,
          fmt::format("step {} of the execution is not possible without steps on which "
                      "it does not seem to depend",
                      i + 1)};
    }
    run_.execute(message, event.choices);
    if (run_[at].name != event.name) {
      throw Unanswered{
          Unanswered::Why::differs,
          fmt::format("step {} of the execution does something else without steps on which it does "
                      "not seem to depend",
                      i + 1)};
    }
    places_[i] = static_cast<std::uint32_t>(at++);
  }
  run_.back_to(at);
}

/// Returns the message of the class where the run stands.
MessageId Questions::here(const Sent& sent) const {
  return run_.message_of(sent.by ? EventId(places_[sent.by.index()]) : EventId(), sent.position);
}

void Questions::answer_every_value(MessageId message) {
  const std::size_t size = run_.size();
  std::vector<Choice> choices;
  do {
    run_.back_to(size);
    run_.execute(message, choices);
    const std::span<const Choice> taken = run_.choices(size);
    choices.assign(taken.begin(), taken.end());
    answer();
  } while (closure_.asks_about_every_value() && next_values(choices));
}

/// Tells that a listed class begins with what has happened: goes on to the end, and that class has
/// to be one of them. Throws where it is not.
void Questions::answer() {
  met_.clear();
  while (!known_.parts.contains(run_.part())) {
    met_.push_back(run_.part());
    const std::optional<MessageId> next = run_.next();
    if (!next) {
      if (!known_.classes.contains(run_.part())) throw Unanswered{Unanswered::Why::missing};
      break;
    }
    if (run_.size() >= steps_max_) {
      throw Unanswered{Unanswered::Why::undecided,
                       fmt::format("an execution takes more than {} steps", steps_max_)};
    }
    run_.execute(*next, {});
  }
  for (const Fingerprint& part : met_) known_.parts.insert(part);
}

}  // namespace harrier::certificate
