// What the checker fills in: slots, fields, captures, constants, types, and the library itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "abs/check/check.hpp"
#include "abs/check/types.hpp"
#include "abs/syntax/parse.hpp"

namespace harrier::abs {
namespace {

using testing::ElementsAre;

std::unique_ptr<Model> checked(const std::string& text, Dialect dialect = Dialect::standard) {
  ParseResult parsed = parse({{"m.abs", text}}, {.dialect = dialect});
  EXPECT_FALSE(refused(parsed.diagnostics)) << text_of(*parsed.model, parsed.diagnostics[0]);
  const Diagnostics diagnostics = check(*parsed.model);
  EXPECT_FALSE(refused(diagnostics)) << text_of(*parsed.model, diagnostics[0]);
  return std::move(parsed.model);
}

const Module& own_module(const Model& model) { return *model.modules.back(); }

std::vector<std::string> names_of(const Frame& frame) {
  std::vector<std::string> names;
  for (const Variable* variable : frame.variables) names.emplace_back(variable->name);
  return names;
}

TEST(Library, IsItselfWithoutRemarks) {
  ParseResult parsed = parse({});
  EXPECT_TRUE(parsed.diagnostics.empty());
  EXPECT_TRUE(check(*parsed.model).empty());
  EXPECT_GT(parsed.model->functions.size(), 100U);
  EXPECT_EQ(parsed.model->exceptions.size(), 8U);
}

TEST(Resolution, GivesEveryVariableOfABodyASlot) {
  const auto model = checked(
      "module M; class C { Unit m(Int a, Int b) { Int c = a; { Int d = b; } { Int d = c; } "
      "switch (list[a]) { Cons(x, Cons(x, rest)) => skip; Cons(a, _) => skip; _ => skip; } "
      "foreach (e, i in list[a]) { Int f = let Int g = e in g + i; } } }");
  const Method* method = own_module(*model).classes[0]->methods[0];
  EXPECT_THAT(names_of(method->frame),
              ElementsAre("a", "b", "c", "d", "d", "x", "rest", "e", "i", "g", "f"));
  for (std::uint32_t i = 0; i < method->frame.slot_count; ++i) {
    EXPECT_EQ(method->frame.variables[i]->slot, i);
  }
  const Statement* choice = method->body[3];
  const Pattern* first = choice->branches[0].pattern;
  EXPECT_EQ(first->arguments[0]->kind, Pattern::Kind::bind);
  const Pattern* second = first->arguments[1]->arguments[0];
  ASSERT_EQ(second->kind, Pattern::Kind::compare);
  EXPECT_EQ(second->compared->variable, first->arguments[0]->variable);
  EXPECT_EQ(choice->branches[1].pattern->arguments[0]->compared->variable->slot, 0U);
}

TEST(Resolution, TellsFieldsFromVariablesAndConstantsFromWhatChanges) {
  const auto model = checked(
      "module M; class C(Int p, Int q) { Int f = p; Int g = 0; { g = 1; } "
      "Int m(Int q) { f = q; return p + this.q + f + g; } }");
  const Class* owner = own_module(*model).classes[0];
  EXPECT_EQ(owner->parameter_count, 2U);
  std::vector<bool> assigned;
  for (const Field& field : owner->fields) assigned.push_back(field.assigned);
  EXPECT_THAT(assigned, ElementsAre(false, false, true, false));  // g changes only while it is made
  const Method* method = owner->methods[0];
  const Statement* assignment = method->body[0];
  EXPECT_EQ(assignment->target->kind, Expression::Kind::field);
  EXPECT_EQ(assignment->target->field, 2U);
  EXPECT_EQ(assignment->expression->kind, Expression::Kind::local);
  const Expression* sum = method->body[1]->expression;
  const Expression* g = sum->arguments[1];
  const Expression* f = sum->arguments[0]->arguments[1];
  EXPECT_TRUE(g->field_constant);
  EXPECT_FALSE(f->field_constant);
  const Expression* q = sum->arguments[0]->arguments[0]->arguments[1];
  EXPECT_EQ(q->kind, Expression::Kind::field);
  EXPECT_EQ(q->field, 1U);
}

TEST(Resolution, LambdasCaptureWhatTheyUse) {
  const auto model = checked(
      "module M; { Int a = 1; Int b = 2; List<List<Int>> l = "
      "map((Int x) => map((Int y) => y + x + b)(list[x]))(list[a]); }");
  const Expression* outer_call = model->main->body[2]->expression;
  const Lambda* outer = outer_call->functions[0].lambda;
  EXPECT_THAT(names_of(outer->frame), ElementsAre("x", "b"));
  ASSERT_EQ(outer->captures.size(), 1U);
  EXPECT_EQ(outer->captures[0].outer, model->main->body[1]->variable);
  const Lambda* inner = outer->body->functions[0].lambda;
  EXPECT_THAT(names_of(inner->frame), ElementsAre("y", "x", "b"));
  ASSERT_EQ(inner->captures.size(), 2U);
  EXPECT_EQ(inner->captures[0].outer, outer->parameters[0]);
  EXPECT_EQ(inner->captures[1].outer, outer->captures[0].inner);
}

TEST(Resolution, APartialFunctionPassesItsFunctionsOnToItself) {
  const auto model =
      checked("module M; def Int f(g)(Int n) = when n == 0 then 0 else g(f(n - 1));");
  const Function* function = own_module(*model).functions[0];
  const Expression* call = function->body->arguments[2];
  EXPECT_EQ(call->function_parameter, 0U);
  const Expression* itself = call->arguments[0];
  EXPECT_EQ(itself->function, function);
  ASSERT_EQ(itself->functions.size(), 1U);
  EXPECT_EQ(itself->functions[0].function_parameter, 0U);
}

TEST(Resolution, KnowsTheTypesOfExpressions) {
  const auto model = checked(
      "module M; interface I { Int m(); } class C implements I { Int m() { return 1; } } "
      "{ I i = new C(); Fut<Int> f = i!m(); Int n = f.get; Rat r = n / 2; "
      "Map<Int, List<Rat>> t = map[Pair(1, list[1, r])]; Maybe<Int> none = Nothing; }");
  std::vector<std::string> types;
  for (const Statement* statement : model->main->body) {
    types.push_back(text_of(statement->expression->type));
  }
  EXPECT_THAT(types, ElementsAre("C", "Fut<Int>", "Int", "Rat", "Map<Int, List<Rat>>", "Maybe<?>"));
}

TEST(Resolution, ClassesThatShareATraitHaveTheirOwnMethods) {
  const auto model = checked(
      "module M; trait T = { Unit m() { n = n + 1; } } modifies { Unit m() { original(); n = 5; } "
      "} "
      "class A { Int n = 0; uses T; } class B { Bool b = True; Int n = 0; uses T; }");
  for (const Class* owner : own_module(*model).classes) {
    ASSERT_EQ(owner->methods.size(), 2U);
    EXPECT_EQ(owner->methods[0]->name(), "m");
    const Expression* original = owner->methods[0]->body[0]->expression;
    EXPECT_EQ(original->kind, Expression::Kind::call_sync);
    EXPECT_EQ(original->text, owner->methods[1]->name());
    EXPECT_EQ(owner->methods[0]->body[1]->target->field, owner->fields.size() - 1);
  }
}

TEST(Resolution, OldModelsDivideIntegersAndStayInTheGroup) {
  const std::string text =
      "module M; class C { } { new C(); Int n = 7; Rat r = n / 2; new cog C(); }";
  const auto now = checked("module M; class C { } { new C(); Int n = 7; Rat r = n / 2; }");
  const auto old = checked(text, Dialect::legacy);
  const auto quotient = [](const Model& model) { return model.main->body[2]->expression; };
  EXPECT_EQ(quotient(*now)->operation, Operator::divide);
  EXPECT_EQ(quotient(*old)->operation, Operator::divide_integers);
  EXPECT_FALSE(now->main->body[0]->expression->in_same_group);
  EXPECT_TRUE(old->main->body[0]->expression->in_same_group);
  // A file with `new local` is one of today.
  const auto mixed = checked("module M; class C { } { new C(); new local C(); }", Dialect::legacy);
  EXPECT_FALSE(mixed->main->body[0]->expression->in_same_group);
  EXPECT_TRUE(mixed->main->body[1]->expression->in_same_group);
  // One that says neither says nothing about plain `new`.
  const auto silent =
      checked("module M; class C { } { new C(); Bool b = ~True; }", Dialect::legacy);
  EXPECT_FALSE(silent->main->body[0]->expression->in_same_group);
}

TEST(Resolution, PlainNewMeansWhatIsAskedFor) {
  const auto stays = [](PlainNew plain_new, const std::string& text) {
    const ParseResult parsed = parse({{"m.abs", text}}, {.plain_new = plain_new});
    EXPECT_TRUE(check(*parsed.model).empty());
    return parsed.model->main->body[0]->expression->in_same_group;
  };
  const std::string text = "module M; class C { } { new C(); }";
  EXPECT_TRUE(stays(PlainNew::local, text));
  EXPECT_FALSE(stays(PlainNew::cog, text));
  EXPECT_TRUE(stays(PlainNew::cog, "module M; class C { } { new local C(); }"));
}

TEST(Resolution, TheLastMainBlockRunsUnlessAModuleIsNamed) {
  const std::string text = "module A; { skip; } module B; { skip; } module C; data D = D;";
  ParseResult parsed = parse({{"m.abs", text}});
  check(*parsed.model);
  EXPECT_EQ(parsed.model->main->module->name, "B");
  parsed = parse({{"m.abs", text}});
  check(*parsed.model, {.main_module = "A"});
  EXPECT_EQ(parsed.model->main->module->name, "A");
}

TEST(Resolution, StringsAreDecodedAndTemplatesTakenApart) {
  const auto model =
      checked("module M; { String s = \"a\\t\\\"b\\\\\"; String t = `x $1$ \\$ $s$`; }");
  EXPECT_EQ(model->main->body[0]->expression->text, "a\t\"b\\");
  const Expression* templated = model->main->body[1]->expression;
  EXPECT_THAT(templated->texts, ElementsAre("x ", " $ ", ""));
  EXPECT_EQ(templated->arguments.size(), 2U);
}

}  // namespace
}  // namespace harrier::abs
