// Reads and writes shared variables, the fields of one memory actor, from several processes:
// readers and last-zero of Abdulla, Aronis, Jonsson and Sagonas (POPL'14).
#include <array>
#include <vector>

#include "harrier/harrier.hpp"

namespace {

constexpr std::size_t variable_count = 16;

struct Start {};
struct Read {
  int variable;
};
struct Write {
  int variable;
  int value;
};

class Memory : public harrier::Actor<Memory> {
 public:
  int on(Read m) { return variables_[m.variable]; }
  void on(Write m) { variables_[m.variable] = m.value; }

 private:
  std::array<harrier::Tracked<int>, variable_count> variables_;
};

class Writer : public harrier::Actor<Writer> {
 public:
  explicit Writer(harrier::Ref<Memory> memory) : memory_(memory) {}
  void on(Start) { send(memory_, Write{0, 1}); }

 private:
  harrier::Constant<harrier::Ref<Memory>> memory_;
};

class Reader : public harrier::Actor<Reader> {
 public:
  explicit Reader(harrier::Ref<Memory> memory) : memory_(memory) {}
  void on(Start) { send(memory_, Read{0}); }

 private:
  harrier::Constant<harrier::Ref<Memory>> memory_;
};

/// Makes one variable greater by one than the variable before it.
class Incrementer : public harrier::Actor<Incrementer> {
 public:
  Incrementer(harrier::Ref<Memory> memory, int variable) : memory_(memory), variable_(variable) {}
  harrier::Task<> on(Start) {
    const int before = co_await call(memory_, Read{variable_ - 1});
    send(memory_, Write{variable_, before + 1});
  }

 private:
  harrier::Constant<harrier::Ref<Memory>> memory_;
  harrier::Constant<int> variable_;
};

/// Searches backwards for a variable that is zero; the first one always is.
class Searcher : public harrier::Actor<Searcher> {
 public:
  Searcher(harrier::Ref<Memory> memory, int last) : memory_(memory), last_(last) {}
  harrier::Task<> on(Start) {
    int variable = last_;
    while (co_await call(memory_, Read{variable}) != 0) --variable;
  }

 private:
  harrier::Constant<harrier::Ref<Memory>> memory_;
  harrier::Constant<int> last_;
};

const harrier::Register readers("readers", "several processes read what one writes",
                                {harrier::number("n", 3, 1, 20, "number of readers")},
                                [](harrier::System& system, const harrier::Arguments& arguments) {
                                  const auto memory = system.spawn<Memory>();
                                  system.send(system.spawn<Writer>(memory), Start{});
                                  std::vector<harrier::Ref<Reader>> all;
                                  for (int i = 0; i < arguments.number("n"); ++i) {
                                    all.push_back(system.spawn<Reader>(memory));
                                    system.send(all.back(), Start{});
                                  }
                                  system.interchangeable(all);
                                });

const harrier::Register last_zero("last-zero", "a search for the last zero races with increments",
                                  {harrier::number("n", 3, 1, variable_count - 1,
                                                   "number of incremented variables")},
                                  [](harrier::System& system, const harrier::Arguments& arguments) {
                                    const int n = arguments.number("n");
                                    const auto memory = system.spawn<Memory>();
                                    system.send(system.spawn<Searcher>(memory, n), Start{});
                                    for (int i = 1; i <= n; ++i) {
                                      system.send(system.spawn<Incrementer>(memory, i), Start{});
                                    }
                                  });

}  // namespace
