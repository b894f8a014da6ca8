// Makes random programs from seeds.
//
// Every program leaves out about half of the features (swarm testing), so that each feature also
// meets the others undisturbed by the rest.
#include <algorithm>

#include "tests/support/random_program.hpp"

namespace harrier::testing {

namespace {

const std::vector<std::uint8_t> counts{2, 3, first_field_count,
                                       first_field_count + field_count - 1};

/// A splitmix64 generator: the same numbers everywhere.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}

  std::uint8_t below(std::size_t count) {
    state_ += 0x9E37'79B9'7F4A'7C15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58'476D'1CE4'E5B9U;
    z = (z ^ (z >> 27)) * 0x94D0'49BB'1331'11EBU;
    return static_cast<std::uint8_t>((z ^ (z >> 31)) % count);
  }
  std::uint8_t between(std::size_t low, std::size_t high) {
    return static_cast<std::uint8_t>(low + below(high - low + 1));
  }
  bool chance(int percent) { return below(100) < percent; }
  template <class T>
  const T& one_of(const std::vector<T>& values) {
    return values[below(values.size())];
  }

 private:
  std::uint64_t state_;
};

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : dice_(seed) {}

  RandomProgram generate() {
    choose_features();
    const std::size_t tag_count = dice_.between(1, 3);
    for (std::size_t i = 0; i < tag_count; ++i) {
      program_.tags.push_back(waits_ && dice_.chance(80) ? dice_.one_of(waiting_shapes_)
                                                         : dice_.one_of(plain_shapes_));
    }
    const std::size_t kind_count = dice_.between(1, 2);
    for (std::size_t i = 0; i < kind_count; ++i) program_.kinds.push_back(actor_kind());
    const std::size_t actor_count = dice_.between(1, 3);
    for (std::size_t i = 0; i < actor_count; ++i) {
      program_.actors.push_back(dice_.below(kind_count));
    }
    if (settles_) {
      const std::size_t count = dice_.between(1, 2);
      for (std::size_t i = 0; i < count; ++i) program_.settled.push_back(first_message());
    }
    const std::size_t message_count = dice_.between(2, 5);
    for (std::size_t i = 0; i < message_count; ++i) program_.messages.push_back(first_message());
    return std::move(program_);
  }

 private:
  void choose_features() {
    guards_ = dice_.chance(50);
    conditions_ = dice_.chance(60);
    waits_ = dice_.chance(70);
    coarse_ = dice_.chance(30);
    unique_ = dice_.chance(30);
    settles_ = dice_.chance(15);
    fields_ =
        dice_.chance(50) ? std::vector<std::uint8_t>{0, 3} : std::vector<std::uint8_t>{0, 1, 3};
    plain_shapes_ = {Shape::note};
    if (dice_.chance(50)) plain_shapes_.push_back(Shape::ask);
    waiting_shapes_ = {Shape::task, Shape::ask_task};
    const bool later = dice_.chance(40);
    if (later) waiting_shapes_.push_back(Shape::later);

    ops_ = {Op::set, Op::add, Op::add, Op::send, Op::send, Op::send};
    const auto maybe = [this](int percent, std::initializer_list<Op> ops) {
      if (dice_.chance(percent)) ops_.insert(ops_.end(), ops);
    };
    maybe(35, {Op::introduce, Op::learn});
    maybe(40, {Op::spawn, Op::spawn});
    maybe(35, {Op::stop, Op::stop});
    maybe(35, {Op::choose, Op::choose});
    maybe(25, {Op::check, Op::check});
    maybe(40, {Op::answer});
    if (later) ops_.insert(ops_.end(), {Op::hand, Op::keep, Op::answer});
    if (!waits_) return;
    const auto maybe_wait = [this](int percent, std::initializer_list<Op> ops) {
      if (dice_.chance(percent)) waiting_ops_.insert(waiting_ops_.end(), ops);
    };
    maybe_wait(50, {Op::call});
    maybe_wait(60, {Op::request, Op::request, Op::await});
    maybe_wait(25, {Op::request, Op::get});
    maybe_wait(25, {Op::await_both});
    maybe_wait(40, {Op::until, Op::until});
    maybe_wait(40, {Op::release});
  }

  ActorKind actor_kind() {
    ActorKind kind;
    if (coarse_ && dice_.chance(50)) kind.flavour = Flavour::coarse;
    if (unique_ && dice_.chance(50)) kind.flavour = Flavour::unique;
    for (std::size_t i = 0; i < program_.tags.size(); ++i) {
      Handler& handler = kind.handlers.emplace_back();
      if (guards_ && dice_.chance(40)) handler.accepts = test();
      const std::size_t length = dice_.chance(10) ? 0 : dice_.between(1, 3);
      const bool can_wait =
          std::ranges::find(plain_shapes_, program_.tags[i]) == plain_shapes_.end();
      for (std::size_t j = 0; j < length; ++j) {
        handler.script.push_back(operation(can_wait));
        // A request is seldom met by a wait of its own accord.
        if (handler.script.back().op == Op::request && dice_.chance(60)) {
          handler.script.push_back({dice_.chance(70) ? Op::await : Op::get, {}, {}});
        }
      }
    }
    return kind;
  }

  Test test() {
    return {dice_.one_of(fields_), dice_.chance(50),
            dice_.chance(20) ? std::uint8_t{message_value} : dice_.below(value_count)};
  }

  Operation operation(bool can_wait) {
    Operation operation;
    operation.op = can_wait && !waiting_ops_.empty() && dice_.chance(55)
                       ? dice_.one_of(waiting_ops_)
                       : dice_.one_of(ops_);
    if (conditions_ && dice_.chance(30)) operation.when = test();
    const OpForm& form = form_of(operation.op);
    for (std::size_t i = 0; i < form.operands.size(); ++i) {
      operation.operands[i] = operand(form.operands[i]);
    }
    return operation;
  }

  std::uint8_t operand(Operand kind) {
    switch (kind) {
      case Operand::none:
        return 0;
      case Operand::field:
        return dice_.one_of(fields_);
      case Operand::value:
        return dice_.chance(70) ? dice_.below(value_count)
                                : dice_.below(first_field_value + field_count);
      case Operand::target:
        return dice_.chance(70) ? dice_.below(initial_max)
                                : dice_.between(initial_max, target_count - 1);
      case Operand::tag:
        return dice_.below(program_.tags.size());
      case Operand::kind:
        return dice_.below(3);
      case Operand::count:
        return dice_.one_of(counts);
    }
    return 0;
  }

  FirstMessage first_message() {
    return {dice_.below(program_.actors.size()), dice_.below(program_.tags.size()),
            dice_.below(value_count), dice_.between(0, 3)};
  }

  Dice dice_;
  RandomProgram program_;
  bool guards_ = false;
  bool conditions_ = false;
  bool waits_ = false;
  bool coarse_ = false;
  bool unique_ = false;
  bool settles_ = false;
  std::vector<Shape> plain_shapes_;
  std::vector<Shape> waiting_shapes_;
  std::vector<Op> ops_;
  std::vector<Op> waiting_ops_;
  std::vector<std::uint8_t> fields_;  ///< the few that most operations use
};

}  // namespace

RandomProgram RandomProgram::generate(std::uint64_t seed) {
  RandomProgram program = Generator(seed).generate();
  if (seed % 2 == 1) return program;
  // Every other program calls so that the wait ends where the other one has.
  program.replace(Op::call, Op::call_or_gone);
  return program;
}

void RandomProgram::replace(Op what, Op by) {
  for (ActorKind& kind : kinds) {
    for (Handler& handler : kind.handlers) {
      for (Operation& operation : handler.script) {
        if (operation.op == what) operation.op = by;
      }
    }
  }
}

}  // namespace harrier::testing
