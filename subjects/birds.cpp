// Deadlocks when a parent bird calls a baby that waits for the parent: Hungry birds of deadlock
// analyses of ABS programs.
#include "harrier/harrier.hpp"

namespace {

class Baby;

struct Count {};
struct TakeOne {};
struct Refill {};
struct FillDish {
  harrier::Ref<Baby> baby;
};

class Dish : public harrier::Actor<Dish> {
 public:
  int on(Count) { return worms_; }
  void on(TakeOne) { --worms_; }
  void on(Refill) { worms_ = 10; }

 private:
  harrier::Tracked<int> worms_ = 2;
};

class Parent : public harrier::Actor<Parent> {
 public:
  explicit Parent(harrier::Ref<Dish> dish) : dish_(dish) {}
  harrier::Task<> on(FillDish m);

 private:
  harrier::Constant<harrier::Ref<Dish>> dish_;
};

struct Eat {
  harrier::Ref<Parent> parent;
};

class Baby : public harrier::Actor<Baby> {
 public:
  explicit Baby(harrier::Ref<Dish> dish) : dish_(dish) {}

  harrier::Task<> on(Eat m) {
    const int worms = co_await call(dish_, Count{});
    if (worms > 0) {
      send(dish_, TakeOne{});
    } else {
      co_await call(m.parent, FillDish{self()});
    }
  }

 private:
  harrier::Constant<harrier::Ref<Dish>> dish_;
};

harrier::Task<> Parent::on(FillDish m) {
  co_await call(dish_, Refill{});
  co_await call(m.baby, Eat{self()});
}

const harrier::Register birds("birds", "a parent calls a baby that waits for the parent",
                              {harrier::number("babies", 2, 1, 5, "number of babies")},
                              [](harrier::System& system, const harrier::Arguments& arguments) {
                                const auto dish = system.spawn<Dish>();
                                const auto parent = system.spawn<Parent>(dish);
                                for (int i = 0; i < arguments.number("babies"); ++i) {
                                  system.send(system.spawn<Baby>(dish), Eat{parent});
                                }
                              });

}  // namespace
