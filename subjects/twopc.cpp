// Commits a transaction in two phases, each participant voting freely: the textbook protocol, as a
// test of choices.
#include <utility>
#include <vector>

#include "harrier/harrier.hpp"

namespace {

struct Begin {};
struct Vote {
  bool yes;
};
struct Prepare {
  harrier::To<Vote> coordinator;
};
struct Decision {
  bool commit;
};

class Participant : public harrier::Actor<Participant> {
 public:
  void on(Prepare m) {
    yes_ = choose(2) == 1;
    send(m.coordinator, Vote{yes_});
  }
  void on(Decision m) { check(yes_ || !m.commit, "nothing is committed that one voted against"); }

 private:
  harrier::Tracked<bool> yes_ = false;
};

class Coordinator : public harrier::Actor<Coordinator> {
 public:
  explicit Coordinator(std::vector<harrier::Ref<Participant>> participants)
      : participants_(std::move(participants)) {}

  harrier::Task<> on(Begin) {
    for (const auto participant : *participants_) send(participant, Prepare{self()});
    // Waiting until all votes are in keeps them from being ordered: they only add to counters. A
    // coordinator that looked at its count after every vote would tell n! orders of them apart.
    co_await until([this] { return votes_ == participants_->size(); });
    const Decision decision{yes_votes_ == votes_};
    for (const auto participant : *participants_) send(participant, decision);
  }
  void on(Vote m) {
    ++votes_;
    if (m.yes) ++yes_votes_;
  }

 private:
  harrier::Constant<std::vector<harrier::Ref<Participant>>> participants_;
  harrier::Counter<std::size_t> votes_;
  harrier::Counter<std::size_t> yes_votes_;
};

const harrier::Register twopc("twopc", "two-phase commit with free votes",
                              {harrier::number("participants", 2, 1, 10, "number of participants")},
                              [](harrier::System& system, const harrier::Arguments& arguments) {
                                std::vector<harrier::Ref<Participant>> participants;
                                for (int i = 0; i < arguments.number("participants"); ++i) {
                                  participants.push_back(system.spawn<Participant>());
                                }
                                system.send(system.spawn<Coordinator>(participants), Begin{});
                              });

}  // namespace
