// Tests programs under names and their arguments.
#include "harrier/registry.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace harrier {
namespace {

using ::testing::HasSubstr;

class Idle : public Actor<Idle> {};

const Register known("registry-test", "a program of the registry's tests",
                     {number("size", 3, 1, 9, "how many"),
                      word("kind", {"small", "large"}, "which")},
                     [](System& system, const Arguments&) { system.spawn<Idle>(); });

const std::vector<Parameter> parameters = {number("size", 3, -5, 9, "how many"),
                                           word("kind", {"small", "large"}, "which")};

std::string refusal_of(const std::vector<std::string>& texts) {
  try {
    Arguments::parse(parameters, texts, "p");
  } catch (const UsageError& error) {
    return error.what();
  }
  return {};
}

TEST(Registry, FindsProgramsByName) {
  EXPECT_EQ(find_program("registry-test").summary, "a program of the registry's tests");
  try {
    find_program("registry-tets");
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("unknown program 'registry-tets'; choose one of: "));
    EXPECT_THAT(error.what(), HasSubstr("(did you mean 'registry-test'?)"));
  }
}

TEST(Registry, ListsProgramsSortedByName) {
  const std::vector<const ProgramDefinition*> programs = registered_programs();
  EXPECT_TRUE(std::is_sorted(programs.begin(), programs.end(),
                             [](const auto* a, const auto* b) { return a->name < b->name; }));
}

TEST(Registry, MakesProgramsFromTheirArguments) {
  const ProgramDefinition& definition = find_program("registry-test");
  const auto program = definition.make(Arguments::parse(definition.parameters, {}, "x"), {});
  EXPECT_EQ(program->start().created_count, 1U);
}

TEST(ProgramArguments, HaveDefaults) {
  const Arguments arguments = Arguments::parse(parameters, {}, "p");
  EXPECT_EQ(arguments.number("size"), 3);
  EXPECT_EQ(arguments.word("kind"), "small");
}

TEST(ProgramArguments, AreKeptTheOneWayTheyAreWritten) {
  const Arguments arguments = Arguments::parse(parameters, {"size=007", "kind=large"}, "p");
  EXPECT_EQ(arguments.number("size"), 7);
  EXPECT_EQ(arguments.values(),
            (std::map<std::string, std::string>{{"size", "7"}, {"kind", "large"}}));
  EXPECT_EQ(Arguments::parse(parameters, {"size=-5"}, "p").number("size"), -5);
}

TEST(ProgramArguments, RefuseWhatDoesNotFit) {
  EXPECT_EQ(refusal_of({"size=10"}), "size=10 does not fit program 'p': choose -5 to 9");
  EXPECT_EQ(refusal_of({"size=2.5"}),
            "size=2.5 does not fit program 'p': it must be a whole number, -5 to 9");
  EXPECT_EQ(refusal_of({"kind=lagre"}),
            "kind=lagre does not fit program 'p': choose one of: small, large (did you mean "
            "'large'?)");
  EXPECT_EQ(refusal_of({"sise=3"}),
            "program 'p' has no parameter 'sise'; it takes: size=, kind= (did you mean 'size'?)");
  EXPECT_EQ(refusal_of({"=3"}), "program 'p' has no parameter ''; it takes: size=, kind=");
  EXPECT_EQ(refusal_of({"size"}),
            "'size' is not a key=value argument of program 'p'; it takes: size=, kind= (did you "
            "mean 'size'?)");
  EXPECT_EQ(refusal_of({"size=1", "size=2"}), "the parameter 'size' is given twice, as 1 and as 2");
}

TEST(ProgramArguments, AreAskedForByTheNamesThatWereDeclared) {
  const Arguments arguments = Arguments::parse(parameters, {}, "p");
  EXPECT_THROW(arguments.word("colour"), std::logic_error);
  EXPECT_THROW(arguments.number("kind"), std::logic_error);
}

}  // namespace
}  // namespace harrier
