// Checks that a set of executions contains one of every class.
#include "certificate/verification.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "certificate/closure.hpp"
#include "certificate/digests.hpp"
#include "certificate/end.hpp"
#include "certificate/listed_class.hpp"
#include "certificate/neighbours.hpp"
#include "certificate/questions.hpp"
#include "certificate/run.hpp"
#include "harrier/certificate.hpp"

namespace harrier {

namespace certificate {

namespace {

using Kind = VerifyResult::Kind;
using Clock = std::chrono::steady_clock;

/// What does not fit, and where.
struct Refusal {
  Kind kind;
  std::size_t listing = 0;
  Schedule schedule = {};
  std::string what = {};
};

Fingerprint fingerprint_of(const Schedule& schedule) {
  Fingerprint sum = Run::no_events;
  for (const ScheduledStep& step : schedule.steps) {
    sum.add(step.message.index());
    sum.add(step.choices.size());
    for (const std::uint32_t value : step.choices) sum.add(value);
  }
  return sum;
}

class Verification {
 public:
  Verification(const ProgramFactory& make, const Listings& listings, const Closure& closure,
               const VerifyOptions& options)
      : make_(make),
        listings_(listings),
        closure_(closure),
        options_(options),
        known_(options.bytes_max) {}

  VerifyResult run() {
    if (listings_.size() == 0) refuse({Kind::empty});
    work(&Verification::execute);
    if (!stop_) {
      result_.classes = known_.classes.size();
      executes_ = false;
      done_ = 0;
      work(&Verification::question);
    }
    result_.listings = listings_.size();
    result_.seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    if (refusal_) {
      result_.kind = refusal_->kind;
      result_.listing = refusal_->listing;
      result_.schedule = std::move(refusal_->schedule);
      result_.what = std::move(refusal_->what);
    }
    return std::move(result_);
  }

 private:
  /// What one thread has.
  struct Worker {
    Worker(const ProgramFactory& make, const VerifyOptions& options)
        : run(make, options_of(options)) {
      if (options.pairs > 0) other.emplace(make, options_of(options));
    }
    static ProgramOptions options_of(const VerifyOptions& options) {
      return {.backtrack = Backtrack::undo,
              .dependence = options.dependence,
              .delivery = options.delivery,
              .audit = false,
              .states = StateComparison::none};
    }
    std::uint64_t steps() const { return run.steps() + (other ? other->steps() : 0); }

    Run run;
    std::optional<Run> other;
    VerifyResult counted;  ///< so far, of this thread
  };
  using Part = void (Verification::*)(Worker&, std::size_t listing, const Schedule& schedule);

  /// Does something with every listing, by several threads.
  void work(Part part) {
    next_block_ = executes_ ? 0 : options_.from / Listings::block_size;
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < std::min(options_.jobs, listings_.block_count()); ++i) {
      others.emplace_back([this, part] { work_alone(part); });
    }
    work_alone(part);
    for (std::thread& other : others) other.join();
    if (failure_) std::rethrow_exception(failure_);
  }

  void work_alone(Part part) {
    try {
      Worker worker(make_, options_);
      while (!stop_) {
        const std::size_t block = next_block_.fetch_add(1);
        if (block >= listings_.block_count()) break;
        const std::vector<Schedule> schedules = listings_.block(block);
        for (std::size_t i = 0; i < schedules.size() && !stop_; ++i) {
          const std::size_t listing = block * Listings::block_size + i;
          try {
            (this->*part)(worker, listing, schedules[i]);
          } catch (const Unfollowed& unfollowed) {
            refuse({Kind::undecided, listing, worker.run.schedule(), unfollowed.what()});
          }
          tell();
          if (options_.interrupt == nullptr || !*options_.interrupt) continue;
          refuse({Kind::interrupted, executes_ ? 0 : block * Listings::block_size});
        }
      }
      add(worker);
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      stop_ = true;
    }
  }

  void add(const Worker& worker) {
    const std::scoped_lock lock(mutex_);
    result_.violating += worker.counted.violating;
    result_.questions += worker.counted.questions;
    result_.executed += worker.counted.executed;
    result_.pairs += worker.counted.pairs;
    result_.steps += worker.steps();
  }

  /// Ends with what is wrong with the first listing of which something is.
  void refuse(Refusal refusal) {
    const std::scoped_lock lock(mutex_);
    if (!refusal_ || refusal.listing < refusal_->listing) refusal_ = std::move(refusal);
    stop_ = true;
  }

  void tell() {
    ++done_;
    if (!options_.on_progress) return;
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return;
    const auto now = Clock::now();
    if (now - told_ < std::chrono::milliseconds(100)) return;
    told_ = now;
    options_.on_progress({.executes = executes_,
                          .listings = done_ + (executes_ ? 0 : options_.from),
                          .total = listings_.size(),
                          .questions = asked_,
                          .seconds = std::chrono::duration<double>(now - begin_).count()});
  }

  /// Executes a listing that is to fit, to end and to violate nothing.
  void execute(Worker& worker, std::size_t listing, const Schedule& schedule) {
    if (!known_schedules_.insert(fingerprint_of(schedule)) && !options_.joined) {
      refuse({Kind::repeated, listing, schedule});
      return;
    }
    Run& run = worker.run;
    const std::size_t shared = shared_with(run, schedule);
    const std::string unfit = follow(run, schedule, shared);
    if (!unfit.empty()) {
      refuse({Kind::does_not_fit, listing, schedule, unfit});
      return;
    }
    if (const std::optional<MessageId> next = run.next()) {
      refuse({Kind::not_maximal, listing, schedule,
              run.program().narrator() != nullptr ? run.program().narrator()->message_text(*next)
                                                  : std::string()});
      return;
    }
    const std::string wrong = wrong_at_end(run, options_.environment, options_.undelivered);
    worker.counted.violating += wrong.empty() ? 0 : 1;
    if (!wrong.empty() && !options_.keep_going) {
      refuse({Kind::violates, listing, schedule, wrong});
      return;
    }
    for (std::size_t i = shared; i < run.size(); ++i) known_.parts.insert(run[i].part);
    known_.classes.insert(run.part());
  }

  static std::size_t shared_with(Run& run, const Schedule& schedule) {
    std::size_t shared = 0;
    const auto is_same = [&](const ScheduledStep& step) {
      return run[shared].message == step.message &&
             std::ranges::equal(run.choices(shared), step.choices, {}, &Choice::value);
    };
    while (shared < run.size() && shared < schedule.steps.size() &&
           is_same(schedule.steps[shared])) {
      ++shared;
    }
    return shared;
  }

  /// Executes a schedule from where it leaves the execution before; returns why it cannot be.
  static std::string follow(Run& run, const Schedule& schedule, std::size_t shared) {
    run.back_to(shared);
    std::vector<Choice> choices;
    for (std::size_t i = shared; i < schedule.steps.size(); ++i) {
      const ScheduledStep& step = schedule.steps[i];
      if (!run.is_enabled(step.message)) {
        return fmt::format("message {} of step {} cannot be delivered", step.message.index(),
                           i + 1);
      }
      choices.clear();
      for (const std::uint32_t value : step.choices) {
        choices.push_back({value, 0});
      }
      try {
        run.execute(step.message, choices);
      } catch (const NondeterminismError& error) {
        return fmt::format("step {}: {}", i + 1, error.what());
      }
      if (!std::ranges::equal(run.choices(i), step.choices, {}, &Choice::value)) {
        return fmt::format("step {} does not choose so", i + 1);
      }
    }
    return {};
  }

  void question(Worker& worker, std::size_t listing, const Schedule& schedule) {
    if (listing < options_.from) return;
    Run& run = worker.run;
    if (const std::string unfit = follow(run, schedule, shared_with(run, schedule));
        !unfit.empty()) {
      refuse({Kind::differs, listing, schedule, unfit + ", as it could before"});
      return;
    }
    if (!questioned_.insert(run.part())) return;
    const ListedClass listed(run);
    if (worker.other && listing < options_.pairs) {
      std::optional<std::string> wrong =
          compare_neighbours(run, listed, *worker.other, worker.counted.pairs);
      if (wrong) {
        refuse({Kind::differs, listing, worker.other->schedule(), std::move(*wrong)});
        return;
      }
    }
    Questions questions(run, closure_, known_, options_.steps_max, stop_);
    std::optional<Unanswered> unanswered = questions.ask(listed);
    worker.counted.questions += questions.questions();
    worker.counted.executed += questions.executed();
    asked_ += questions.questions();
    if (unanswered) refuse(refusal_of(*unanswered, listing, run));
  }

  static Refusal refusal_of(Unanswered& unanswered, std::size_t listing, Run& run) {
    switch (unanswered.why) {
      case Unanswered::Why::missing:
        return {Kind::missing, listing, run.schedule()};
      case Unanswered::Why::differs:
        return {Kind::differs, listing, run.schedule(), std::move(unanswered.what)};
      case Unanswered::Why::undecided:
        return {Kind::undecided, listing, run.schedule(), std::move(unanswered.what)};
      case Unanswered::Why::interrupted:
        break;
    }
    // Somebody else has said why.
    return {Kind::interrupted, std::numeric_limits<std::size_t>::max()};
  }

  const ProgramFactory& make_;
  const Listings& listings_;
  const Closure& closure_;
  const VerifyOptions& options_;
  const Clock::time_point begin_ = Clock::now();
  Known known_;
  Digests known_schedules_;
  Digests questioned_;
  std::atomic<bool> stop_{false};
  std::atomic<std::size_t> next_block_{0};
  std::atomic<std::size_t> done_{0};
  std::atomic<std::uint64_t> asked_{0};
  bool executes_ = true;
  std::mutex mutex_;  ///< of all that follows
  Clock::time_point told_ = begin_;
  std::optional<Refusal> refusal_;
  std::exception_ptr failure_;
  VerifyResult result_;
};

}  // namespace

VerifyResult verify_with(const ProgramFactory& make, const Listings& listings,
                         const Closure& closure, const VerifyOptions& options) {
  // A program that has found out that what it said of its steps was wrong knows better then.
  constexpr int starts_max = 100;
  for (int starts = 1;; ++starts) {
    try {
      return Verification(make, listings, closure, options).run();
    } catch (const StartAgain&) {
      if (starts == starts_max) throw;
    }
  }
}

}  // namespace certificate

VerifyResult verify(const ProgramFactory& make, const Listings& listings,
                    const VerifyOptions& options) {
  if (options.lean) {
    return certificate::verify_with(make, listings, certificate::LeanClosure(), options);
  }
  return certificate::verify_with(make, listings, certificate::Closure(), options);
}

}  // namespace harrier
