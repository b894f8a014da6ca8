// Input that is no model at all, or a monstrous one: an error, no crash, and in time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "abs/check/check.hpp"
#include "abs/syntax/parse.hpp"

namespace harrier::abs {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> errors_of(std::vector<SourceFile> files) {
  ParseResult parsed = parse(std::move(files));
  Diagnostics diagnostics = parsed.diagnostics;
  if (!refused(diagnostics)) diagnostics = check(*parsed.model);
  std::vector<std::string> texts;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity == Severity::error) texts.push_back(text_of(*parsed.model, diagnostic));
  }
  return texts;
}

std::vector<std::string> errors_of(const std::string& text) {
  return errors_of(std::vector<SourceFile>{{"m.abs", text}});
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

TEST(BadInput, OpenCommentsAndTemplatesAreReportedWhereTheyStart) {
  EXPECT_THAT(errors_of("module M;\n/* open"),
              ElementsAre("m.abs:2:1: this comment is not closed; '*/' is missing"));
  EXPECT_THAT(errors_of("module M;\n{ String s = `a $1$ b; }"),
              ElementsAre("m.abs:2:19: this template string is not closed; '`' is missing",
                          "m.abs:2:25: expected an expression, found the end of the file"));
}

TEST(BadInput, AnOpenStringEndsWithItsLine) {
  EXPECT_THAT(errors_of("module M;\n{ String s = \"open;\n String t = \"fine\"; }"),
              ElementsAre("m.abs:2:14: this string is not closed on its line",
                          "m.abs:2:20: expected ';' after the declaration"));
}

TEST(BadInput, BytesThatAreNotUtf8AreReportedOnceAndOnlyInCode) {
  EXPECT_THAT(errors_of("module M; // caf\xE9\n{ skip; }"), IsEmpty());
  EXPECT_THAT(errors_of("module M;\n{ String s = \"caf\xE9\"; String t = \"\xFF\"; }"),
              ElementsAre("m.abs:2:18: the byte 0xE9 is not UTF-8; save the file as UTF-8"));
  EXPECT_THAT(errors_of("module M;\n{ String s = \"\xED\xA0\x80\"; }"),  // a surrogate
              ElementsAre("m.abs:2:15: the byte 0xED is not UTF-8; save the file as UTF-8"));
  EXPECT_THAT(errors_of("\xEF\xBB\xBFmodule M; { String s = \"caf\xC3\xA9\"; }"), IsEmpty());
}

TEST(BadInput, ZeroBytesAndEmptyFilesAreNoModels) {
  EXPECT_THAT(errors_of(""), IsEmpty());
  EXPECT_THAT(errors_of(std::string("module M;\0{ skip; }", 19)),
              ElementsAre("m.abs:1:10: the byte 0x00 is not allowed here"));
}

TEST(BadInput, DeepNestingIsAnErrorOfItsOwn) {
  const std::string limit = "nested more than 1000 levels deep";
  const std::vector<std::string> deep = {
      "def Int f() = " + repeated("(", 100'000),
      "def Int f() = " + repeated("-", 100'000) + "1;",
      "def Int f() = 1" + repeated(" + 1", 100'000) + ";",
      "def Int f() = " + repeated("f(", 100'000),
      "def Int f() = " + repeated("case 1 { _ => ", 100'000),
      "def Int f() = " + repeated("g((Int x) => ", 100'000),
      "def Int f(" + repeated("List<", 100'000),
      "def Int f() = case 1 { " + repeated("Just(", 100'000),
      "{ " + repeated("{", 100'000),
      "{ " + repeated("if (True) ", 100'000),
      "{ x = " + repeated("list[", 100'000),
  };
  for (const std::string& text : deep) {
    const auto errors = errors_of("module M; " + text);
    ASSERT_FALSE(errors.empty()) << text.substr(0, 40);
    EXPECT_THAT(errors.front(), testing::HasSubstr(limit)) << text.substr(0, 40);
  }
}

TEST(BadInput, ExpressionsOfNearlyAThousandLevelsAreFine) {
  EXPECT_THAT(errors_of("module M; def Int f() = 1" + repeated(" + 1", 990) + ";"), IsEmpty());
  EXPECT_THAT(
      errors_of("module M; def Int f() = " + repeated("(", 900) + "1" + repeated(")", 900) + ";"),
      IsEmpty());
}

TEST(BadInput, FilesOfTenMegabytesAreRead) {
  std::string text = "module M;\n";
  for (int i = 0; text.size() < 10'000'000; ++i) {
    const std::string n = std::to_string(i);
    text += "class C" + n + "(Int a) { Int b = a + " + n +
            "; Unit m(Int x) { Int y = x * b; if (y > 3) { b = y; } else { skip; } } }\n";
  }
  EXPECT_THAT(errors_of(text), IsEmpty());
  EXPECT_FALSE(errors_of(std::string(10'000'000, '#')).empty());
  EXPECT_FALSE(errors_of(std::string(10'000'000, '"')).empty());
}

TEST(BadInput, ThereIsAnEndToErrors) {
  const auto errors = errors_of("module M; { " + repeated("x = ; ", 5'000) + "}");
  EXPECT_EQ(errors.size(), 1'001U);
  EXPECT_THAT(errors.back(), testing::HasSubstr("too many errors"));
}

TEST(BadInput, ModulesMayImportEachOther) {
  EXPECT_THAT(
      errors_of(
          {{"a.abs", "module A; export *; import * from B; data Here = Here(There t);"},
           {"b.abs", "module B; export *; import * from A; data There = There(List<Here> l);"}}),
      IsEmpty());
}

TEST(BadInput, CirclesOfExportsSynonymsInterfacesAndTraitsEnd) {
  EXPECT_THAT(errors_of("module A; export X from B; module B; export X from A;").size(), 2U);
  EXPECT_THAT(errors_of("module A; export * from B; module B; export * from A; { X x; }"),
              ElementsAre("m.abs:1:57: type 'X' cannot be resolved"));
  EXPECT_THAT(errors_of("module A; type P = Q; type Q = List<R>; type R = P; { P p = Nil; }"),
              ElementsAre("m.abs:1:16: circular type synonym 'P'"));
  EXPECT_THAT(errors_of("module A; interface I extends J { } interface J extends K { } "
                        "interface K extends I { } { I i; K k = i; }")
                  .front(),
              "m.abs:1:21: cyclic inheritance of interface 'I'");
}

TEST(BadInput, TypesThatDoubleDoNotTakeForEver) {
  std::string text = "module M; def Int f() = case 1 { x0 => ";
  for (int i = 1; i <= 200; ++i) {
    text += "case Pair(x" + std::to_string(i - 1) + ", x" + std::to_string(i - 1) + ") { x" +
            std::to_string(i) + " => ";
  }
  text += "x200";
  text += repeated("}", 201) + ";";
  const auto errors = errors_of(text);
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_THAT(errors.front(), testing::HasSubstr("cannot return a value of type Pair<Pair<"));
  EXPECT_LT(errors.front().size(), 2'000U);
}

TEST(BadInput, SynonymsThatDoubleDoNotTakeForEver) {
  std::string text = "module M; type T0 = Int; type R0 = Rat;";
  for (int i = 1; i <= 200; ++i) {
    const std::string n = std::to_string(i);
    const std::string before = std::to_string(i - 1);
    text += "type T" + n + " = Pair<T" + before + ", T" + before + ">;";
    text += "type R" + n + " = Pair<R" + before + ", R" + before + ">;";
  }
  text +=
      "def A same<A>(T200 x, A y) = y; def B call<A, B>(f)(A x) = f(x);"
      "def R200 wide(Bool b, T200 t, R200 r) = when b then same(t, t) else r;"
      "def Int inner(T200 t) = call((T200 x) => 1)(t);";
  EXPECT_THAT(errors_of(text), IsEmpty());
}

/// Partial functions p0, p1, … that complete the next one as `step` says, and the last one.
std::string chain(std::size_t length, std::string_view step) {
  std::string text = "module M; def Int f<A>(A x) = 1; ";
  for (std::size_t i = 0; i < length; ++i) {
    text += "def Int p" + std::to_string(i) + "<A>(g)(A x) = ";
    for (const char sign : step) {
      text += sign == '#' ? "p" + std::to_string(i + 1) : std::string(1, sign);
    }
    text += ";";
  }
  return text + "def Int p" + std::to_string(length) + "<A>(g)(A x) = g(x); { Int x = p0(f)(1); }";
}

TEST(BadInput, PartialFunctionsMayCompleteEachOtherOverSomeLevels) {
  EXPECT_THAT(errors_of(chain(200, "#(g)(x)")), IsEmpty());
  EXPECT_THAT(errors_of(chain(3'000, "#(g)(x)")).front(),
              testing::EndsWith("partial functions complete each other over too many levels"));
}

TEST(BadInput, PartialFunctionsMayBeCompletedInSomeWays) {
  EXPECT_THAT(errors_of(chain(10, "#(g)(list[x]) + #(g)(Just(x))")), IsEmpty());
  EXPECT_THAT(errors_of(chain(30, "#((A y) => g(y))(x) + #((A y) => g(y) + 1)(x)")), IsEmpty());
  EXPECT_THAT(errors_of(chain(30, "#(g)(list[x]) + #(g)(Just(x))")).front(),
              testing::EndsWith("partial functions are completed in too many different ways"));
}

TEST(BadInput, AMissingMainBlockIsAWarning) {
  ParseResult parsed = parse({{"m.abs", "module M; class C { }"}});
  const Diagnostics diagnostics = check(*parsed.model);
  ASSERT_EQ(diagnostics.size(), 1U);
  EXPECT_EQ(text_of(*parsed.model, diagnostics[0]),
            "m.abs:1:8: warning: there is no main block, so nothing can run");
  EXPECT_EQ(parsed.model->main, nullptr);
}

}  // namespace
}  // namespace harrier::abs
