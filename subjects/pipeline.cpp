// Items pass through a long pipe while marks go straight to its end; some order of items and marks
// there is a flaw that takes as many orderings as one asks for.
#include <vector>

#include "harrier/harrier.hpp"

namespace {

struct Item {
  int number;
};
struct Mark {
  int number;
};

/// Fails when item 1, mark 1, item 2, mark 2, … come in this order, as far as `orderings` go.
class Sink : public harrier::Actor<Sink> {
 public:
  explicit Sink(int orderings) : orderings_(orderings) {}

  void on(Item m) { take(2 * m.number - 2); }
  void on(Mark m) { take(2 * m.number - 1); }

 private:
  void take(int place) {
    if (place == expected_) {
      expected_ = place + 1;
    } else if (place < 2 * orderings_) {
      expected_ = never;  // what was to come later is here
    }
    check(expected_ <= orderings_, "items and marks do not alternate");
  }

  static constexpr int never = -1;
  harrier::Constant<int> orderings_;
  harrier::Tracked<int> expected_ = 0;
};

class Stage : public harrier::Actor<Stage> {
 public:
  Stage(harrier::Ref<Stage> next, harrier::Ref<Sink> sink) : next_(next), sink_(sink) {}

  void on(Item m) {
    if (next_.get()) {
      send(next_.get(), m);
    } else {
      send(sink_.get(), m);
    }
  }

 private:
  harrier::Constant<harrier::Ref<Stage>> next_;
  harrier::Constant<harrier::Ref<Sink>> sink_;
};

void set_up(harrier::System& system, const harrier::Arguments& arguments) {
  const int depth = arguments.number("depth");
  const auto sink = system.spawn<Sink>(depth);
  harrier::Ref<Stage> first;
  for (int i = 0; i < arguments.number("stages"); ++i) first = system.spawn<Stage>(first, sink);
  for (int i = 1; i <= depth / 2 + 1; ++i) system.send(first, Item{i});
  for (int i = 1; i <= (depth + 1) / 2; ++i) system.send(sink, Mark{i});
}

const harrier::Register pipeline(
    "pipeline", "a long pipe, and marks that overtake what is in it; some order is wrong",
    {harrier::number("stages", 3, 1, 200, "stages of the pipe"),
     harrier::number("depth", 1, 1, 5, "orderings that the flaw takes")},
    set_up);

}  // namespace
