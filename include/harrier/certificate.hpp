// Certificates: one execution of each class, and the check that no class is missing among them. The
// check shares nothing with the searches that write them.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "harrier/check.hpp"
#include "harrier/options.hpp"
#include "harrier/schedule.hpp"

namespace harrier {

/// Executions, kept in few bytes: each without the beginning that it shares with the one before.
class Listings {
 public:
  /// So many executions can be read without those before them.
  static constexpr std::size_t block_size = 64;

  void add(const Schedule& schedule);
  std::size_t size() const { return size_; }
  std::size_t block_count() const { return blocks_.size(); }
  /// Returns the executions of a block, in order.
  std::vector<Schedule> block(std::size_t number) const;

 private:
  std::vector<std::vector<std::uint8_t>> blocks_;
  Schedule last_;
  std::size_t size_ = 0;
};

/// How far a verification has come.
struct VerifyProgress {
  bool executes = true;      ///< it executes what is listed; otherwise it asks for other orders
  std::size_t listings = 0;  ///< of this, those that are done
  std::size_t total = 0;
  std::uint64_t questions = 0;
  double seconds = 0;
};

struct VerifyOptions {
  Dependence dependence = Dependence::field;
  DeliveryModel delivery = DeliveryModel::bag;
  Environment environment = Environment::total;
  Undelivered undelivered = Undelivered::warn;
  bool keep_going = false;  ///< executions that violate something may be listed, too
  bool lean = false;        ///< ask about the nearest deciders only
  bool joined = false;      ///< an execution may be listed several times
  std::size_t pairs = 0;    ///< of so many classes every pair of steps is executed both ways
  std::size_t from = 0;     ///< the questions of executions before this one were answered
  std::size_t jobs = 1;     ///< threads
  std::uint64_t bytes_max = std::uint64_t{192} << 20;  ///< for remembering parts of classes
  std::size_t steps_max = 1'000'000;                   ///< of an execution that is not listed
  const std::atomic<bool>* interrupt = nullptr;
  std::function<void(const VerifyProgress&)> on_progress = {};
};

struct VerifyResult {
  enum class Kind : std::uint8_t {
    verified,
    missing,       ///< a class is not listed
    violates,      ///< a listed execution violates something
    not_maximal,   ///< a listed execution can go on
    does_not_fit,  ///< a listed execution is none of the program
    repeated,      ///< an execution is listed twice
    empty,         ///< nothing is listed
    differs,       ///< the program did not do again what it did, or a step is not what was recorded
    undecided,     ///< too much decides about a guard, an execution is too long, or one cannot be
                   ///< followed to its end
    interrupted,
  };
  Kind kind = Kind::verified;
  std::size_t listing = 0;  ///< the one it is about, counted from 0
  Schedule schedule = {};   ///< what to replay to see it
  std::string what = {};    ///< more words
  std::size_t listings = 0;
  std::uint64_t classes = 0;    ///< different ones among the listed
  std::uint64_t violating = 0;  ///< listed executions
  std::uint64_t questions = 0;  ///< reversals that were looked at
  std::uint64_t executed = 0;   ///< of them, those that were not asked before
  std::uint64_t pairs = 0;      ///< of steps, executed both ways
  std::uint64_t steps = 0;
  double seconds = 0;
};

/// Checks that the executions are of the program, end, violate nothing, and contain one of every
/// class there is: whatever another order of one of them could begin is begun by one of them.
VerifyResult verify(const ProgramFactory& make, const Listings& listings,
                    const VerifyOptions& options);

}  // namespace harrier
