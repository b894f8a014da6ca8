// What delivery models make steps depend on, beyond the fields their handlers touch.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harrier/harrier.hpp"
#include "tests/support/execution.hpp"
#include "tests/support/question.hpp"

namespace harrier::testing {
namespace {

using ::testing::Contains;

struct Open {
  bool open;
};
struct Enter {};
struct Look {};
struct Ask {};

class Door : public Actor<Door> {
 public:
  void on(Open m) { open_ = m.open; }
  void on(Enter) { ++entered_; }
  bool accepts(const Enter&) const { return open_; }
  void on(Look) {}
  int on(Ask) { return 1; }

 private:
  Tracked<bool> open_ = false;
  Tracked<int> entered_ = 0;
};

class Visitor : public Actor<Visitor> {
 public:
  explicit Visitor(Ref<Door> door) : door_(door) {}
  Task<> on(Look) {
    const int answer = co_await call(door_, Ask{});
    check(answer == 1, "the door answers");
  }

 private:
  Constant<Ref<Door>> door_;
};

constexpr ResourceAccess door(std::uint32_t part, Access access) {
  return {Resource::of(ActorId(0), part), access};
}

TEST(Delivery, ReadsTheConstraintsOfWhatItPassesOver) {
  Execution execution(
      [](System& system) {
        const auto to = system.spawn<Door>();
        system.send(to, Enter{});
        system.send(to, Look{});
      },
      {.delivery = DeliveryModel::mailbox});
  const MessageId look = execution.pending_message("Look{}");
  const ResourceAccess open = door(Resource::first_field, Access::read);
  // Were the door open, Enter would have to come first.
  execution.deliver("Look{}");
  EXPECT_THAT(execution.trace().resources(0), Contains(open));
  EXPECT_THAT(answer_of(execution.program(), Question(look, {})).touched, Contains(open));
}

TEST(Delivery, TakesAReplyToTellWhatItsActorKnows) {
  Execution execution(
      [](System& system) {
        const auto to = system.spawn<Door>();
        const auto visitor = system.spawn<Visitor>(to);
        system.send(visitor, Look{});
        system.send(to, Look{});
      },
      {.delivery = DeliveryModel::causal});
  execution.deliver("Look{} to visitor");
  execution.deliver("Look{} to door");
  EXPECT_THAT(execution.trace().resources(1), Contains(door(Resource::clock, Access::update)));
  execution.deliver("Ask{}");
  EXPECT_THAT(execution.trace().resources(2), Contains(door(Resource::clock, Access::write)));
}

}  // namespace
}  // namespace harrier::testing
