// Single-decree Paxos (Lamport, Paxos Made Simple, 2001), with flaws to choose from: two chosen
// values are a violation.
#include <map>
#include <utility>
#include <vector>

#include "harrier/harrier.hpp"

namespace {

class Acceptor;
class Proposer;

struct Begin {};
struct Prepare {
  int ballot;
  harrier::Ref<Proposer> from;
};
struct Promise {
  int ballot;
  int accepted_ballot;
  int accepted_value;
};
struct Accept {
  int ballot;
  int value;
};
struct Accepted {
  int ballot;
  int value;
};

enum class Flaw { none, accepts, ignores };

/// Hears of everything that is accepted.
class Learner : public harrier::Actor<Learner> {
 public:
  explicit Learner(int acceptors) : acceptors_(acceptors) {}

  void on(Accepted m) {
    const int count = ++counts_.edit()[m.ballot];
    if (2 * count <= acceptors_) return;
    check(chosen_ == 0 || chosen_ == m.value, "one value is chosen");
    chosen_ = m.value;
  }

 private:
  harrier::Constant<int> acceptors_;
  harrier::Tracked<std::map<int, int>> counts_;
  harrier::Tracked<int> chosen_ = 0;
};

class Acceptor : public harrier::Actor<Acceptor> {
 public:
  Acceptor(Flaw flaw, harrier::Ref<Learner> learner) : flaw_(flaw), learner_(learner) {}

  void on(Prepare m);

  void on(Accept m) {
    // The flaw: what was promised since is forgotten.
    if (m.ballot < promised_ && flaw_ != Flaw::accepts) return;
    accepted_ballot_ = m.ballot;
    accepted_value_ = m.value;
    send(learner_.get(), Accepted{m.ballot, m.value});
  }

 private:
  harrier::Constant<Flaw> flaw_;
  harrier::Constant<harrier::Ref<Learner>> learner_;
  harrier::Tracked<int> promised_ = 0;
  harrier::Tracked<int> accepted_ballot_ = 0;
  harrier::Tracked<int> accepted_value_ = 0;
};

class Proposer : public harrier::Actor<Proposer> {
 public:
  Proposer(int ballot, Flaw flaw, harrier::Peers<Acceptor> acceptors)
      : ballot_(ballot), flaw_(flaw), acceptors_(std::move(acceptors)), value_(100 + ballot) {}

  void on(Begin) { send(acceptors_, Prepare{ballot_, self()}); }

  void on(Promise m) {
    promises_ = promises_ + 1;
    // The flaw: a value that some acceptor has accepted is passed over.
    if (m.accepted_ballot > highest_ && flaw_ != Flaw::ignores) {
      highest_ = m.accepted_ballot;
      value_ = m.accepted_value;
    }
    const int majority = static_cast<int>(acceptors_.get().size()) / 2 + 1;
    if (promises_ == majority) send(acceptors_, Accept{ballot_, value_});
  }

 private:
  harrier::Constant<int> ballot_;
  harrier::Constant<Flaw> flaw_;
  harrier::Constant<harrier::Peers<Acceptor>> acceptors_;
  harrier::Tracked<int> value_;
  harrier::Tracked<int> highest_ = 0;
  harrier::Tracked<int> promises_ = 0;
};

void Acceptor::on(Prepare m) {
  if (m.ballot < promised_) return;
  promised_ = m.ballot;
  send(m.from, Promise{m.ballot, accepted_ballot_, accepted_value_});
}

void set_up(harrier::System& system, const harrier::Arguments& arguments) {
  const int count = arguments.number("acceptors");
  const std::string& word = arguments.word("flaw");
  const Flaw flaw = word == "accepts"   ? Flaw::accepts
                    : word == "ignores" ? Flaw::ignores
                                        : Flaw::none;
  const auto learner = system.spawn<Learner>(count);
  std::vector<harrier::Ref<Acceptor>> acceptors;
  for (int i = 0; i < count; ++i) acceptors.push_back(system.spawn<Acceptor>(flaw, learner));
  for (int i = 1; i <= arguments.number("proposers"); ++i) {
    system.send(system.spawn<Proposer>(i, flaw, harrier::Peers(acceptors)), Begin{});
  }
  system.interchangeable(acceptors);
}

const harrier::Register paxos(
    "paxos", "Paxos chooses a value; acceptors may break promises, proposers ignore values",
    {harrier::number("acceptors", 3, 2, 7, "number of acceptors"),
     harrier::number("proposers", 2, 1, 4, "number of proposers"),
     harrier::word("flaw", {"none", "accepts", "ignores"}, "what is wrong")},
    set_up);

}  // namespace
