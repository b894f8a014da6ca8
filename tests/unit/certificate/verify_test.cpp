// Sets of executions that are none of the program's, or not what they should be.
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "harrier/certificate.hpp"
#include "harrier/harrier.hpp"

namespace harrier::testing {
namespace {

using Kind = VerifyResult::Kind;
using SetUpOf = std::function<void(System&)>;

struct Add {
  int value;
};
struct Pick {};
struct Check {};

class Sum : public Actor<Sum> {
 public:
  void on(Add m) { value_ = 2 * value_ + m.value; }
  void on(Pick) { value_ = static_cast<int>(choose(3)); }
  void on(Check) { check(value_ != 4, "it is not 4"); }

 private:
  Tracked<int> value_ = 0;
};

void add_three(System& system) {
  const auto sum = system.spawn<Sum>();
  for (const int value : {1, 2, 3}) system.send(sum, Add{value});
}
void pick_and_add(System& system) {
  const auto sum = system.spawn<Sum>();
  system.send(sum, Pick{});
  system.send(sum, Add{1});
}
void add_and_check(System& system) {
  const auto sum = system.spawn<Sum>();
  system.send(sum, Add{4});
  system.send(sum, Check{});
}

ProgramFactory factory_of(const SetUpOf& setup) {
  return [setup](const ProgramOptions& options) { return make_program(setup, options); };
}

VerifyResult verified(const SetUpOf& setup, const std::vector<std::string>& schedules,
                      const VerifyOptions& options = {}) {
  Listings listings;
  for (const std::string& text : schedules) listings.add(Schedule::parse(text));
  return verify(factory_of(setup), listings, options);
}

const std::vector<std::string> all_of_three{"0-2", "0.2.1", "1.0.2", "1.2.0", "2.0.1", "2.1.0"};

TEST(Listings, GiveBackWhatWasAdded) {
  Listings listings;
  std::vector<std::string> texts;
  for (int i = 0; i < 300; ++i) {
    texts.push_back("0-3.5:1:0.4." + std::to_string(6 + i % 7) + "." +
                    std::to_string(1000 * i + 20));
    if (i % 50 == 0) texts.back() = "none";
    texts.back() = Schedule::parse(texts.back()).text();
    listings.add(Schedule::parse(texts.back()));
  }
  EXPECT_EQ(listings.size(), texts.size());
  std::vector<std::string> read;
  for (std::size_t block = 0; block < listings.block_count(); ++block) {
    for (const Schedule& schedule : listings.block(block)) read.push_back(schedule.text());
  }
  EXPECT_EQ(read, texts);
}

TEST(Verify, AcceptsAllClasses) {
  const VerifyResult result = verified(add_three, all_of_three);
  EXPECT_EQ(result.kind, Kind::verified);
  EXPECT_EQ(result.listings, 6U);
  EXPECT_EQ(result.classes, 6U);
  EXPECT_GT(result.questions, 6U);
  EXPECT_LT(result.executed, result.questions) << "nothing is executed twice";
}

TEST(Verify, NamesWhatIsMissing) {
  for (std::size_t dropped = 0; dropped < all_of_three.size(); ++dropped) {
    std::vector<std::string> some = all_of_three;
    some.erase(some.begin() + static_cast<std::ptrdiff_t>(dropped));
    const VerifyResult result = verified(add_three, some);
    EXPECT_EQ(result.kind, Kind::missing);
    EXPECT_EQ(result.schedule.text(), all_of_three[dropped]);
  }
}

TEST(Verify, RefusesWhatDoesNotFit) {
  const VerifyResult unknown = verified(add_three, {"0-2", "0.1.7"});
  EXPECT_EQ(unknown.kind, Kind::does_not_fit);
  EXPECT_EQ(unknown.listing, 1U);
  EXPECT_EQ(verified(add_three, {"0.0.1"}).kind, Kind::does_not_fit);
  EXPECT_EQ(verified(add_three, {"0:1.1.2"}).kind, Kind::does_not_fit);
  EXPECT_EQ(verified(pick_and_add, {"0:3.1"}).kind, Kind::does_not_fit);
  EXPECT_EQ(verified(pick_and_add, {"0.1"}).kind, Kind::does_not_fit);
}

TEST(Verify, RefusesWhatGoesOnOrComesTwiceOrIsNothing) {
  EXPECT_EQ(verified(add_three, {"0-2", "0.2"}).kind, Kind::not_maximal);
  EXPECT_EQ(verified(add_three, {"0-2", "0.2.1", "0-2"}).kind, Kind::repeated);
  EXPECT_EQ(verified(add_three, {}).kind, Kind::empty);
  VerifyOptions joined;
  joined.joined = true;
  std::vector<std::string> twice = all_of_three;
  twice.insert(twice.end(), all_of_three.begin(), all_of_three.end());
  EXPECT_EQ(verified(add_three, twice, joined).kind, Kind::verified);
}

TEST(Verify, WantsEveryValue) {
  const std::vector<std::string> all{"0:0.1", "0:1.1", "0:2.1", "1.0:0", "1.0:1", "1.0:2"};
  EXPECT_EQ(verified(pick_and_add, all).kind, Kind::verified);
  for (std::size_t dropped = 0; dropped < all.size(); ++dropped) {
    std::vector<std::string> some = all;
    some.erase(some.begin() + static_cast<std::ptrdiff_t>(dropped));
    EXPECT_EQ(verified(pick_and_add, some).kind, Kind::missing);
  }
}

TEST(Verify, RefusesWhatViolatesUnlessThatIsWanted) {
  const VerifyResult result = verified(add_and_check, {"1.0", "0.1"});
  EXPECT_EQ(result.kind, Kind::violates);
  EXPECT_EQ(result.listing, 1U);
  EXPECT_EQ(result.what, "step 2 fails");
  VerifyOptions options;
  options.keep_going = true;
  const VerifyResult all = verified(add_and_check, {"1.0", "0.1"}, options);
  EXPECT_EQ(all.kind, Kind::verified);
  EXPECT_EQ(all.violating, 1U);
}

TEST(Verify, HoldsTheEndToWhatIsAskedForThere) {
  const SetUpOf fails_at_end = [](System& system) {
    const auto sum = system.spawn<Sum>();
    system.send(sum, Add{1});
    system.at_end([](const End& end) { end.check(false, "never"); });
  };
  EXPECT_EQ(verified(fails_at_end, {"0"}).kind, Kind::violates);
  VerifyOptions empty;
  empty.environment = Environment::empty;
  EXPECT_EQ(verified(add_three, {"0-2"}, empty).kind, Kind::violates);
}

TEST(Verify, SharesItsWork) {
  const SetUpOf many = [](System& system) {
    const auto sum = system.spawn<Sum>();
    for (int value = 0; value < 6; ++value) system.send(sum, Add{value});
  };
  Listings listings;
  Listings without_last;
  std::vector<Schedule> schedules;
  CheckOptions options;
  options.on_execution = [&](const Execution& execution) {
    schedules.push_back(execution.schedule);
  };
  ASSERT_TRUE(check(many, options).complete);
  ASSERT_EQ(schedules.size(), 720U);
  for (const Schedule& schedule : schedules) {
    listings.add(schedule);
    if (schedule != schedules.back()) without_last.add(schedule);
  }
  VerifyOptions three;
  three.jobs = 3;
  const VerifyResult alone = verify(factory_of(many), listings, {});
  const VerifyResult together = verify(factory_of(many), listings, three);
  EXPECT_EQ(alone.kind, Kind::verified);
  EXPECT_EQ(together.kind, Kind::verified);
  EXPECT_EQ(alone.questions, together.questions);
  EXPECT_EQ(verify(factory_of(many), without_last, three).kind, Kind::missing);

  // Without room to remember anything, everything is asked anew.
  VerifyOptions forgetful;
  forgetful.bytes_max = 1;
  const VerifyResult asked = verify(factory_of(many), listings, forgetful);
  EXPECT_EQ(asked.kind, Kind::verified);
  EXPECT_EQ(asked.executed, asked.questions);
  EXPECT_EQ(asked.questions, alone.questions);
}

TEST(Verify, GoesOnWhereItWasInterrupted) {
  std::atomic<bool> interrupt{true};
  VerifyOptions options;
  options.interrupt = &interrupt;
  EXPECT_EQ(verified(add_three, all_of_three, options).kind, Kind::interrupted);
  options.interrupt = nullptr;
  options.from = 5;
  const VerifyResult rest = verified(add_three, all_of_three, options);
  EXPECT_EQ(rest.kind, Kind::verified);
  EXPECT_LT(rest.questions, verified(add_three, all_of_three).questions);
}

int hidden = 0;

class Forgetful : public Actor<Forgetful> {
 public:
  void on(Add m) { hidden = m.value; }
  void on(Check) { seen_ = hidden; }

 private:
  Tracked<int> seen_ = 0;
};

TEST(Verify, FindsAccessesOfWhichNobodyIsTold) {
  const SetUpOf shared = [](System& system) {
    hidden = 0;
    system.send(system.spawn<Forgetful>(), Add{1});
    system.send(system.spawn<Forgetful>(), Check{});
  };
  EXPECT_EQ(verified(shared, {"0.1"}).kind, Kind::verified) << "the closure knows nothing of it";
  VerifyOptions options;
  options.pairs = 1;
  const VerifyResult result = verified(shared, {"0.1"}, options);
  EXPECT_EQ(result.kind, Kind::differs);
  EXPECT_NE(result.what.find("ends in state"), std::string::npos) << result.what;
}

class Endless : public Actor<Endless> {
 public:
  void on(Add m) {
    if (m.value == 0) stopped_ = !started_;
    if (m.value == 0 || stopped_) return;
    started_ = true;
    send(self(), m);
  }

 private:
  Tracked<bool> started_ = false;
  Tracked<bool> stopped_ = false;
};

TEST(Verify, DecidesNothingWhereAnExecutionDoesNotEnd) {
  const SetUpOf endless = [](System& system) {
    const auto actor = system.spawn<Endless>();
    system.send(actor, Add{0});
    system.send(actor, Add{1});
  };
  VerifyOptions options;
  options.steps_max = 100;
  const VerifyResult result = verified(endless, {"0.1"}, options);
  EXPECT_EQ(result.kind, Kind::undecided);
  EXPECT_EQ(result.schedule.steps.size(), 100U);
  EXPECT_EQ(result.what, "an execution takes more than 100 steps");
}

class Doubtful : public Actor<Doubtful> {
 public:
  void on(Add m) {
    if (m.value == 1) assume(!started_);
    started_ = true;
  }

 private:
  Tracked<bool> started_ = false;
};

TEST(Verify, DecidesNothingWhereSomethingIsAssumedThatDoesNotHold) {
  const SetUpOf doubtful = [](System& system) {
    const auto actor = system.spawn<Doubtful>();
    system.send(actor, Add{1});
    system.send(actor, Add{0});
  };
  const VerifyResult result = verified(doubtful, {"0.1"}, {});
  EXPECT_EQ(result.kind, Kind::undecided);
  EXPECT_EQ(result.schedule.text(), "1.0");
}

}  // namespace
}  // namespace harrier::testing
