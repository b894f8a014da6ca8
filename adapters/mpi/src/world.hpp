// An MPI program under control, as the explorer sees it.
//
// Actors are ranks. A step is either what a rank does from one call that waits or asks to the next,
// or the match of a posted send with a posted receive. Posting is part of the rank's step and races
// with nothing but what asks about it, so that classes differ in who received what, not in the
// order in which things were sent.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "board.hpp"
#include "clocks.hpp"
#include "harrier/attempts.hpp"
#include "harrier/detail/ledger.hpp"
#include "harrier/mpi.hpp"
#include "harrier/program.hpp"
#include "host/guest.hpp"
#include "host/muted.hpp"
#include "past_board.hpp"
#include "posts.hpp"
#include "resources.hpp"
#include "wait.hpp"

namespace harrier::mpi {

struct RankState;
class Windows;

class World final : public host::Guest,
                    public Program,
                    public Narrator,
                    public Standing,
                    public Attempts {
 public:
  using Wait = mpi::Wait;  // not what programs wait for that are no message (host::Guest)

  explicit World(Options options);
  /// Makes one in memory that its ranks find, too.
  static std::unique_ptr<World> make(const Options& options);
  ~World() override;

  static World* current() { return static_cast<World*>(Guest::current()); }
  const Options& options() const { return options_; }

  // The contract.
  const StepReport& start() override;
  std::span<const MessageId> pending() const override { return ledger_.pending(); }
  void enabled(std::vector<MessageId>& out) override;
  const StepReport& execute(MessageId message, std::span<const Choice> choices) override;
  bool wants_its_process() const override { return true; }
  MessageId executing() const override { return executing_; }
  void further_causes(MessageId message, std::vector<EventId>& out) const override;
  void answer(const StepQuestion& question, StepAnswer& out) override;
  Narrator* narrator() override { return this; }
  Standing* standing() override { return this; }
  std::size_t put_last(std::span<MessageId> enabled) override;
  std::string left_out() const override;

  // What calls of MPI do, on the stack of the rank that runs.
  std::uint32_t size() const { return options_.ranks; }
  RankState& state(std::uint32_t rank) { return *states_[rank]; }
  std::uint32_t running() const { return running_; }
  const Posts& posts() const { return posts_; }
  const Board& board() const { return board_; }
  bool is_strict() const { return strict_; }

  /// Posts a send of what lies in a buffer.
  Condition post(const Send& send, const void* buffer);
  Condition post(const Receive& receive);
  /// Takes note that a rank receives what a matched probe of its has kept.
  void begin(const Condition& kept);
  Condition post(std::uint32_t comm, std::uint32_t member, Entry entry);
  /// Takes back a send or a receive that has not met the other, as the running step has just found.
  void cancel(const Condition& posted);
  /// Returns a communicator by its key, or makes it.
  std::uint32_t communicator(std::uint64_t key, std::span<const std::uint32_t> members,
                             const Site& made_by);
  void set_name(std::uint32_t comm, std::string_view name) {
    posts_.communicators[comm].name = name;
  }
  /// Says that a communicator has two groups, and how many members are in the first.
  void set_groups(std::uint32_t comm, std::uint32_t first_size) {
    posts_.communicators[comm].first_size = first_size;
  }
  /// Returns what waits for the lock of a rank's part of a window, and then holds it.
  Condition lock_of(std::uint64_t window, std::uint32_t target, bool exclusive);
  /// Gives back a lock.
  void return_lock(const Condition& lock);
  /// Returns what makes a step that touches a part of a rank's window.
  static Condition memory_of(std::uint64_t window, std::uint32_t target, std::uint64_t part,
                             Access access);
  /// Who knows what of whom.
  Clocks& clocks() { return clocks_; }
  const Clocks& clocks() const { return clocks_; }
  Windows& windows() { return *windows_; }
  Outcome wait(Wait::Kind kind, std::span<const Condition> conditions, const Site& site);
  /// Takes locks or touches memory as soon as that can be. `effect` happens at that moment, and not
  /// on the rank's stack: what the rank makes of it is a step of its own, so that everything is
  /// known of the first one.
  void act(std::span<const Condition> conditions, const Site& site, std::function<void()> effect);
  Outcome probe(Wait::Kind kind, const Receive& wanted, const Site& site);
  /// Asks whether something holds, for a rank that does something else where it does not.
  Outcome ask_once(const Condition& condition, const Site& site);
  /// Says that the running rank does what is no question. Does not return where the rank has gone
  /// on only to see whether it goes round.
  void look_back();
  bool is_done(const Condition& condition) const { return is_done(board_, condition); }
  /// Tells whether a send of the standard mode waits for its receive.
  bool decide_waiting();
  std::uint32_t choose(std::uint32_t count);
  /// Takes note that the running rank has several threads, which choose who goes on.
  void note_threads();
  /// Takes note that the running step looked at whether a buffered send is received.
  bool is_received(SendId send);
  /// Takes note that the running step looked at whether a receive is posted.
  bool is_awaited(const Send& send, std::uint32_t source);
  std::span<const std::byte> data(Bytes bytes) const {
    return std::span(posts_.bytes).subspan(bytes.begin, bytes.size);
  }
  /// Lists the members that must have entered before a member may leave a collective.
  template <class Visit>
  void for_needed(const Condition& entry, Visit visit) const;

  /// Records what is wrong and leaves the running rank.
  [[noreturn]] void fail(FailureKind kind, std::string text);
  /// Says that the program uses what is not there, and what to do; no verdict can be given.
  [[noreturn]] void unsupported(const std::string& what, const std::string& hint = {});

  // What the environment asks for.
  bool on_fiber() const override;
  std::int64_t now_ns() const override;
  std::uint64_t next_random() override;
  [[noreturn]] void crash(std::string text) override;
  [[noreturn]] void leave(int status) override;
  void touch_outside(Access access) override;
  void wait_for_outside(std::function<bool()> ready) override;
  void pause() override;
  void note_access(const void* address, std::uint32_t size, bool write, const void* from) override;

  void mute(bool is_mute) { mute_ = is_mute; }

  // What reports say.
  std::string actor_name(ActorId actor) const override;
  std::string sender_name(MessageId message) const override;
  std::string message_text(MessageId message) const override;
  std::string actor_text(ActorId) override { return {}; }
  std::string resource_text(Resource) const override { return {}; }
  Meeting meeting(MessageId message) const override;
  bool has_mailboxes() const override { return false; }
  Hold hold(MessageId message) override;
  bool continues(MessageId message) override;
  Activity activity(ActorId actor) override;
  ActorStatus status(ActorId actor) override;
  std::optional<Failure> check_end() override;
  bool may_be_undelivered(MessageId message) override;
  std::vector<Failure> remarks() override;

 private:
  enum class Kind : std::uint8_t { mode, step, match };
  struct Message {
    Kind kind = Kind::step;
    std::uint32_t wait = 0;  ///< of a step
    std::uint32_t way = 0;   ///< of a step
    SendId send = {};        ///< of a match
  };
  struct Event {
    MessageId message;
    std::uint64_t learned = 0;      ///< by the rank, where its message does not say
    bool depends_on_board = false;  ///< in what it did beyond its message
  };

  const Message& message(MessageId id) const { return messages_[id.index()]; }
  const Wait& wait_of(const Message& message) const { return waits_[message.wait]; }
  std::span<const Condition> conditions(const Wait& wait) const {
    return std::span(conditions_)
        .subspan(wait.conditions_begin, wait.conditions_end - wait.conditions_begin);
  }
  std::span<const Condition> given_up(const Wait& wait) const {
    return std::span(conditions_)
        .subspan(wait.given_up_begin, wait.given_up_end - wait.given_up_begin);
  }
  const Receive& receive_of(SendId send) const {
    return posts_.receives[posts_.send(send).dest][board_.receive_of(send)];
  }
  std::uint32_t event_count() const { return static_cast<std::uint32_t>(events_.size()); }

  MessageId add(std::uint32_t receiver, ActorId sender, Message message);
  void add_ways(std::uint32_t wait);
  Outcome suspend_for(Wait wait, std::span<const Condition> waited);
  void start_ranks();
  void run_rank(std::uint32_t rank);
  void touch(Resource resource, Access access) { touched_.push_back({resource, access}); }

  bool is_done(const BoardView& board, const Condition& condition) const;
  bool all_done(const BoardView& board, const Wait& wait) const;
  bool any_done(const BoardView& board, const Wait& wait) const;
  /// Tells whether a way is open, whatever became of the others.
  bool is_open(const BoardView& board, const Message& message) const;
  bool succeeds(const BoardView& board, const Wait& wait) const;
  bool may_fail(const BoardView& board, const Wait& wait) const;
  bool can_go_on(const Message& message) const;
  /// Tells whether a step is a test that fails.
  bool fails(const BoardView& board, const Message& message) const;
  std::optional<EventId> fails_too_often(const StepQuestion& question, const Message& asked) const;
  bool decide_idle(Wait& wait, std::span<const Condition> waited, std::size_t& poll);
  void note_failure(std::size_t poll, std::uint32_t number);
  bool is_held_back(const Message& message) const;
  bool compares_rounds(const RankState& state) const;
  std::uint64_t history_of(const Wait& wait, const Outcome& outcome) const;
  std::uint64_t history_of(const Condition& condition) const;
  const StepReport& run_step(MessageId message, std::span<const Choice> choices);
  void go_back();
  SendId probed(const BoardView& board, const Wait& wait, std::uint32_t source) const;
  std::uint64_t learned(const BoardView& board, const Message& message) const;
  void append_match(SendId send, const Receive& receive, std::uint32_t number,
                    std::vector<ResourceAccess>& out) const;
  void append_guard(SendId send, std::vector<ResourceAccess>& out) const;
  void append_touched(const BoardView& board, const Message& message,
                      std::vector<ResourceAccess>& out) const;
  void append_read(const Condition& condition, std::vector<ResourceAccess>& out) const;
  void append_taken(const Condition& condition, std::vector<ResourceAccess>& out) const;
  Resource lock_resource(std::uint32_t lock) const;
  void take_locks(const Wait& wait);
  void run_act(std::uint32_t number);
  void learn(const Wait& wait, const Outcome& outcome);
  void learn(std::uint32_t rank, const Condition& condition);
  void append_causes(const Condition& condition, std::vector<EventId>& out) const;

  std::string call_text(const Wait& wait) const;
  std::string mode_text() const;
  std::vector<Condition> left_by(const Message& message) const;
  std::string left_text(const Condition& left, const Site& waited_at) const;
  std::string near_miss(std::uint32_t rank, const Receive& wanted) const;
  std::optional<Failure> check_collectives() const;
  std::string condition_text(const Condition& condition) const;
  std::string waiting_text(const Wait& wait) const;
  void append_waited_on(const Wait& wait, std::vector<ActorId>& out) const;

  Options options_;
  detail::Ledger ledger_;
  Posts posts_;
  Board board_{posts_};
  PastBoard past_{posts_, board_};
  std::vector<Message> messages_;
  std::vector<Event> events_;
  std::vector<Wait> waits_;
  std::vector<Condition> conditions_;
  /// A step of the execution, to repeat it.
  struct Done {
    MessageId message;
    std::vector<Choice> choices;
  };
  std::vector<Done> done_;
  bool goes_back_ = false;  ///< the running step has gone on only to see what it would do
  /// Where tests fail that their ranks do not go round with, by what those have learned
  /// (RankState).
  std::unordered_set<std::uint64_t> progress_;
  std::uint64_t order_ = 0;  ///< names the steps of the execution
  /// A test that fails again and again.
  struct Failing {
    Site site = {};
    std::uint32_t failures = 0;
  };
  Failing most_failing_;
  std::vector<std::vector<std::uint32_t>> failing_steps_;  ///< per rank
  bool has_left_out_ = false;
  std::vector<std::uint32_t> polled_;  ///< waits
  std::unique_ptr<Windows> windows_;
  Clocks clocks_;
  /// Index + 1 of the last send of each communicator, rank, destination and tag, by their hash.
  std::unordered_map<std::uint64_t, std::uint32_t> last_like_;
  std::vector<std::unique_ptr<RankState>> states_;
  std::vector<std::uint32_t> waiting_;          ///< per rank, the wait it stands in
  std::vector<std::function<void()>> effects_;  ///< per rank, of what it acts
  std::vector<bool> ended_;
  std::vector<ResourceAccess> touched_;
  std::optional<Failure> failure_;
  bool chooses_threads_ = false;
  std::string unsupported_;
  std::string unsupported_hint_;
  std::string impossible_;  ///< why this is no program to explore
  Outcome outcome_;         ///< for the rank that is resumed
  MessageId executing_;
  std::uint32_t running_ = 0;
  bool strict_ = true;
  bool mute_ = false;
  std::optional<host::Muted> ahead_muted_;  ///< what a rank prints only to see what it would do
};

template <class Visit>
void World::for_needed(const Condition& condition, Visit visit) const {
  const Communicator& comm = posts_.communicators[condition.owner];
  const Entry& entry = comm.entries[condition.member][condition.index];
  for (std::uint32_t member = 0; member < comm.members.size(); ++member) {
    bool needed = member == condition.member;
    // What is expected not to wait does so where every way is asked for.
    if (strict_) needed |= entry.leaving != Leaving::alone || options_.buffering == Buffering::any;
    if (!needed) {
      switch (entry.leaving) {
        case Leaving::with_all:
          needed = true;
          break;
        case Leaving::with_root:
          needed = member == entry.root;
          break;
        case Leaving::root_last:
          needed = condition.member == entry.root;
          break;
        case Leaving::with_earlier:
          needed = member < condition.member;
          break;
        case Leaving::alone:
          break;
      }
    }
    if (needed) visit(member);
  }
}

}  // namespace harrier::mpi
