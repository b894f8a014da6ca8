// Elects a leader again when the first one crashes, but trusts messages that a crashed leader left
// behind, so that processes may end without a leader: in the spirit of le-erlang of TransDPOR
// (FORTE'12), after the Erlang protocol in which Arts, Claessen and Svensson (FATES'04) found such
// flaws; the program is a guess.
#include <vector>

#include "harrier/harrier.hpp"

namespace {

class Process;

struct Link {
  std::vector<harrier::Ref<Process>> all;  ///< by priority, the first is to lead
};
struct Start {};
struct Crash {};
struct Down {
  int process;
};
struct Halt {
  int candidate;
};
struct Acknowledge {
  int process;
};
struct Elected {
  int leader;
};

constexpr int nobody = -1;

class Process : public harrier::Actor<Process> {
 public:
  explicit Process(int id) : id_(id) {}

  void on(const Link& m) { all_ = m.all; }
  void on(Start) { stand_if_first(); }

  void on(Crash) {
    for (int other = id_ + 1; other < count(); ++other) send(process(other), Down{id_});
    stop();
  }

  void on(Down m) {
    down_ = down_ | bit(m.process);
    if (leader_ == m.process || candidate_ == m.process) leader_ = candidate_ = nobody;
    if (candidate_ == nobody) stand_if_first();
  }

  void on(Halt m) {  // the flaw: the candidate may be known to be down
    candidate_ = m.candidate;
    leader_ = nobody;
    send(process(m.candidate), Acknowledge{id_});
  }

  void on(Acknowledge m) {
    acknowledged_ = acknowledged_ | bit(m.process);
    lead_if_acknowledged();
  }

  void on(Elected m) {
    if (m.leader == candidate_) leader_ = m.leader;
  }

  int leader() const { return leader_; }

 private:
  static unsigned bit(int process) { return 1U << process; }
  int count() const { return static_cast<int>(all_->size()); }
  harrier::Ref<Process> process(int id) const { return (*all_)[id]; }

  /// Becomes a candidate once everybody before it is down.
  void stand_if_first() {
    if ((~down_ & (bit(id_) - 1)) != 0) return;
    candidate_ = id_;
    for (int other = id_ + 1; other < count(); ++other) send(process(other), Halt{id_});
    lead_if_acknowledged();
  }

  void lead_if_acknowledged() {
    const unsigned everybody_after = (bit(count()) - 1) & ~(bit(id_ + 1) - 1);
    if (candidate_ != id_ || leader_ == id_ || acknowledged_ != everybody_after) return;
    leader_ = *id_;
    for (int other = id_ + 1; other < count(); ++other) send(process(other), Elected{id_});
  }

  harrier::Constant<int> id_;
  harrier::Tracked<std::vector<harrier::Ref<Process>>> all_;
  harrier::Tracked<unsigned> down_ = 0;
  harrier::Tracked<unsigned> acknowledged_ = 0;
  harrier::Tracked<int> candidate_ = nobody;
  harrier::Tracked<int> leader_ = nobody;
};

void set_up(harrier::System& system, const harrier::Arguments& arguments) {
  std::vector<harrier::Ref<Process>> all;
  for (int id = 0; id < arguments.number("n"); ++id) all.push_back(system.spawn<Process>(id));
  for (const auto process : all) system.send(process, Link{all});
  system.settle();
  system.send(all[0], Start{});
  system.send(all[0], Crash{});
  system.at_end([all](const harrier::End& end) {
    for (std::size_t id = 1; id < all.size(); ++id) {
      const int leader = end.actor(all[id]).leader();
      end.check(leader != nobody, "every process that is up has a leader");
      end.check(leader == 1, "the leader is the first process that is up");
    }
  });
}

const harrier::Register le_erlang("le-erlang", "leader election that a crash can leave undecided",
                                  {harrier::number("n", 3, 2, 6, "number of processes")}, set_up);

}  // namespace
