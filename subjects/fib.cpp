// Computes a Fibonacci number with one actor per call: fibonacci of Lauterburg's thesis (Basset)
// and of aPET (FORTE'14).
#include "harrier/harrier.hpp"

namespace {

struct Boot {
  int n;
};
struct Compute {
  int n;
};
struct Result {
  int value;
};

class Call : public harrier::Actor<Call> {
 public:
  explicit Call(harrier::To<Result> client) : client_(client) {}

  void on(Compute m) {
    if (m.n < 3) {
      send(client_, Result{m.n == 0 ? 0 : 1});
      return;
    }
    send(spawn<Call>(self()), Compute{m.n - 1});
    send(spawn<Call>(self()), Compute{m.n - 2});
  }

  void on(Result m) {
    if (responses_++ == 0) {
      partial_ = m.value;
    } else {
      send(client_, Result{m.value + partial_});
    }
  }

 private:
  harrier::Constant<harrier::To<Result>> client_;
  harrier::Tracked<int> responses_ = 0;
  harrier::Tracked<int> partial_ = 0;
};

int fibonacci(int n) { return n < 3 ? (n == 0 ? 0 : 1) : fibonacci(n - 1) + fibonacci(n - 2); }

class Main : public harrier::Actor<Main> {
 public:
  void on(Boot m) {
    expected_ = fibonacci(m.n);
    send(spawn_as<Call>("root", self()), Compute{m.n});
  }
  void on(Result m) { check(m.value == expected_, "the result is the Fibonacci number"); }

 private:
  harrier::Tracked<int> expected_ = 0;
};

const harrier::Register fib("fib", "Fibonacci numbers, one actor per call",
                            {harrier::number("n", 4, 0, 12, "which Fibonacci number")},
                            [](harrier::System& system, const harrier::Arguments& arguments) {
                              system.send(system.spawn<Main>(), Boot{arguments.number("n")});
                            });

}  // namespace
