// Makes failing random programs smaller: greedily, one part at a time, until no part can go.
#include <utility>

#include "tests/support/random_program.hpp"

namespace harrier::testing {

namespace {

/// Tries changes of a program and keeps those with which it still fails.
class Shrinker {
 public:
  Shrinker(RandomProgram program, const std::function<bool(const RandomProgram&)>& fails)
      : program_(std::move(program)), fails_(fails) {}

  RandomProgram run() {
    do {
      changed_ = false;
      drop_each(&RandomProgram::settled);
      drop_each(&RandomProgram::messages);
      drop_actors();
      drop_kinds();
      drop_tags();
      for (std::size_t k = 0; k < program_.kinds.size(); ++k) {
        for (std::size_t t = 0; t < program_.tags.size(); ++t) simplify_handler(k, t);
        simplify_to(
            Flavour::fine, [k](RandomProgram & p) -> auto& { return p.kinds[k].flavour; });
      }
      for (std::size_t t = 0; t < program_.tags.size(); ++t) {
        const auto shape = [t](RandomProgram & p) -> auto& { return p.tags[t]; };
        simplify_to(Shape::note, shape);
        simplify_to(Shape::task, shape);
        simplify_to(Shape::ask, shape);
      }
      for (const auto list : {&RandomProgram::settled, &RandomProgram::messages}) {
        for (std::size_t i = 0; i < (program_.*list).size(); ++i) {
          const auto fuel = [=](RandomProgram & p) -> auto& { return (p.*list)[i].fuel; };
          simplify_number(fuel);
          simplify_number([=](RandomProgram & p) -> auto& { return (p.*list)[i].value; });
          simplify_number([=](RandomProgram & p) -> auto& { return (p.*list)[i].tag; });
        }
      }
    } while (changed_);
    return std::move(program_);
  }

 private:
  bool attempt(RandomProgram candidate) {
    if (candidate == program_ || !fails_(candidate)) return false;
    program_ = std::move(candidate);
    changed_ = true;
    return true;
  }

  template <class T>
  void drop_each(std::vector<T> RandomProgram::*list) {
    for (std::size_t i = (program_.*list).size(); i-- > 0;) {
      RandomProgram candidate = program_;
      (candidate.*list).erase((candidate.*list).begin() + static_cast<std::ptrdiff_t>(i));
      attempt(std::move(candidate));
    }
  }

  void drop_actors() {
    for (std::size_t a = program_.actors.size(); a-- > 0 && program_.actors.size() > 1;) {
      RandomProgram candidate = program_;
      candidate.actors.erase(candidate.actors.begin() + static_cast<std::ptrdiff_t>(a));
      const auto renumber = [&](std::uint8_t& actor) {
        if (actor < initial_max) close_gap(actor, a, candidate.actors.size());
      };
      for (FirstMessage& message : candidate.settled) renumber(message.actor);
      for (FirstMessage& message : candidate.messages) renumber(message.actor);
      for_each_operand(candidate, Operand::target, renumber);
      attempt(std::move(candidate));
    }
  }

  void drop_kinds() {
    for (std::size_t k = program_.kinds.size(); k-- > 0 && program_.kinds.size() > 1;) {
      RandomProgram candidate = program_;
      candidate.kinds.erase(candidate.kinds.begin() + static_cast<std::ptrdiff_t>(k));
      const auto renumber = [&](std::uint8_t& kind) { close_gap(kind, k, candidate.kinds.size()); };
      for (std::uint8_t& kind : candidate.actors) renumber(kind);
      for_each_operand(candidate, Operand::kind, renumber);
      attempt(std::move(candidate));
    }
  }

  void drop_tags() {
    for (std::size_t t = program_.tags.size(); t-- > 0 && program_.tags.size() > 1;) {
      RandomProgram candidate = program_;
      const auto at = static_cast<std::ptrdiff_t>(t);
      candidate.tags.erase(candidate.tags.begin() + at);
      for (ActorKind& kind : candidate.kinds) kind.handlers.erase(kind.handlers.begin() + at);
      const auto renumber = [&](std::uint8_t& tag) { close_gap(tag, t, candidate.tags.size()); };
      for (FirstMessage& message : candidate.settled) renumber(message.tag);
      for (FirstMessage& message : candidate.messages) renumber(message.tag);
      for_each_operand(candidate, Operand::tag, renumber);
      attempt(std::move(candidate));
    }
  }

  /// Renumbers after number `gone` has gone and `count` are left.
  static void close_gap(std::uint8_t& number, std::size_t gone, std::size_t count) {
    number = static_cast<std::uint8_t>(number % (count + 1));
    if (number > gone || number == count) --number;
  }

  static void for_each_operand(RandomProgram& program, Operand kind, const auto& change) {
    for (ActorKind& actor_kind : program.kinds) {
      for (Handler& handler : actor_kind.handlers) {
        for (Operation& operation : handler.script) {
          const OpForm& form = form_of(operation.op);
          for (std::size_t i = 0; i < form.operands.size(); ++i) {
            if (form.operands[i] == kind) change(operation.operands[i]);
          }
        }
      }
    }
  }

  void simplify_handler(std::size_t k, std::size_t t) {
    const auto handler = [k, t](RandomProgram& p) -> Handler& { return p.kinds[k].handlers[t]; };
    RandomProgram without = program_;
    handler(without).accepts.reset();
    attempt(std::move(without));
    for (std::size_t i = handler(program_).script.size(); i-- > 0;) {
      RandomProgram candidate = program_;
      std::vector<Operation>& script = handler(candidate).script;
      script.erase(script.begin() + static_cast<std::ptrdiff_t>(i));
      if (attempt(std::move(candidate))) continue;
      candidate = program_;
      handler(candidate).script[i].when.reset();
      attempt(std::move(candidate));
      for (std::size_t j = 0; j < 3; ++j) {
        simplify_number([=](RandomProgram & p) -> auto& {
          return handler(p).script[i].operands[j];
        });
      }
    }
  }

  template <class Part, class Value>
  void simplify_to(Value value, Part part) {
    RandomProgram candidate = program_;
    if (part(candidate) <= value) return;
    part(candidate) = value;
    attempt(std::move(candidate));
  }

  template <class Part>
  void simplify_number(Part part) {
    simplify_to(std::uint8_t{0}, part);
    simplify_to(std::uint8_t{1}, part);
  }

  RandomProgram program_;
  const std::function<bool(const RandomProgram&)>& fails_;
  bool changed_ = false;
};

}  // namespace

RandomProgram shrink(RandomProgram program,
                     const std::function<bool(const RandomProgram&)>& fails) {
  return Shrinker(std::move(program), fails).run();
}

}  // namespace harrier::testing
