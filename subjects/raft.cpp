// Leader election of Raft (Ongaro, Ousterhout, USENIX ATC 2014), with flaws to choose from: two
// leaders of one term are a violation.
#include <optional>
#include <string>
#include <vector>

#include "harrier/harrier.hpp"

namespace {

class Node;

struct Link {
  std::vector<harrier::Ref<Node>> all;
};
struct Timeout {};
struct RequestVote {
  int term;
  int candidate;
};
struct Vote {
  int term;
};
struct Elected {
  int term;
  int leader;
};

constexpr int nobody = -1;

/// What the user may break.
enum class Flaw { none, forgets, stale };

/// Hears of every leader.
class Observer : public harrier::Actor<Observer> {
 public:
  void on(Elected m) {
    const std::optional<int> before = leaders_.find(m.term);
    check(!before || *before == m.leader, "a term has one leader");
    leaders_.set(m.term, m.leader);
  }

 private:
  harrier::TrackedMap<int, int> leaders_;
};

class Node : public harrier::Actor<Node> {
 public:
  Node(int id, Flaw flaw, harrier::Ref<Observer> observer)
      : id_(id), flaw_(flaw), observer_(observer) {}

  void on(const Link& m) { all_ = m.all; }

  void on(Timeout) {
    if (leads_) return;
    term_ = term_ + 1;
    voted_for_ = id_.get();
    votes_ = 1;
    for (int other = 0; other < static_cast<int>(all_->size()); ++other) {
      if (other != id_) send(node(other), RequestVote{term_, id_});
    }
  }

  void on(RequestVote m) {
    if (m.term < term_) return;
    if (m.term > term_) {
      term_ = m.term;
      voted_for_ = nobody;
      leads_ = false;
    }
    // The flaw: whom it has voted for in this term is not asked, unless it was itself.
    const bool is_free = voted_for_ == nobody || (flaw_ == Flaw::forgets && voted_for_ != id_);
    if (!is_free && voted_for_ != m.candidate) return;
    voted_for_ = m.candidate;
    send(node(m.candidate), Vote{m.term});
  }

  void on(Vote m) {
    // The flaw: a vote for an earlier term counts as well.
    if (m.term != term_ && flaw_ != Flaw::stale) return;
    if (voted_for_ != id_ || leads_) return;
    votes_ = votes_ + 1;
    if (2 * votes_ <= static_cast<int>(all_->size())) return;
    leads_ = true;
    send(observer_.get(), Elected{term_, id_});
  }

 private:
  harrier::Ref<Node> node(int id) const { return all_.get()[static_cast<std::size_t>(id)]; }

  harrier::Constant<int> id_;
  harrier::Constant<Flaw> flaw_;
  harrier::Constant<harrier::Ref<Observer>> observer_;
  harrier::Tracked<std::vector<harrier::Ref<Node>>> all_;
  harrier::Tracked<int> term_ = 0;
  harrier::Tracked<int> voted_for_ = nobody;
  harrier::Tracked<int> votes_ = 0;
  harrier::Tracked<bool> leads_ = false;
};

void set_up(harrier::System& system, const harrier::Arguments& arguments) {
  const auto observer = system.spawn<Observer>();
  const std::string& word = arguments.word("flaw");
  const Flaw flaw = word == "forgets" ? Flaw::forgets : word == "stale" ? Flaw::stale : Flaw::none;
  std::vector<harrier::Ref<Node>> all;
  for (int i = 0; i < arguments.number("nodes"); ++i) {
    all.push_back(system.spawn<Node>(i, flaw, observer));
  }
  for (const harrier::Ref<Node> node : all) system.send(node, Link{all});
  system.settle();
  for (int i = 0; i < arguments.number("timeouts"); ++i) {
    system.send(all[static_cast<std::size_t>(i) % all.size()], Timeout{});
  }
}

const harrier::Register raft("raft",
                             "Raft elects a leader; nodes may forget a vote or count stale ones",
                             {harrier::number("nodes", 3, 2, 9, "number of nodes"),
                              harrier::number("timeouts", 2, 1, 12,
                                              "timeouts, one node after the other"),
                              harrier::word("flaw", {"none", "forgets", "stale"}, "what is wrong")},
                             set_up);

}  // namespace
