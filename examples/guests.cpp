// Guests ask for seats, of which there are too few: it does not matter which guest is which, so
// states are compared but for that.
#include <vector>

#include "harrier/harrier.hpp"

namespace {

class Guest;

struct Start {};
struct Ask {
  harrier::Ref<Guest> guest;
};
struct Seat {
  int number;
};
struct Closed {};

class Room : public harrier::Actor<Room> {
 public:
  explicit Room(int seats) : seats_(seats) {}
  void set_guests(const harrier::Peers<Guest>& guests) { guests_ = guests; }
  void on(const Ask& ask);

 private:
  harrier::Constant<int> seats_;
  harrier::Tracked<harrier::Peers<Guest>> guests_;
  HARRIER_FIELD(taken_, harrier::Tracked<int>) = 0;
};

class Guest : public harrier::Actor<Guest> {
 public:
  explicit Guest(harrier::Ref<Room> room) : room_(room) {}
  void on(Start) { send(room_, Ask{self()}); }
  void on(Seat m) { seat_ = m.number; }
  void on(Closed) { knows_ = true; }
  bool is_seated() const { return seat_ != 0; }

 private:
  harrier::Constant<harrier::Ref<Room>> room_;
  HARRIER_FIELD(seat_, harrier::Tracked<int>) = 0;
  HARRIER_FIELD(knows_, harrier::Tracked<bool>) = false;
};

void Room::on(const Ask& ask) {
  if (taken_ == seats_) return;
  ++taken_;
  send(ask.guest, Seat{taken_});
  if (taken_ == seats_) send(guests_, Closed{});
}

void set_up(harrier::System& system, const harrier::Arguments& arguments) {
  const int seats = arguments.number("seats");
  const auto room = system.spawn<Room>(seats);
  std::vector<harrier::Ref<Guest>> guests;
  for (int i = 0; i < arguments.number("guests"); ++i) {
    guests.push_back(system.spawn<Guest>(room));
    system.send(guests.back(), Start{});
  }
  system.set(room, &Room::set_guests, harrier::Peers(guests));
  system.interchangeable(guests);
  system.at_end(
      [guests, seats, hopes = arguments.word("claim") == "first"](const harrier::End& end) {
        int seated = 0;
        for (const auto guest : guests) seated += end.actor(guest).is_seated() ? 1 : 0;
        end.check(seated <= seats, "nobody sits on another's lap");
        end.check(!hopes || end.actor(guests.front()).is_seated(), "the first guest has a seat");
      });
}

const harrier::Register guests("guests", "guests ask for seats, of which there are too few",
                               {harrier::number("guests", 4, 1, 10, "how many"),
                                harrier::number("seats", 2, 1, 10, "how many"),
                                harrier::word("claim", {"seated", "first"}, "what is checked")},
                               set_up);

}  // namespace
