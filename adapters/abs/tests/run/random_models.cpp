// Small ABS models drawn at random.
#include "adapters/abs/tests/run/random_models.hpp"

#include <random>
#include <vector>

namespace harrier::abs::run::testing {

namespace {

/// Writes one model. Methods call only methods with larger numbers, so everything ends.
class Writer {
 public:
  explicit Writer(std::uint32_t seed) : random_(seed) {}

  std::string model() {
    text_ =
        "module Random;\nimport * from ABS.DC;\n"
        "exception Oops;\n"
        "interface I {\n";
    for (int i = 0; i < methods; ++i) text_ += signature(i) + ";\n";
    text_ += "}\nclass C(I peer) implements I {\n  Int a = 0;\n  Int b = 1;\n  Fut<Int> kept;\n";
    has_helper_ = chance(3);
    is_timed_ = chance(3);
    if (has_helper_) text_ += "  I helper = null;\n";
    for (int i = 0; i < methods; ++i) method(i);
    text_ += "}\n{\n";
    const bool has_component = is_timed_ && chance(2);
    if (has_component) {
      text_ += "  DeploymentComponent m = new DeploymentComponent(\"m\", map[Pair(Speed, " +
               std::to_string(1 + below(3)) + ")]);\n";
    }
    const auto placed = [&] { return has_component && !chance(3) ? "  [DC: m] " : "  "; };
    text_ += placed() + std::string("I one = new C(null);\n");
    text_ += placed() + std::string("I two = new C(one);\n");
    const bool has_third = chance(3);
    if (has_third)
      text_ += std::string("  I three = new ") + (chance(2) ? "local " : "") + "C(two);\n";
    text_ += "  Fut<Int> unset;\n  Fut<Int> first = one!m0(two, unset, 1);\n";
    text_ += "  Fut<Int> second = two!m" + std::to_string(below(2)) + "(one, first, 2);\n";
    if (has_third) text_ += "  three!m1(one, second, 3);\n";
    if (chance(3)) text_ += "  await first?;\n  one!m2(two, second, 5);\n";
    if (chance(4)) text_ += "  Int value = second.get;\n  two!m2(one, first, value);\n";
    return text_ + "}\n";
  }

 private:
  static constexpr int methods = 4;

  std::uint32_t below(std::uint32_t count) { return random_() % count; }
  bool chance(std::uint32_t of) { return below(of) == 0; }
  template <class... Texts>
  std::string one_of(Texts... texts) {
    const std::vector<std::string> all{texts...};
    return all[below(static_cast<std::uint32_t>(all.size()))];
  }
  static std::string signature(int number) {
    return "  Int m" + std::to_string(number) + "(I o, Fut<Int> f, Int x)";
  }

  void line(const std::string& text) { text_ += std::string(indent_, ' ') + text + "\n"; }
  std::string fresh(const std::string& kind) { return kind + std::to_string(++fresh_); }

  void method(int number) {
    number_ = number;
    text_ += signature(number) + " {\n";
    indent_ = 4;
    futures_ = {"f"};
    const std::uint32_t count = number == methods - 1 ? 1 : 1 + below(3);
    for (std::uint32_t i = 0; i < count; ++i) statement();
    line("return a + x;");
    text_ += "  }\n";
  }

  std::string future() {
    if (chance(5)) return "kept";
    return futures_[below(static_cast<std::uint32_t>(futures_.size()))];
  }
  std::string callee() {
    return std::to_string(
        number_ + 1 + static_cast<int>(below(static_cast<std::uint32_t>(methods - 1 - number_))));
  }
  std::string arguments() {
    return "(" + one_of("o", "this", "peer") + ", " + future() + ", " + std::to_string(below(3)) +
           ")";
  }

  void call() {
    const std::string receiver =
        has_helper_ ? one_of("o", "peer", "this", "helper") : one_of("o", "peer", "this");
    const std::string made = fresh("g");
    const std::string deadline = is_timed_ && chance(3) ? "[Deadline: Duration(1)] " : "";
    line(deadline + "Fut<Int> " + made + " = " + receiver + "!m" + callee() + arguments() + ";");
    futures_.push_back(made);
    if (chance(4)) line("kept = " + made + ";");
    if (chance(2)) line("await " + one_of(made, made, std::string("kept")) + "?;");
    if (chance(3)) line("Int " + fresh("v") + " = " + made + ".get;");
  }

  void block(const std::string& head, std::uint32_t count) {
    line(head + " {");
    indent_ += 2;
    const std::size_t known = futures_.size();
    for (std::uint32_t i = 0; i < count; ++i) statement();
    futures_.resize(known);
    indent_ -= 2;
  }

  /// Something that waits for time, or looks at it.
  std::string of_time() {
    return one_of("await duration(1, 1);", "await duration(1, 2);", "duration(1, 1);",
                  "duration(2, 3);", "await duration(1 / 2, 3 / 2) & a > 0;",
                  "await " + future() + "? & duration(2, 2);", "await duration(0, 1);",
                  "[Cost: 1] a = a + 1;", "[Cost: 2] b = a;", "[Cost: x] skip;",
                  "b = truncate(timeValue(now()));", "await timeValue(now()) > 1;",
                  "if (deadline() == Duration(0)) { a = 9; }");
  }

  void statement() {
    const bool calls = number_ + 1 < methods;
    if (is_timed_ && chance(4)) return line(of_time());
    switch (below(14)) {
      case 0:
        return line(one_of("a = a + x;", "b = b + 1;", "a = x;"));
      case 1:
        return line(one_of("b = a;", "a = b - a;", "kept = " + future() + ";",
                           "a = random(max(1, min(b, 3)));"));
      case 2:
      case 3:
      case 4:
        return calls ? call() : line("a = a + 1;");
      case 5:
        return line("await " + future() + "?" + one_of("", "", " & a < 9", " & kept?") + ";");
      case 6:
        return line("Int " + fresh("v") + " = " + future() + ".get;");
      case 7:
      case 8:
        return line("await " + one_of("a > 0", "a != b", "b < 3", "a % 2 == 0", "a == x") + ";");
      case 9:
        return line("suspend;");
      case 10:
        block("if (" + std::string(one_of("a > b", "b > 1", "x == 1")) + ")", 1);
        line("}");
        return;
      case 11:
        if (!calls) return line("b = b * 2;");
        return line("Int " + fresh("v") + " = " + one_of("this", "peer", "o") + ".m" + callee() +
                    arguments() + ";");
      case 12:
        block("try", 1);
        line("  " + one_of("throw Oops;", "if (a > 0) { throw Oops; }", "b = truncate(6 / a);"));
        line("} catch { Oops => b = 7; _ => a = 8; }");
        return;
      default:
        if (chance(3)) return line("if (a == 2) { throw Oops; }");
        if (has_helper_) return line("helper = new local C(this);");
        if (!calls) return line("a = 3;");
        const std::string made = fresh("n");
        line("I " + made + " = new " + one_of("", "local ") + "C(this);");
        return line(made + "!m" + callee() + arguments() + ";");
    }
  }

  std::mt19937 random_;
  std::string text_;
  std::size_t indent_ = 0;
  std::vector<std::string> futures_;
  bool has_helper_ = false;
  bool is_timed_ = false;
  int number_ = 0;
  int fresh_ = 0;
};

}  // namespace

std::string random_model(std::uint32_t seed) { return Writer(seed).model(); }

Semantics semantics_for(std::uint32_t seed) {
  Semantics semantics;
  semantics.await = seed % 3 == 0 ? Await::release : Await::core;
  semantics.actors = seed % 4 == 1 ? Actors::object : Actors::cog;
  semantics.durations = seed % 5 == 0 ? Durations::earliest : Durations::latest;
  return semantics;
}

}  // namespace harrier::abs::run::testing
