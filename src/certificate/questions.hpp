// Asks of one class after the other whether what another order could begin is begun by a listed
// one.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "certificate/closure.hpp"
#include "certificate/digests.hpp"
#include "certificate/listed_class.hpp"
#include "certificate/run.hpp"

namespace harrier::certificate {

/// What all who ask share.
struct Known {
  explicit Known(std::uint64_t bytes_max) : parts(bytes_max / 2), asked(bytes_max / 2) {}
  Digests classes;  ///< those that are listed
  Digests parts;    ///< of events with which a listed class begins, as many as there is room for
  Digests asked;    ///< questions that were answered or are being so, the same
};

/// Why no answer, or the wrong one, was found.
struct Unanswered {
  enum class Why : std::uint8_t { missing, differs, undecided, interrupted };
  Why why = Why::missing;
  std::string what = {};
};

class Questions {
 public:
  Questions(Run& run, const Closure& closure, Known& known, std::size_t steps_max,
            const std::atomic<bool>& stop)
      : run_(run), closure_(closure), known_(known), steps_max_(steps_max), stop_(stop) {}

  /// Asks all that is to be asked of a class, at whose end the run stands. Where something is not
  /// answered the run stands at what shows it.
  std::optional<Unanswered> ask(const ListedClass& listed);

  std::uint64_t questions() const { return questions_; }
  std::uint64_t executed() const { return executed_; }

 private:
  /// For one step, so many ways to leave events out are tried.
  static constexpr std::size_t tried_max = 4096;

  /// The step that is asked about.
  struct Step {
    Sent sent;
    Fingerprint message;
    const Bits& before_sending;
    std::size_t event = 0;  ///< of the class; its size where it never happened
  };

  void ask_about(const Step& step, const Bits& part, std::span<const ResourceAccess> touched);
  void ask_without(const Step& step, const Bits& part, const std::vector<std::size_t>& deciders);
  void ask_at(const Step& step, const Bits& part);
  std::vector<std::size_t> deciders_here(const Step& step, MessageId message, const Bits& part);
  bool is_new(const Step& step, const Bits& part);
  void go_to(const Bits& part);
  MessageId here(const Sent& sent) const;
  void answer_every_value(MessageId message);
  void answer();

  Run& run_;
  const Closure& closure_;
  Known& known_;
  const std::size_t steps_max_;
  const std::atomic<bool>& stop_;
  const ListedClass* listed_ = nullptr;
  std::vector<std::uint32_t> places_;  ///< per event of the class, its number in the run
  std::vector<Fingerprint> met_;
  StepAnswer answer_;
  std::size_t tried_ = 0;  ///< for the step that is asked about
  std::uint64_t questions_ = 0;
  std::uint64_t executed_ = 0;
};

}  // namespace harrier::certificate
