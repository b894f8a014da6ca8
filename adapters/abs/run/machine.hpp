// Runs the steps of a model: from where a task goes on to where it ends or waits.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "abs/run/evaluator.hpp"
#include "abs/run/objects.hpp"
#include "abs/run/semantics.hpp"
#include "harrier/detail/ledger.hpp"
#include "harrier/options.hpp"

namespace harrier::abs::run {

/// The state of an execution and what changes it. Steps are taken back in the opposite order.
class Machine final : public Surroundings, public References {
 public:
  Machine(const Code& code, const Semantics& semantics, Dependence dependence,
          bool compares_states);

  /// Puts the model into its initial state, with the main block up to where it waits first.
  const StepReport& start();
  /// Runs the step on a message.
  const StepReport& execute(MessageId message, std::span<const Choice> choices);
  void take_back();

  /// Appends the messages that can be delivered now.
  void enabled(std::vector<MessageId>& out);
  /// Says why a message can or cannot be delivered now.
  Hold hold(MessageId message);
  /// Appends the steps that resolved what a message waited for.
  void further_causes(MessageId message, std::vector<EventId>& out) const;
  void answer(const StepQuestion& question, StepAnswer& out);

  const detail::Ledger& ledger() const { return ledger_; }
  const Code& code() const { return code_; }
  const TaskRecord& task(MessageId message) const { return messages_[message.index()]; }
  std::size_t cog_count() const { return cogs_.size(); }
  const Cog& cog(ActorId actor) const { return *cogs_[actor.index()]; }
  std::span<ObjectCell* const> objects() const { return objects_; }
  MessageId executing() const { return running_message_; }
  /// Says where the running step is, for whoever watches from another thread.
  std::string computes_at() const;
  /// Lists the tasks that have not ended, where states are compared.
  std::span<const MessageId> unfinished() const { return unfinished_.back(); }

  /// Appends the futures that a task waits for and that are not resolved.
  void awaited(const TaskRecord& task, std::vector<const FutureCell*>& out) const;
  /// Lists the awaits that went on with another future than they found in a field at first.
  std::span<const Instruction* const> overwritten() const { return overwritten_; }

  /// A task that ended by an exception.
  struct Uncaught {
    const FutureCell* future = nullptr;  ///< that tells it, if any
    const Body* body = nullptr;
    const ClassCode* code = nullptr;
    Value exception;
    Position thrown_at;
  };
  std::span<const Uncaught> uncaught() const { return uncaught_; }

  // Time. It goes on by a step of the clock, which is possible where nothing else is.
  bool is_tick(MessageId message) const { return task(message).body == &code_.clock; }
  /// Tells whether somebody waits for time to pass.
  bool can_tick() const;
  /// Says when a step of time that was executed ends, or would end.
  std::string time_text(MessageId tick) const;
  std::string now_text() const { return run::text_of(now_, *this); }
  Value time() const { return now_; }
  const Payment* payments() const { return payment_of(payments_); }
  static const Payment* next_payment(const Payment& payment) { return payment_of(payment.next); }
  const Timer* timers() const { return timer_of(timers_); }
  static const Timer* next_timer(const Timer& timer) { return timer_of(timer.next); }
  /// Tells whether the last step came to what is not explored.
  bool is_cut() const { return cut_.has_value(); }

  /// What a step printed.
  struct Line {
    MessageId message;
    Value text;
  };
  std::span<const Line> printed() const { return printed_; }
  /// Returns what the last step, or the set-up, printed.
  std::span<const Line> last_printed() const {
    return std::span(printed_).subspan(marks_.empty() ? 0 : marks_.back().printed);
  }

  std::string text_of(const NamedCell& cell) const override;

 private:
  friend class StepRun;

  /// How much there was when a step began.
  struct Mark {
    Arena::Mark arena;
    std::size_t journal = 0;
    std::size_t messages = 0;
    std::size_t cogs = 0;
    std::size_t objects = 0;
    std::size_t printed = 0;
    std::size_t overwritten = 0;
    std::size_t uncaught = 0;
  };

  void read_field(ObjectCell& object, std::uint32_t field) override;
  void print(Value text) override;
  Value choose(Value count) override;
  bool is_resolved(FutureCell& future) override;
  Value now() override { return now_; }
  Value time_left() override;
  Value component() override;
  const References& references() const override { return *this; }

  /// What decides about a message whether it can be delivered, kept small: there may be many.
  struct Gate {
    enum class Kind : std::uint8_t { open, guarded, time };
    const Cog* cog = nullptr;
    Kind kind = Kind::open;
  };

  void add_record(const TaskRecord& task);
  Mark mark() const;
  void restore(std::size_t journal);
  void note_unfinished(MessageId executed);
  void run_task(MessageId message);
  void write_field(ObjectCell& object, std::uint32_t field, Value value);
  void touch(Resource resource, Access access);
  void touch_control(const Cog& cog, Access access);
  void touch_actor(const Cog& cog);
  void touch_field(const ObjectCell& object, std::uint32_t field, Access access);
  static const Payment* payment_of(Value list) {
    return list.is_nothing() ? nullptr : static_cast<const Payment*>(list.cell());
  }
  static const Timer* timer_of(Value list) {
    return list.is_nothing() ? nullptr : static_cast<const Timer*>(list.cell());
  }
  void make_clock();
  void add_tick(ActorId sender);
  void add_tick_of(Value step, std::vector<EventId>& out) const;
  void run_tick(MessageId message);
  Value next_stop(Heap& heap) const;
  Value time_max();
  void wake_timers(Value now);
  // components.cpp
  bool can_be_served(const Payment& payment) const;
  std::optional<Value> next_refill(Heap& heap) const;
  void refill(std::int64_t intervals);
  void refill(ObjectCell& component, Resourced resource, std::int64_t intervals,
              std::vector<Payment*>& queue);
  void add_load(ObjectCell& component, const ResourceFields& fields, std::int64_t intervals);
  bool guard_holds(const TaskRecord& task);
  bool evaluate_conditions(const TaskRecord& task);
  Hold hold(const TaskRecord& task, MessageId message);
  void explain(const TaskRecord& task, Hold why, bool is_ready, std::vector<ResourceAccess>& out);
  void look_back(const StepQuestion& question);
  void look_ahead_again(const StepQuestion& question);

  const Code& code_;
  const Semantics semantics_;
  const Dependence dependence_;
  const bool compares_states_;
  Heap heap_;
  Evaluator evaluator_;
  detail::Ledger ledger_;
  std::vector<TaskRecord> messages_;
  std::vector<Gate> gates_;  ///< per message
  std::vector<Cog*> cogs_;
  std::vector<ObjectCell*> objects_;
  std::vector<Line> printed_;
  std::vector<const Instruction*> overwritten_;
  std::vector<Uncaught> uncaught_;
  Value now_;
  Value payments_;           ///< those that are not made, a list of Payment cells
  Value timers_;             ///< those that are not due, a list of Timer cells
  std::vector<Mark> marks_;  ///< per step, those of the set-up among them
  std::vector<std::vector<MessageId>> unfinished_;  ///< before each step, and now

  /// What steps use one after the other.
  struct Scratch {
    std::vector<FrameRecord> frames;
    std::vector<Value> slots;
    std::vector<Value> arguments;
    std::vector<FutureCell*> futures;
  };
  Scratch scratch_;

  // Of the running step.
  MessageId running_message_;
  const TaskRecord* evaluated_ = nullptr;  ///< the task that expressions are of
  std::uint64_t stamp_ = 0;                ///< of this step, unlike that of every other
  bool is_rehearsed_ = false;              ///< it only shows what it would do
  bool is_recorded_ = false;               ///< what it touches counts
  std::vector<ResourceAccess> touched_;
  std::span<const Choice> given_;  ///< to a rehearsal
  std::vector<Choice> chosen_;
  std::optional<Failure> failure_;
  std::optional<std::string> cut_;  ///< what it came to that nobody knows
  std::atomic<const Instruction*> running_at_ = nullptr;
  std::uint64_t changes_ = 0;  ///< of fields, messages, objects and lines: they only grow
  std::vector<Value> guard_slots_;
  std::vector<const FutureCell*> looked_at_;  ///< by the guard that was evaluated last
  std::vector<Heap::Change> beside_changes_;
};

}  // namespace harrier::abs::run
