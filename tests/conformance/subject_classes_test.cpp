// Holds the subjects to the published numbers of their classes, at both levels of dependence, each
// class explored exactly once.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "harrier/check.hpp"
#include "harrier/registry.hpp"

namespace {

using harrier::DeliveryModel;
using harrier::Dependence;

struct Classes {
  std::string program;
  std::vector<std::string> arguments;
  std::uint64_t by_actor;  ///< any two deliveries to one actor depend on each other
  std::optional<std::uint64_t> by_field;
  std::string source;
  DeliveryModel delivery = DeliveryModel::bag;
};

std::ostream& operator<<(std::ostream& out, const Classes& classes) {
  return out << classes.by_actor << " classes by " << classes.source;
}

std::string test_name(const testing::TestParamInfo<Classes>& info) {
  std::string name = info.param.program;
  for (const std::string& argument : info.param.arguments) name += "_" + argument;
  if (info.param.delivery == DeliveryModel::fifo) name += "_fifo";
  std::ranges::replace_if(
      name, [](unsigned char letter) { return std::isalnum(letter) == 0; }, '_');
  return name;
}

std::uint64_t count_classes(const Classes& subject, Dependence dependence) {
  const harrier::ProgramDefinition& definition = harrier::find_program(subject.program);
  const auto arguments =
      harrier::Arguments::parse(definition.parameters, subject.arguments, subject.program);
  harrier::CheckOptions options;
  options.reduction = "optimal";
  options.dependence = dependence;
  options.delivery = subject.delivery;
  options.keep_going = true;
  const harrier::CheckResult result = harrier::check(
      [&](const harrier::ProgramOptions& how) { return definition.make(arguments, how); }, options);
  EXPECT_TRUE(result.complete) << result.incomplete_reason();
  EXPECT_EQ(result.blocked, 0U);
  return result.executions;
}

class SubjectClasses : public testing::TestWithParam<Classes> {};

TEST_P(SubjectClasses, AreAsManyAsPublished) {
  const Classes& subject = GetParam();
  EXPECT_EQ(count_classes(subject, Dependence::actor), subject.by_actor) << subject.source;
  if (subject.by_field) {
    EXPECT_EQ(count_classes(subject, Dependence::field), *subject.by_field) << subject.source;
  }
}

const std::string transdpor = "TransDPOR (FORTE'12) tables 1 and 2";
const std::string apet = "aPET (FORTE'14) table 1";
const std::string enumeration = "an independent enumeration of classes";

// The smaller numbers by field are those of an independent enumeration: aPET's own relation is by
// the fields a handler may touch, ours by those it did touch.
INSTANTIATE_TEST_SUITE_P(
    Published, SubjectClasses,
    testing::Values(
        Classes{"registry", {}, 6, 6, transdpor},                                     //
        Classes{"server", {}, 4, 4, enumeration},                                     //
        Classes{"fib", {"n=5"}, 16, 16, transdpor},                                   //
        Classes{"fib", {"n=7"}, 4'096, 4'096, apet},                                  //
        Classes{"pi", {"workers=5"}, 120, 120, transdpor},                            //
        Classes{"quicksort", {"n=6"}, 32, 32, transdpor},                             //
        Classes{"mergesort", {"n=5"}, 16, 16, enumeration},                           //
        Classes{"pipesort", {"n=4"}, 288, 216, transdpor},                            //
        Classes{"pipesort", {"n=4", "feeds=2"}, 5'760, 216, apet},                    //
        Classes{"spinsort", {"n=4"}, 288, {}, enumeration},                           //
        Classes{"leader", {"n=3"}, 24, {}, enumeration},                              //
        Classes{"leader", {"n=4"}, 492, {}, transdpor},                               //
        Classes{"shortpath", {"graph=3"}, 26, 3, enumeration},                        //
        Classes{"shortpath", {"graph=4"}, 126, 24, transdpor},                        //
        Classes{"shortpath", {"graph=5"}, 296, 7, transdpor},                         //
        Classes{"shortpath", {"graph=b1"}, 126, {}, enumeration},                     //
        Classes{"shortpath", {"graph=b2"}, 8, {}, enumeration},                       //
        Classes{"shortpath", {"graph=b3"}, 4, {}, enumeration},                       //
        Classes{"shortpath", {"graph=b4"}, 132, {}, enumeration},                     //
        Classes{"shortpath", {"graph=b5"}, 1, {}, enumeration},                       //
        Classes{"shortpath", {"graph=b6"}, 28, {}, enumeration},                      //
        Classes{"shortpath", {"graph=b7"}, 2, {}, enumeration},                       //
        Classes{"shortpath", {"graph=b8"}, 43'280, {}, enumeration},                  //
        Classes{"chameneos", {"meetings=1"}, 36, 6, enumeration},                     //
        Classes{"chameneos", {"meetings=2"}, 216, 36, transdpor},                     //
        Classes{"regsim", {"workers=6"}, 720, 1, transdpor},                          //
        Classes{"regsim-forte", {"workers=6", "calls=1"}, 10'080, 720, apet},         //
        Classes{"regsim-forte", {"workers=4", "calls=2"}, 11'520, 384, apet},         //
        Classes{"regsim2", {}, 1'296, {}, transdpor},                                 //
        Classes{"dht", {"variant=a"}, 2'176, 18, enumeration},                        //
        Classes{"dht", {"variant=b"}, 674, 18, enumeration},                          //
        Classes{"mail", {"users=2", "messages=2"}, 9'520, 560, enumeration},          //
        Classes{"bounded-buffer", {"items=3", "producers=1"}, 155'520, 2'520, apet},  //
        Classes{"philosophers", {"n=2"}, 31, {}, transdpor, DeliveryModel::fifo},
        Classes{"leader", {"n=3"}, 9, {}, enumeration, DeliveryModel::fifo},
        Classes{"leader", {"n=4"}, 35, {}, enumeration, DeliveryModel::fifo},
        Classes{"fanin", {"senders=6"}, 720, 720, "n! orders at one receiver"},
        Classes{"fanin", {"senders=6", "receiver=keys"}, 720, 1, "different keys commute"},
        Classes{"fanin", {"senders=6", "receiver=counter"}, 720, 1, "additions commute"},   //
        Classes{"pairs", {"n=6"}, 1, 1, "nothing depends on anything"},                     //
        Classes{"twopc", {"participants=4"}, 384, 16, "2^n votes, in n! orders by actor"},  //
        Classes{"readers", {"n=6"}, 5'040, 64, "each reader before or after the writer"},   //
        Classes{"last-zero", {"n=2"}, 35, 5, "2^(n-2) (n+3) by field"},                     //
        Classes{"db-protocol", {"workers=1"}, 3, 3, enumeration},                           //
        Classes{"db-protocol", {"workers=2"}, 34, 28, enumeration},                         //
        Classes{"db-protocol", {"workers=3"}, 915, 546, enumeration},                       //
        Classes{"barber", {"clients=1"}, 7, 3, enumeration},                                //
        Classes{"barber", {"clients=2"}, 628, 28, enumeration},                             //
        Classes{"pairs-deadlock", {"nodes=2"}, 2, 2, enumeration},                          //
        Classes{"pairs-deadlock", {"nodes=3"}, 6, 6, enumeration},                          //
        Classes{"birds", {"babies=2"}, 6, 4, enumeration},                                  //
        Classes{"birds", {"babies=3"}, 90, 36, enumeration},                                //
        Classes{"loop", {"n=2"}, 19, 19, enumeration},                                      //
        Classes{"loop", {"n=3"}, 65, 65, enumeration},                                      //
        Classes{"dining-table", {"n=2"}, 58, 3, enumeration}),                              //
    test_name);

}  // namespace
