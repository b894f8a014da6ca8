// A model: its files, its tree and the memory that holds it.
#pragma once

#include <cstddef>
#include <memory_resource>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "abs/syntax/ast.hpp"
#include "abs/syntax/source.hpp"

namespace harrier::abs {

/// Memory for nodes, freed as a whole.
class Arena {
 public:
  template <typename Node>
  Node* make(Node value = {}) {
    return new (memory_.allocate(sizeof(Node), alignof(Node))) Node(std::move(value));
  }
  template <typename Node>
  std::span<Node> copy(const std::vector<Node>& nodes) {
    if (nodes.empty()) return {};
    auto* first = static_cast<Node*>(memory_.allocate(nodes.size() * sizeof(Node), alignof(Node)));
    std::uninitialized_copy(nodes.begin(), nodes.end(), first);
    return {first, nodes.size()};
  }
  std::string_view copy(std::string_view text);

 private:
  std::pmr::monotonic_buffer_resource memory_{1 << 16};
};

/// A model as parsed, and, once `check` has accepted it, resolved and typed.
struct Model {
  Model() = default;
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  Arena arena;
  Dialect dialect = Dialect::standard;
  std::vector<SourceFile>
      files;  ///< the first one is the library; names in the tree are views of them
  std::vector<Module*> modules;  ///< those of the library first

  // What `check` adds.
  std::vector<const Class*> classes;           ///< all, by number
  std::vector<const Function*> functions;      ///< all, by number
  std::vector<const Constructor*> exceptions;  ///< all, by index
  const MainBlock* main = nullptr;             ///< the one that runs
};

/// Writes `file:line:column: text`, and before warnings and refusals what they are.
std::string text_of(const Model& model, const Diagnostic& diagnostic);
/// Writes `file:line`.
std::string text_of(const Model& model, const Position& position);

}  // namespace harrier::abs
