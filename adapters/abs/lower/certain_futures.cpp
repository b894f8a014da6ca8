// Follows through a body which slots surely hold a future that is certain: made since the task last
// let others run, so that it is not resolved, or known to be resolved.
#include "abs/lower/certain_futures.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace harrier::abs::run {

namespace {

using Kind = Instruction::Kind;

struct Certain {
  std::vector<bool> made;      ///< per slot
  std::vector<bool> resolved;  ///< per slot

  /// Keeps what is certain on both ways; tells whether that is less.
  bool meet(const Certain& other) {
    bool less = false;
    for (std::size_t i = 0; i < made.size(); ++i) {
      const bool was = made[i] || resolved[i];
      made[i] = made[i] && other.made[i];
      resolved[i] = resolved[i] && other.resolved[i];
      less |= was && !(made[i] || resolved[i]);
    }
    return less;
  }
  void forget(std::uint32_t slot) {
    if (slot >= made.size()) return;
    made[slot] = false;
    resolved[slot] = false;
  }
  void let_others_run() { made.assign(made.size(), false); }
  bool knows(std::uint32_t slot) const { return made[slot] || resolved[slot]; }
};

class CertainFutures {
 public:
  explicit CertainFutures(const Body& body) : body_(body), before_(body.code.size() + 1) {}

  bool all() {
    Certain nothing{std::vector<bool>(body_.slot_count), std::vector<bool>(body_.slot_count)};
    reach(0, nothing);
    for (const Handler& handler : body_.handlers) reach(handler.target, nothing);
    while (!changed_.empty()) {
      const std::uint32_t at = changed_.back();
      changed_.pop_back();
      if (at < body_.code.size()) pass(at, *before_[at]);
    }
    for (std::size_t at = 0; at < body_.code.size(); ++at) {
      if (body_.code[at].kind != Kind::await || !before_[at]) continue;
      for (const Node* future : body_.code[at].futures) {
        if (future->kind != Node::Kind::local || !before_[at]->knows(future->index)) return false;
      }
    }
    return true;
  }

 private:
  void reach(std::uint32_t at, const Certain& state) {
    if (!before_[at]) {
      before_[at] = state;
      changed_.push_back(at);
    } else if (before_[at]->meet(state)) {
      changed_.push_back(at);
    }
  }

  void pass(std::uint32_t at, Certain state) {
    const Instruction& code = body_.code[at];
    switch (code.kind) {
      case Kind::call_async:
        if (code.to != Instruction::none) {
          state.forget(code.to);
          state.made[code.to] = true;
        }
        break;
      case Kind::await:
        state.let_others_run();
        for (const Node* future : code.futures) {
          if (future->kind == Node::Kind::local) state.resolved[future->index] = true;
        }
        break;
      case Kind::get:
        state.let_others_run();
        if (code.value->kind == Node::Kind::local) state.resolved[code.value->index] = true;
        state.forget(code.to);
        break;
      case Kind::call_sync:
        state.let_others_run();
        state.forget(code.to);
        break;
      case Kind::pause:
      case Kind::pay:
      case Kind::suspend:
        state.let_others_run();
        break;
      case Kind::assign:
        forget_or_copy(state, code);
        break;
      case Kind::create:
        state.forget(code.to);
        break;
      case Kind::next:
        state.forget(code.to);
        state.forget(code.to_index);
        break;
      case Kind::match:
        forget_bound(*code.pattern, state);
        break;
      default:
        break;
    }
    if (code.kind == Kind::jump || code.kind == Kind::jump_unless || code.kind == Kind::match ||
        code.kind == Kind::next) {
      reach(code.target, state);
    }
    const bool goes_on = code.kind != Kind::jump && code.kind != Kind::give &&
                         code.kind != Kind::raise && code.kind != Kind::die;
    if (goes_on) reach(at + 1, state);
  }

  static void forget_or_copy(Certain& state, const Instruction& code) {
    const bool copies = code.value->kind == Node::Kind::local;
    const bool made = copies && state.made[code.value->index];
    const bool resolved = copies && state.resolved[code.value->index];
    state.made[code.to] = made;
    state.resolved[code.to] = resolved;
  }

  static void forget_bound(const PatternNode& pattern, Certain& state) {
    if (pattern.kind == PatternNode::Kind::bind) state.forget(pattern.slot);
    for (const PatternNode* argument : pattern.arguments) forget_bound(*argument, state);
  }

  const Body& body_;
  std::vector<std::optional<Certain>> before_;  ///< per instruction, once it can be reached
  std::vector<std::uint32_t> changed_;
};

}  // namespace

bool tests_uncertain_future(const Body& body) { return !CertainFutures(body).all(); }

}  // namespace harrier::abs::run
