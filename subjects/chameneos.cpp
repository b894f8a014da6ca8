// Lets creatures meet in pairs and change colours through one broker: chameneos-redux in
// Lauterburg's thesis (Basset) and TransDPOR (FORTE'12).
#include "harrier/harrier.hpp"

namespace {

enum class Colour : int { blue, red, yellow };

/// Equal colours stay; two different ones become the third.
Colour complement(Colour mine, Colour other) {
  return mine == other ? mine : Colour{3 - static_cast<int>(mine) - static_cast<int>(other)};
}

class Creature;

struct Boot {
  int meetings;
};
struct Start {};
struct Stop {};
struct Hook {
  harrier::Ref<Creature> other;
  Colour colour;
};

class Creature : public harrier::Actor<Creature> {
 public:
  Creature(harrier::To<Hook> broker, Colour colour) : broker_(broker), colour_(colour) {}

  void on(Start) { send(broker_, Hook{self(), colour_}); }
  void on(Hook m) {
    colour_ = complement(colour_, m.colour);
    ++meetings_;
    send(broker_, Hook{self(), colour_});
  }
  void on(Stop) {}

 private:
  harrier::Constant<harrier::To<Hook>> broker_;
  harrier::Tracked<Colour> colour_;
  harrier::Tracked<int> meetings_ = 0;
};

class Broker : public harrier::Actor<Broker> {
 public:
  void on(Boot m) {
    meetings_left_ = m.meetings;
    for (const Colour colour : {Colour::blue, Colour::red, Colour::yellow}) {
      send(spawn<Creature>(self(), colour), Start{});
    }
  }

  void on(Hook m) {
    if (meetings_left_ == 0) {
      send(m.other, Stop{});
    } else if (!waiting_->other) {
      waiting_ = m;
    } else {
      send(waiting_->other, m);
      send(m.other, *waiting_);
      waiting_ = Hook{};
      --meetings_left_;
    }
  }

 private:
  harrier::Tracked<int> meetings_left_ = 0;
  harrier::Tracked<Hook> waiting_;
};

const harrier::Register chameneos("chameneos", "creatures meet in pairs and change colours",
                                  {harrier::number("meetings", 1, 0, 6, "number of meetings")},
                                  [](harrier::System& system, const harrier::Arguments& arguments) {
                                    system.send(system.spawn<Broker>(),
                                                Boot{arguments.number("meetings")});
                                  });

}  // namespace
