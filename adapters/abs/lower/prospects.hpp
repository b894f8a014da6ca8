// What the rest of a body may do: which fields it names, what it calls and creates, and where the
// calls lead.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "abs/lower/code.hpp"

namespace harrier::abs::run {

/// Sets of small numbers.
class NumberSet {
 public:
  /// Adds a number; tells whether it is new.
  bool add(std::size_t number);
  /// Adds all of another set; tells whether any is new.
  bool add(const NumberSet& other);
  bool contains(std::size_t number) const { return number < has_.size() && has_[number]; }
  bool meets(const NumberSet& other) const;
  template <class Each>
  void for_each(const Each& each) const {
    for (std::size_t i = 0; i < has_.size(); ++i) {
      if (has_[i]) each(i);
    }
  }
  friend bool operator<(const NumberSet& a, const NumberSet& b) { return a.has_ < b.has_; }

 private:
  std::vector<bool> has_;
};

/// What a body may do from an instruction on.
struct Prospect {
  NumberSet reads;    ///< fields of its own object that may change
  NumberSet writes;   ///< likewise
  NumberSet calls;    ///< methods, by number: itself
  NumberSet creates;  ///< classes, by number: itself
  NumberSet reaches;  ///< methods that it calls, or that these lead to, whatever the receivers are
};

/// Calls that lead from a method to a class, in which no method between the two comes twice.
struct Chains {
  bool direct = false;  ///< there is nothing between
  NumberSet between;    ///< the classes between
  std::uint64_t count = 0;
};

class Prospects {
 public:
  explicit Prospects(const Code& code);

  const Prospect& of(const Body& body, std::uint32_t at);
  /// Lists the chains of calls from a body to methods of a class. Beyond many thousands the rest is
  /// left out.
  std::span<const Chains> chains(const Body& body, std::size_t to_class);
  std::size_t number_of(const ClassCode& code) const { return numbers_.at(&code); }

 private:
  using Method = std::pair<std::size_t, std::size_t>;  ///< class and number
  struct Path {
    std::vector<Method> between;
    std::uint64_t left = 0;  ///< how many more chains are looked at
    std::map<std::pair<std::size_t, std::pair<bool, NumberSet>>, std::uint64_t> found;
  };

  void add_own(const Body& body, std::uint32_t at, Prospect& out) const;
  void add_reached(Prospect& prospect) const;
  void follow(const NumberSet& calls, Path& path) const;

  const Code& code_;
  std::map<const ClassCode*, std::size_t> numbers_;
  std::vector<NumberSet> reached_;  ///< per method, by any of its name
  std::vector<NumberSet> created_;  ///< per class, by a new object of it
  std::map<std::pair<const Body*, std::uint32_t>, Prospect> prospects_;
  std::map<const Body*, std::vector<std::vector<Chains>>> chains_;  ///< per class
};

}  // namespace harrier::abs::run
