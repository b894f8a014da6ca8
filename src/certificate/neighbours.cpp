// Executes two steps that seem not to depend on each other one after the other, both ways round.
#include "certificate/neighbours.hpp"

#include <fmt/format.h>

#include <vector>

namespace harrier::certificate {

namespace {

/// A class executed in another order, beside its listed one.
class OtherOrder {
 public:
  OtherOrder(Run& run, const ListedClass& listed, Run& other)
      : run_(run), listed_(listed), other_(other), places_(listed.size()) {}

  /// Executes the class in this order and compares; returns what differs.
  std::optional<std::string> compare(const std::vector<std::size_t>& order) {
    // What the program hides is not taken back with its steps.
    other_.restart();
    for (const std::size_t event : order) {
      const MessageId message = here(listed_[event].sent);
      if (!other_.is_enabled(message)) return fmt::format("step {} is not possible", event + 1);
      const std::size_t at = places_[event] = other_.size();
      other_.execute(message, listed_[event].choices);
      if (other_[at].name != listed_[event].name || !sends_the_same(event, at)) {
        return fmt::format("step {} does something else", event + 1);
      }
    }
    return compare_ends();
  }

 private:
  MessageId here(const Sent& sent) const {
    return other_.message_of(sent.by ? EventId(places_[sent.by.index()]) : EventId(),
                             sent.position);
  }
  bool sends_the_same(std::size_t event, std::size_t at) const {
    return run_[event].sent_count == other_[at].sent_count &&
           run_[event].created_count == other_[at].created_count &&
           run_[event].failed == other_[at].failed;
  }
  std::optional<std::string> compare_ends() const {
    Narrator* const before = run_.program().narrator();
    Narrator* const now = other_.program().narrator();
    if (before == nullptr) return std::nullopt;
    for (std::size_t i = 0; i < run_.actor_count(); ++i) {
      const ActorId actor(i);
      const ActorId same = counterpart(actor);
      const std::string was = before->compared_text(actor);
      const std::string is = now->compared_text(same);
      // Of actors that have one creator, the first to be created has the first name.
      if (before->actor_name(actor) != now->actor_name(same)) return std::nullopt;
      if (was != is) {
        return fmt::format("{} ends in state {}, not {}", before->actor_name(actor), is, was);
      }
    }
    for (std::size_t i = 0; i < run_.message_count(); ++i) {
      const MessageId message(i);
      const std::string was = before->message_text(message);
      const std::string is = now->message_text(here(run_.sent(message)));
      if (was != is) return fmt::format("a message is {}, not {}", is, was);
    }
    return std::nullopt;
  }
  ActorId counterpart(ActorId actor) const {
    const Made made = run_.made(actor);
    return other_.actor_of(made.by ? EventId(places_[made.by.index()]) : EventId(), made.position);
  }

  Run& run_;
  const ListedClass& listed_;
  Run& other_;
  std::vector<std::size_t> places_;  ///< per event of the class, its number in the other run
};

/// Returns the class in an order in which the two follow each other, as early or as late as can be.
std::vector<std::size_t> with_neighbours(const ListedClass& listed, std::size_t first,
                                         std::size_t second, bool early) {
  std::vector<std::size_t> before;
  std::vector<std::size_t> after;
  for (std::size_t i = 0; i < listed.size(); ++i) {
    if (i == first || i == second) continue;
    const bool is_before = listed[first].past.contains(i) || listed[second].past.contains(i);
    const bool is_after = listed[i].past.contains(first) || listed[i].past.contains(second);
    (is_before || (!early && !is_after) ? before : after).push_back(i);
  }
  before.push_back(first);
  before.push_back(second);
  before.insert(before.end(), after.begin(), after.end());
  return before;
}

}  // namespace

std::optional<std::string> compare_neighbours(Run& run, const ListedClass& listed, Run& other,
                                              std::uint64_t& pairs) {
  OtherOrder again(run, listed, other);
  for (std::size_t second = 1; second < listed.size(); ++second) {
    for (std::size_t first = 0; first < second; ++first) {
      if (listed[second].past.contains(first)) continue;
      ++pairs;
      for (const bool early : {true, false}) {
        for (const auto& [one, two] : {std::pair(first, second), std::pair(second, first)}) {
          const std::optional<std::string> wrong =
              again.compare(with_neighbours(listed, one, two, early));
          if (!wrong) continue;
          return fmt::format(
              "{} where step {} comes right before step {}, on which it does not seem to depend",
              *wrong, one + 1, two + 1);
        }
      }
    }
  }
  return std::nullopt;
}

}  // namespace harrier::certificate
