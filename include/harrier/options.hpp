// What can be asked of an exploration, with the defaults a newcomer wants.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace harrier {

/// How the explorer gets back to an earlier state. All ways explore the same.
enum class Backtrack : std::uint8_t {
  undo,    ///< put back the previous value of the one actor that ran
  local,   ///< run that one actor again on its own past messages
  replay,  ///< run the whole program again
};

/// Which steps are taken to depend on each other.
enum class Dependence : std::uint8_t {
  actor,  ///< any two deliveries to one actor
  field,  ///< deliveries to one actor that touch the same tracked field
};

/// In which order messages may arrive.
enum class DeliveryModel : std::uint8_t {
  bag,      ///< any order
  fifo,     ///< in order of sending between any two actors
  causal,   ///< in causal order at each receiver
  mailbox,  ///< in order of sending at each receiver
};

/// All of them, the weakest first: what can happen under one can happen under those before it.
inline constexpr std::array delivery_models{DeliveryModel::bag, DeliveryModel::fifo,
                                            DeliveryModel::causal, DeliveryModel::mailbox};
std::string_view to_string(DeliveryModel delivery);

/// Which actors may be left at the end of an execution.
enum class Environment : std::uint8_t {
  total,   ///< any whose handlers have all ended: new messages may still come from outside
  empty,   ///< none: every actor is to have ended
  custom,  ///< those the program itself allows
};

/// What to do about messages that are never delivered.
enum class Undelivered : std::uint8_t { ignore, warn, error };

/// Which states of a program are taken for one.
enum class StateComparison : std::uint8_t {
  none,       ///< states are not compared: the program need not say which are equal
  actors,     ///< actors by who made them, what is on its way as a bag or as the delivery model's
              ///< queues
  exact,      ///< actors in order of creation, what is on its way in order of sending
  symmetric,  ///< as `actors`, but for who is who of actors that are interchangeable
};

/// How a program is to be run; given to whoever makes it.
struct ProgramOptions {
  Backtrack backtrack = Backtrack::undo;
  Dependence dependence = Dependence::field;
  DeliveryModel delivery = DeliveryModel::bag;
  bool audit = false;  ///< look for state that changes without being recorded
  StateComparison states = StateComparison::none;
};

}  // namespace harrier
