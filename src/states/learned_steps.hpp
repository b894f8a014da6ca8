// What steps were seen to do, by the content of their messages, in all states together.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "harrier/resource.hpp"

namespace harrier {

/// How a message of some content stands in a state.
enum class Presence : std::uint8_t { absent, held, enabled };

/// Tables that grow while states are explored: who is delivered to whom, touches what and sends
/// what.
class LearnedSteps {
 public:
  /// Stands for all messages of one content.
  using Kind = std::uint32_t;

  /// Returns the kind of a content; messages of it go to that receiver.
  Kind kind(std::uint64_t content, std::uint64_t receiver);
  std::size_t kind_count() const { return steps_.size(); }
  /// Takes note that a step of a kind touched something, or sent a message.
  void touches(Kind kind, std::uint64_t resource, Access access);
  void sends(Kind kind, Kind sent);
  /// Takes note that a message of a kind was held back by the state of its receiver.
  void is_held(Kind kind) { touches(kind, steps_[kind].at_receiver, Access::read); }
  /// Counts what is known.
  std::uint64_t facts() const { return facts_; }

  /// Collects kinds, beginning with one, until none is missing: of an enabled one those that
  /// conflict with it; of a held one those that go to the same receiver, for only they can let it
  /// go; of an absent one those that send it. Steps of other kinds cannot interfere with them.
  void close(Kind first, std::span<const Presence> presence, std::vector<Kind>& closed);

 private:
  /// Every step updates what its receiver holds messages back by.
  static constexpr std::uint64_t standing = 0x5374'616E'6469'6E67U;

  struct Kinds {
    std::vector<Kind> all;
    std::uint64_t collected = 0;  ///< when `close` took them last
  };
  struct Touched {
    std::uint32_t place = 0;
    Access access = Access::write;
    friend bool operator==(const Touched&, const Touched&) = default;
  };
  struct Step {
    std::uint32_t receiver = 0;
    std::uint64_t at_receiver = 0;  ///< the resource by which the receiver holds messages back
    std::vector<Touched> touched;
    Kinds senders;
    std::uint64_t collected = 0;
  };
  /// The kinds that touch a resource, by how they do.
  using Place = std::array<Kinds, 3>;

  void collect(Kinds& kinds, std::vector<Kind>& closed);

  std::vector<Step> steps_;
  std::vector<Place> places_;
  std::vector<Kinds> receivers_;
  std::unordered_map<std::uint64_t, Kind> kinds_;              ///< by content
  std::unordered_map<std::uint64_t, std::uint32_t> place_of_;  ///< by resource
  std::unordered_map<std::uint64_t, std::uint32_t> receiver_of_;
  std::uint64_t facts_ = 0;
  std::uint64_t closures_ = 0;
};

}  // namespace harrier
