// References to several actors none of which is the first.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "harrier/describe.hpp"
#include "harrier/hash.hpp"

namespace harrier {

template <class A>
class Ref;
template <class Derived>
class Actor;

/// Refers to actors to whom the same is sent, in whatever order: it can be asked who is among them,
/// not who comes first. So states in which some of them have changed places can be equal.
template <class A>
class Peers {
 public:
  using HashesAllOfIt = void;

  Peers() = default;
  explicit Peers(std::vector<Ref<A>> actors) : actors_(std::move(actors)) {}

  std::size_t size() const { return actors_.size(); }
  bool contains(Ref<A> actor) const {
    return std::find(actors_.begin(), actors_.end(), actor) != actors_.end();
  }

  void describe(Text& text) const { text.add(actors_); }
  void hash_append(Hasher& hasher) const { hasher.add_unordered(actors_); }

 private:
  template <class Derived>
  friend class Actor;

  std::vector<Ref<A>> actors_;
};

}  // namespace harrier
