// One step: a task from where it goes on to where it ends or waits.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "abs/run/machine.hpp"

namespace harrier::abs::run {

class StepRun {
 public:
  StepRun(Machine& machine, MessageId message);
  void run();

 private:
  /// What becomes of the step after an instruction.
  enum class Then : std::uint8_t { goes_on, ends };

  FrameRecord& top() { return frames_.back(); }
  Value& slot(std::uint32_t index) { return slots_[top().slots + index]; }
  Evaluator::Environment environment();
  Value evaluate(const Node& node) { return machine_.evaluator_.evaluate(node, environment()); }
  const Instruction& current() { return top().body->code[top().at - 1]; }

  void push(const Body& body, ObjectCell* self, std::span<const Value> arguments, std::uint32_t to);
  void resume();
  void unblock();
  void take_result(FutureCell& future, std::uint32_t to);
  void run_instructions();
  Then execute(const Instruction& code);
  Then give(Value value);
  Then call_sync(const Instruction& code);
  Then create(const Instruction& code);
  Then get(std::uint32_t to, FutureCell& future, const Instruction& code);
  Then await(const Instruction& code);
  Then pause(const Instruction& code);
  Then pay(const Instruction& code);
  void wait_for_turn(const Instruction& code, ObjectCell& component, Value rest);
  void make_initial_component();
  ObjectCell* component_for(const Instruction& code);
  /// How long a task waits.
  struct Interval {
    Value least;
    Value most;
  };
  Interval interval(const Instruction& code);
  void claim(const Instruction& code);
  void next_element(const Instruction& code);
  void jump_back(const Instruction& code);

  /// Finds who handles an exception; tells whether the step goes on.
  bool unwind(Value exception);
  bool fail_task(Value exception);
  void fail_claim();
  void kill(ObjectCell& object, Value exception);
  void resolve(Value result, bool thrown);
  void end_task(Value result, bool thrown);

  FutureCell* post(ObjectCell& receiver, const Body& body, std::span<const Value> arguments,
                   bool with_future, Value deadline = Value::nothing());
  void suspend(Wait wait, std::uint32_t to, std::span<FutureCell* const> futures,
               const Instruction& code, const Interval* interval = nullptr);
  Timer* make_timer(const Interval& interval);
  ObjectCell& make_object(const ClassCode& code, bool in_same_group, ObjectCell* component);
  Cog& make_cog(ObjectCell* component);
  const Body& method_of(const ObjectCell& object, const Instruction& code) const;
  bool knows(const FutureCell& future) const;
  void know(const FutureCell& future);
  bool is_resolved(FutureCell& future);
  bool conditions_hold(const Instruction& code);
  void learn_looked_at();
  std::uint64_t next_name();
  std::uint64_t next_origin();
  std::uint64_t next_path();
  /// Evaluates the arguments of a call; valid until the next ones are.
  std::span<const Value> arguments_of(const Instruction& code);
  /// Copies values to where they stay until the step is taken back.
  template <class T>
  std::span<T> keep(std::span<const T> values) {
    auto* kept = static_cast<T*>(heap_.arena().take(values.size_bytes()));
    std::uninitialized_copy(values.begin(), values.end(), kept);
    return {kept, values.size()};
  }

  /// What a loop is compared with: what everything was at some turn.
  struct Turn {
    const Instruction* jump = nullptr;
    std::vector<FrameRecord> frames;
    std::vector<Value> slots;
    std::uint64_t changes = 0;
  };

  Machine& machine_;
  Heap& heap_;
  const TaskRecord task_;
  Cog& cog_;
  std::vector<FrameRecord>& frames_;
  std::vector<Value>& slots_;
  const KnownFuture* known_ = nullptr;
  std::uint64_t turns_ = 0;  ///< of its loops
  Turn turn_;
  std::uint32_t made_ = 0;      ///< messages and objects that this step has made
  std::uint64_t content_ = 0;   ///< of the task when the step began, where states are compared
  Payment* payment_ = nullptr;  ///< that the task is about to wait for
  Position thrown_at_;
  std::optional<Position> claimed_at_;  ///< the last assertion that did not hold
  bool recovers_ = false;
  bool paid_ = false;  ///< something in this step
  bool resolved_ = false;
};

}  // namespace harrier::abs::run
