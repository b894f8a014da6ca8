// Evaluates expressions.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>

#include "abs/run/objects.hpp"
#include "abs/values/text.hpp"

namespace harrier::abs::run {

/// Thrown for what no program means and the interpreter cannot do: it ends the step as a failure.
class Refusal : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Thrown where a step comes to what is not known, so that nothing can be said of what follows.
class Unknown : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What expressions need from whoever runs them.
class Surroundings {
 public:
  virtual void read_field(ObjectCell& object, std::uint32_t field) = 0;
  virtual void print(Value text) = 0;
  virtual Value choose(Value count) = 0;
  virtual bool is_resolved(FutureCell& future) = 0;
  virtual Value now() = 0;
  /// Returns how much time the running task has left, or -1.
  virtual Value time_left() = 0;
  /// Returns the deployment component of the running task.
  virtual Value component() = 0;
  virtual const References& references() const = 0;

 protected:
  ~Surroundings() = default;
};

class Evaluator {
 public:
  struct Environment;
  /// A function that is passed to a partial one, with where it was written.
  struct Closure {
    const FunctionCode* function = nullptr;
    const LambdaCode* lambda = nullptr;
    const Environment* outer = nullptr;
  };
  struct Environment {
    Value* slots = nullptr;
    ObjectCell* self = nullptr;
    Value destiny;
    const Closure* functions = nullptr;
  };

  Evaluator(Heap& heap, Surroundings& surroundings);

  /// Takes note of how much stack is used already, when a step begins.
  void begin();
  Value evaluate(const Node& node, const Environment& environment);
  bool match(const PatternNode& pattern, Value value, const Environment& environment);

  Heap& heap() { return heap_; }
  Surroundings& surroundings() { return surroundings_; }

 private:
  class Room;

  Value evaluate_unary(const Node& node, const Environment& environment);
  Value evaluate_binary(const Node& node, const Environment& environment);
  Value construct(const Node& node, const Environment& environment);
  Value templated(const Node& node, const Environment& environment);
  Value select(const Node& node, Value value);
  Value call(const Node& node, const Environment& environment);
  Value call_builtin(const Node& node, const Environment& environment);
  Value call_closure(const Closure& closure, std::span<const Node* const> arguments,
                     const Environment& environment);
  Value run_function(const FunctionCode& function, Environment& environment);
  Value add_or_join(Value a, Value b);
  void require_stack(const Position& position);

  Heap& heap_;
  Surroundings& surroundings_;
  static constexpr std::size_t room_size = std::size_t{1} << 20;
  /// For the slots of functions; only what is used is ever touched.
  std::unique_ptr<std::uint64_t[]> room_;
  Value* slot_at(std::size_t index) { return reinterpret_cast<Value*>(room_.get()) + index; }
  std::size_t used_ = 0;
  const char* stack_begin_ = nullptr;
  const std::size_t stack_max_;
};

}  // namespace harrier::abs::run
