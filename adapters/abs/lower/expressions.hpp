// Lowers expressions, patterns, functions and constructors; bodies use it.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "abs/lower/code.hpp"

namespace harrier::abs::run {

/// Makes nodes, each function and constructor once.
class ExpressionLowering {
 public:
  ExpressionLowering(const Model& model, Code& code) : model_(model), code_(code) {}

  const Node* lower(const Expression& expression);
  std::span<const Node* const> lower_all(std::span<Expression* const> expressions);
  const PatternNode* lower(const Pattern& pattern);
  const Node* local(std::uint32_t slot, const Position& position);
  /// Returns the larger of two numbers.
  const Node* larger(const Node* one, const Node* other);
  /// Makes an expression of which nobody knows what it gives.
  const Node* unknown(const std::string& what, const Position& position);
  /// Asks whether the future that an expression gives is resolved.
  const Node* resolved(const Node* future);
  /// Lowers the functions that were met and not lowered yet.
  void lower_met_functions();

  const run::Constructor& constructor(const abs::Constructor& source);
  const FunctionCode& function(const Function& source, const Position& used_at);
  [[noreturn]] void refuse(const Position& position, const std::string& what) const;

 private:
  Node& add(Node::Kind kind, const Position& position);
  std::span<const Node* const> keep(std::vector<const Node*> nodes);
  const Node* literal(Value value, const Position& position);
  const Node* lower_call(const Expression& expression);
  const Node* lower_binary(const Expression& expression);
  const Node* lower_match(const Expression& expression);
  const Node* lower_let(const Expression& expression);
  const LambdaCode* lower(const Lambda& lambda);

  const Model& model_;
  Code& code_;
  std::map<const abs::Constructor*, const run::Constructor*> constructors_;
  std::map<const Function*, FunctionCode*> functions_;
  std::vector<const Function*> met_;
};

}  // namespace harrier::abs::run
