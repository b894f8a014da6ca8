// Random programs as values: the same from the same seed, written and read back, made smaller.
#include "tests/support/random_program.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace harrier::testing {
namespace {

TEST(RandomProgram, ComesOutTheSameFromTheSameSeed) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    EXPECT_EQ(RandomProgram::generate(seed), RandomProgram::generate(seed));
    EXPECT_NE(RandomProgram::generate(seed), RandomProgram::generate(seed + 1));
  }
}

TEST(RandomProgram, IsReadBackFromItsText) {
  for (std::uint64_t seed = 0; seed < 2'000; ++seed) {
    const RandomProgram program = RandomProgram::generate(seed);
    EXPECT_EQ(RandomProgram::parse(program.text()), program) << program.text();
  }
}

constexpr std::string_view small_text =
    "tags note later\n"
    "kind coarse\n"
    " on t0 if f1!=m\n"
    "  set f0 f3\n"
    "  if f0==2 send sender t1 m\n"
    "kind fine\n"
    " on t1\n"
    "  introduce a1 t0 self\n"
    "actors k0 k1\n"
    "settle a0 t0 2 fuel=1\n"
    "start a1 t1 0 fuel=2\n";

TEST(RandomProgram, ReadsEveryPart) {
  const RandomProgram program = RandomProgram::parse(small_text);
  EXPECT_EQ(program.text(), small_text);
  EXPECT_EQ(program.pseudo_code(),
            "actor kind k0 (coarse)\n"
            "  on t0(m) as note, accepted while f1!=m:\n"
            "    f0 = f3\n"
            "    if f0==2: send t1(m) to sender\n"
            "  on t1(m) as later: nothing\n"
            "actor kind k1 (fine)\n"
            "  on t0(m) as note: nothing\n"
            "  on t1(m) as later:\n"
            "    send t0(0, about self) to a1\n"
            "a0 = spawn k0\n"
            "a1 = spawn k1\n"
            "send t0(2) to a0, fuel 1\n"
            "settle\n"
            "send t1(0) to a1, fuel 2\n");
}

TEST(RandomProgram, SaysWhereATextIsWrong) {
  const auto complaint = [](std::string_view text) -> std::string {
    try {
      RandomProgram::parse(text);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "none";
  };
  EXPECT_EQ(complaint("tags note\nkind fine\n on t0\n  jump f0\nactors k0\n"),
            "line 4: 'jump' is no operation");
  EXPECT_EQ(complaint("tags note\nkind fine\n on t3\nactors k0\n"), "line 3: there is no such tag");
  EXPECT_EQ(complaint("tags note\nkind fine\n on t0\n  set f7 0\nactors k0\n"),
            "line 4: there is no field f7");
  EXPECT_EQ(complaint("tags note\nkind fine\nactors k0\nstart a0 t0 1\n"),
            "line 4: something is missing at its end");
  EXPECT_EQ(complaint("tags note\nkind fine\nactors k0\nstart a0 t0 1 fuel=1 2\n"),
            "line 4: '2' is too much");
  EXPECT_EQ(complaint("tags note\n"), "line 1: a program needs tags, a kind and actors");
}

TEST(RandomProgram, ShrinksToTheOneOperationThatMatters) {
  const auto has_stop = [](const RandomProgram& program) {
    return program.text().find("stop") != std::string::npos;
  };
  int shrunk = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const RandomProgram program = RandomProgram::generate(seed);
    if (!has_stop(program)) continue;
    ++shrunk;
    EXPECT_EQ(shrink(program, has_stop).text(),
              "tags note\nkind fine\n on t0\n  stop\nactors k0\n");
  }
  EXPECT_GT(shrunk, 20);
}

}  // namespace
}  // namespace harrier::testing
