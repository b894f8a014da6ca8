// Processes with mailboxes and mutexes under control: runs them one action at a time and takes
// actions back.
#pragma once

#include <atomic>
#include <coroutine>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "harrier/detail/arena.hpp"
#include "harrier/detail/board.hpp"
#include "harrier/detail/ledger.hpp"
#include "harrier/detail/types.hpp"
#include "harrier/options.hpp"
#include "harrier/program.hpp"
#include "harrier/task.hpp"

namespace harrier {

class ProcessSystem;
class ProcessEnd;

}  // namespace harrier

namespace harrier::detail {

class ProcessFingerprints;

class Processes final : public Program, public Undo {
 public:
  Processes(std::function<void(ProcessSystem&)> setup, ProgramOptions options);
  ~Processes() override;

  // The contract.
  const StepReport& start() override;
  std::span<const MessageId> pending() const override { return ledger_.pending(); }
  void enabled(std::vector<MessageId>& out) override;
  const StepReport& execute(MessageId message, std::span<const Choice> choices) override;
  MessageId executing() const override { return executing_.load(std::memory_order_acquire); }
  void further_causes(MessageId message, std::vector<EventId>& out) const override;
  void answer(const StepQuestion& question, StepAnswer& out) override;
  Undo* undo() override { return options_.backtrack != Backtrack::replay ? this : nullptr; }
  void take_back() override;
  Narrator* narrator() override { return narrator_.get(); }
  Standing* standing() override { return standing_.get(); }
  Fingerprints* fingerprints() override;

  // How things stand.
  const Action& action(MessageId message) const { return messages_[message.index()].action; }
  /// Returns the pending action of a process; none when it has ended.
  MessageId next_action(ActorId process) const { return processes_[process.index()].message; }
  bool is_enabled(MessageId message) const {
    return board_.enabled(ledger_.receiver(message).value, action(message));
  }
  const Board& board() const { return board_; }
  const Ledger& ledger() const { return ledger_; }
  const std::string& name(ActorId process) const { return processes_[process.index()].name; }
  const std::string& object_name(std::uint32_t object) const { return objects_[object].name; }
  bool is_mutex(std::uint32_t object) const { return objects_[object].is_mutex; }
  /// Runs the checks of an end state.
  std::optional<Failure> check_end();

  /// Returns the processes that run in this thread; refuses, as misuse, to be called elsewhere.
  static Processes& running(const char* what);
  static bool is_running() { return current != nullptr; }

  // What processes do.
  void submit(std::coroutine_handle<> at, Action action);
  std::uint32_t result() const { return result_; }
  std::uint32_t choose(std::uint32_t count);
  [[noreturn]] void fail(Failure failure);
  /// Ends the running process because something does not hold that is assumed.
  [[noreturn]] void fail_assumption();
  /// Unlocks when the process comes to its next action.
  void unlock_later(std::uint32_t mutex);
  const void* received(const Communication& communication);
  template <class T>
  void* keep(T&& value) {
    using Value = std::decay_t<T>;
    if (muted_) return nullptr;
    void* kept = arena_.allocate(sizeof(Value), alignof(Value));
    return ::new (kept) Value(std::forward<T>(value));
  }
  template <class T>
  std::span<const T> keep_all(std::span<const T> values) {
    if (muted_ || values.empty()) return {};
    auto* kept = static_cast<T*>(arena_.allocate(values.size_bytes(), alignof(T)));
    std::uninitialized_copy(values.begin(), values.end(), kept);
    return {kept, values.size()};
  }

  // Variables that a mutex guards.
  template <class T>
  const T& read(std::uint32_t variable) {
    if (muted_) return *static_cast<const T*>(reads_[next_read_++].value);
    require_owner(variable, "read");
    void* copy = keep(*static_cast<const T*>(variables_[variable].value));
    reads_.push_back({copy, &value_type<T>});
    return *static_cast<const T*>(copy);
  }
  template <class T>
  void write(std::uint32_t variable, T value) {
    if (muted_) return;
    require_owner(variable, "written");
    journal_.push_back({variable, variables_[variable].value});
    variables_[variable].value = keep(std::move(value));
  }
  const void* value_at_end(std::uint32_t variable) const { return variables_[variable].value; }

  // What a set-up does.
  std::uint32_t add_mailbox(std::string name);
  std::uint32_t add_mutex(std::string name);
  template <class T>
  std::uint32_t add_variable(std::uint32_t mutex, T initial) {
    require_setup("a shared variable");
    variables_.push_back({keep(std::move(initial)), &value_type<T>, mutex});
    return static_cast<std::uint32_t>(variables_.size() - 1);
  }
  ActorId spawn(std::string name, std::function<Task<>()> body);
  void at_end(std::function<void(const ProcessEnd&)> check) {
    end_checks_.push_back(std::move(check));
  }

 private:
  friend class ProcessFingerprints;
  using Root = std::coroutine_handle<Promise<void>>;

  struct Message {
    Action action;
    std::vector<Action> rest;    ///< what the process asked for with it, after it
    bool owns_payloads = false;  ///< its own and those of the rest
  };
  struct Process {
    std::string name;
    std::function<Task<>()> body;
    Root root;
    std::coroutine_handle<> at;   ///< where it goes on
    std::vector<Action> actions;  ///< what it asked for, unlocks of guards first
    MessageId message;            ///< its pending action; none when it has ended
    bool stale = false;           ///< to be rebuilt before it runs
  };
  struct Object {
    std::string name;
    bool is_mutex = false;
    std::uint32_t known_owner = nothing_found;  ///< the process that was told it owns the mutex
    struct Half {
      std::uint32_t process = 0;
      StepNumber done_by = 0;
      void* payload = nullptr;
      const ValueType* type = nullptr;
      bool observed = false;  ///< its process was told it is done
    };
    std::vector<Half> sends;
    std::vector<Half> receives;
  };
  /// What an action did, and what it takes to take it back.
  struct Step {
    std::uint32_t reads_before = 0;
    std::uint32_t journal_before = 0;
    std::uint32_t result = nothing_found;
    std::uint32_t place = 0;  ///< of an unlock: where in the queue the process stood
    std::uint32_t known_owner_before = nothing_found;
    bool observed_first = false;
    bool refused = false;  ///< nothing was done, as misuse
    Arena::Mark mark;
  };
  struct Variable {
    void* value = nullptr;
    const ValueType* type = nullptr;
    std::uint32_t mutex = 0;
  };
  struct Read {
    void* value = nullptr;
    const ValueType* type = nullptr;
  };
  struct Change {
    std::uint32_t variable = 0;
    void* before = nullptr;
  };

  /// Sets the thread's running processes, and puts back what was there.
  class Running;

  static thread_local Processes* current;

  void number_names();
  void require_setup(const char* what) const;
  void require_owner(std::uint32_t variable, const char* what);
  void require_possible(std::uint32_t process, const Action& action);
  void begin(std::uint32_t process);
  void resume(std::uint32_t process);
  bool go_on(Step& step, std::uint32_t process, const Action& action);
  void perform(Step& step, std::uint32_t process, const Action& action);
  void revert(const Step& step, std::uint32_t process, const Action& action);
  void post(std::uint32_t process, bool owns_payloads);
  void run(std::uint32_t process, std::coroutine_handle<> from);
  void rebuild(std::uint32_t process);
  void drop_messages(std::size_t count);
  void drop_reads(std::size_t count);
  static void drop_process(Process& process);
  Object::Half& half(const Communication& communication);
  void clear();

  const std::function<void(ProcessSystem&)> setup_;
  const ProgramOptions options_;

  std::vector<Process> processes_;
  std::vector<Object> objects_;  ///< mailboxes and mutexes
  Board board_;
  Board scratch_;  ///< for probes
  std::vector<Variable> variables_;
  std::vector<std::function<void(const ProcessEnd&)>> end_checks_;

  Ledger ledger_;
  std::vector<Message> messages_;
  std::vector<Step> steps_;
  std::vector<Read> reads_;
  std::vector<Change> journal_;
  Arena arena_;

  bool setting_up_ = false;
  bool muted_ = false;  ///< a process is being rebuilt: its past has happened already
  std::uint32_t running_ = nothing_found;
  std::atomic<MessageId> executing_;
  std::uint32_t result_ = 0;
  std::size_t next_choice_ = 0;  ///< while muted
  std::size_t next_read_ = 0;
  std::vector<std::uint32_t> unlocks_;  ///< asked for since the running process went on
  std::optional<Failure> failure_;
  bool infeasible_ = false;  ///< the running step came upon an assumption that does not hold
  std::vector<ResourceAccess> resources_;
  std::vector<StepNumber> own_;
  const std::unique_ptr<Narrator> narrator_;
  const std::unique_ptr<Standing> standing_;
  const std::unique_ptr<ProcessFingerprints> fingerprints_;  ///< null where nobody compares states
};

}  // namespace harrier::detail
