// What the rest of a body may do.
#include "abs/lower/prospects.hpp"

#include <algorithm>

namespace harrier::abs::run {

namespace {

using Kind = Instruction::Kind;

/// More chains from one method than anybody needs to weigh.
constexpr std::uint64_t chains_max = 20'000;

void add_fields(const Node& node, NumberSet& out);

void add_fields(const PatternNode& pattern, NumberSet& out) {
  if (pattern.compared != nullptr) add_fields(*pattern.compared, out);
  for (const PatternNode* argument : pattern.arguments) add_fields(*argument, out);
}

void add_fields(const Node& node, NumberSet& out) {
  if (node.kind == Node::Kind::field) out.add(node.index);
  for (const Node* argument : node.arguments) add_fields(*argument, out);
  for (const Branch& branch : node.branches) {
    add_fields(*branch.pattern, out);
    add_fields(*branch.result, out);
  }
  for (const Binding& binding : node.bindings) add_fields(*binding.value, out);
  for (const FunctionArgumentNode& function : node.functions) {
    if (function.lambda != nullptr) add_fields(*function.lambda->body, out);
  }
}

void add_fields(const Instruction& code, NumberSet& out) {
  if (code.value != nullptr) add_fields(*code.value, out);
  for (const Node* argument : code.arguments) add_fields(*argument, out);
  for (const Node* future : code.futures) add_fields(*future, out);
  for (const Node* condition : code.conditions) add_fields(*condition, out);
  for (const Node* time : {code.least, code.most, code.deadline, code.placed}) {
    if (time != nullptr) add_fields(*time, out);
  }
  if (code.pattern != nullptr) add_fields(*code.pattern, out);
}

/// Lists the instructions that may be executed from one on.
std::vector<std::uint32_t> rest_of(const Body& body, std::uint32_t at) {
  std::vector<bool> seen(body.code.size());
  std::vector<std::uint32_t> left{at};
  std::vector<std::uint32_t> rest;
  while (!left.empty()) {
    const std::uint32_t next = left.back();
    left.pop_back();
    if (next >= body.code.size() || seen[next]) continue;
    seen[next] = true;
    rest.push_back(next);
    const Instruction& code = body.code[next];
    if (code.kind == Kind::jump || code.kind == Kind::jump_unless || code.kind == Kind::match ||
        code.kind == Kind::next) {
      left.push_back(code.target);
    }
    if (code.kind != Kind::jump && code.kind != Kind::give) left.push_back(next + 1);
    for (const Handler& handler : body.handlers) {
      if (handler.begin <= next && next < handler.end) left.push_back(handler.target);
    }
  }
  return rest;
}

}  // namespace

bool NumberSet::add(std::size_t number) {
  if (number >= has_.size()) has_.resize(number + 1);
  const bool is_new = !has_[number];
  has_[number] = true;
  return is_new;
}

bool NumberSet::add(const NumberSet& other) {
  bool any = false;
  other.for_each([&](std::size_t number) { any |= add(number); });
  return any;
}

bool NumberSet::meets(const NumberSet& other) const {
  for (std::size_t i = 0; i < std::min(has_.size(), other.has_.size()); ++i) {
    if (has_[i] && other.has_[i]) return true;
  }
  return false;
}

/// Finds where calls of each name may lead, until nothing new comes: to a method of that name in
/// any class, its recover block, and what objects do that are made on the way.
Prospects::Prospects(const Code& code)
    : code_(code), reached_(code.method_names.size()), created_(code.classes.size()) {
  for (std::size_t i = 0; i < code.classes.size(); ++i) numbers_[code.classes[i].get()] = i;
  const auto add = [this](const Body* body, NumberSet& out) {
    if (body == nullptr) return false;
    Prospect own;
    add_own(*body, 0, own);
    add_reached(own);
    return out.add(own.reaches);
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < code.classes.size(); ++i) {
      const ClassCode& one = *code.classes[i];
      for (const Body* body :
           {&one.initial, one.run, static_cast<const Body*>(one.recover.get())}) {
        changed |= add(body, created_[i]);
      }
      for (std::size_t method = 0; method < one.methods.size(); ++method) {
        if (one.methods[method] == nullptr) continue;
        changed |= add(one.methods[method], reached_[method]);
        changed |= add(one.recover.get(), reached_[method]);
      }
    }
  }
}

/// Adds where the calls and new objects of a prospect lead, as far as that is known.
void Prospects::add_reached(Prospect& prospect) const {
  prospect.reaches.add(prospect.calls);
  prospect.calls.for_each([&](std::size_t method) { prospect.reaches.add(reached_[method]); });
  prospect.creates.for_each([&](std::size_t made) { prospect.reaches.add(created_[made]); });
}

void Prospects::add_own(const Body& body, std::uint32_t at, Prospect& out) const {
  for (const std::uint32_t i : rest_of(body, at)) {
    const Instruction& code = body.code[i];
    add_fields(code, out.reads);
    if (code.kind == Kind::set_field) out.writes.add(code.to);
    if (code.kind == Kind::call_async || code.kind == Kind::call_sync) out.calls.add(code.method);
    if (code.kind == Kind::create) out.creates.add(numbers_.at(code.created));
  }
}

const Prospect& Prospects::of(const Body& body, std::uint32_t at) {
  const auto [entry, is_new] = prospects_.try_emplace({&body, at});
  Prospect& prospect = entry->second;
  if (!is_new) return prospect;
  add_own(body, at, prospect);
  add_reached(prospect);
  return prospect;
}

std::span<const Chains> Prospects::chains(const Body& body, std::size_t to_class) {
  const auto [entry, is_new] = chains_.try_emplace(&body);
  std::vector<std::vector<Chains>>& by_class = entry->second;
  if (is_new) {
    Path path;
    path.left = chains_max;
    follow(of(body, 0).calls, path);
    by_class.resize(code_.classes.size());
    for (const auto& [key, count] : path.found) {
      by_class[key.first].push_back({key.second.first, key.second.second, count});
    }
  }
  return by_class[to_class];
}

void Prospects::follow(const NumberSet& calls, Path& path) const {
  calls.for_each([&](std::size_t method) {
    for (std::size_t i = 0; i < code_.classes.size() && path.left > 0; ++i) {
      const Body* body = code_.classes[i]->methods[method];
      if (body == nullptr) continue;
      --path.left;
      NumberSet between;
      for (const Method& one : path.between) between.add(one.first);
      ++path.found[{i, {path.between.empty(), std::move(between)}}];
      const Method next(i, method);
      if (std::ranges::find(path.between, next) != path.between.end()) continue;
      path.between.push_back(next);
      Prospect own;
      add_own(*body, 0, own);
      follow(own.calls, path);
      path.between.pop_back();
    }
  });
}

}  // namespace harrier::abs::run
