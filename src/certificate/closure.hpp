// Which other orders of a class are asked for. The theorem in docs/certificates.md is about what is
// here; anything less accepts sets from which a class is missing.
#pragma once

#include <cstddef>
#include <vector>

#include "base/bits.hpp"
#include "certificate/listed_class.hpp"

namespace harrier::certificate {

/// All questions: what is proved for every program.
class Closure {
 public:
  virtual ~Closure() = default;

  /// Returns which events that decide about a step are taken away to see what it is without them.
  /// They are ascending, and so is what is returned.
  virtual std::vector<std::size_t> chosen(const ListedClass& listed,
                                          std::vector<std::size_t> deciders) const {
    static_cast<void>(listed);
    return deciders;
  }
  /// Returns what is left of a part without a decider about an event; that is the size of the class
  /// where it is about a message that was never delivered.
  virtual Bits without(const ListedClass& listed, const Bits& part, std::size_t decider,
                       std::size_t event) const {
    static_cast<void>(event);
    return listed.without(part, decider);
  }
  /// Tells whether a message that is held back there too is asked about with more taken away.
  virtual bool goes_on_where_held_back() const { return true; }
  /// Tells whether messages that are left at the end are asked about.
  virtual bool asks_about_left() const { return true; }
  /// Tells whether other values of what an event chose are asked about, and every value of a step
  /// that comes in another place.
  virtual bool asks_about_other_values() const { return true; }
  virtual bool asks_about_every_value() const { return true; }
};

/// Only deciders after which no other one comes: proved where nothing is ever held back, tried for
/// the rest.
class LeanClosure : public Closure {
 public:
  std::vector<std::size_t> chosen(const ListedClass& listed,
                                  std::vector<std::size_t> deciders) const override;
};

}  // namespace harrier::certificate
