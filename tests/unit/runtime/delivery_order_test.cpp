// The order of messages that each delivery model wants, on ledgers that are kept by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "runtime/delivery.hpp"
#include "tests/support/question.hpp"

namespace harrier::detail {
namespace {

constexpr ActorId client(0);
constexpr ActorId proxy(1);
constexpr ActorId server(2);

/// An execution of three actors that does what it is told.
class Scene {
 public:
  explicit Scene(DeliveryModel model) : order(model, ledger) {
    for (int i = 0; i < 3; ++i) ledger.add_actor();
  }
  MessageId send(ActorId from, ActorId to, bool guarded = false) {
    const MessageId sent = ledger.add_message(to, from, true, guarded);
    ledger.add_pending(sent);
    return sent;
  }
  MessageId send_from_setup(ActorId to, bool guarded = false) {
    return send(ActorId(), to, guarded);
  }
  void begin(MessageId message, std::vector<StepNumber> further = {}) {
    ledger.begin(message, {});
    order.begin(further);
  }
  void execute(MessageId message) {
    begin(message);
    ledger.end();
  }
  std::vector<EventId> causes(MessageId message) const {
    std::vector<EventId> out;
    order.append_causes(message, out);
    return out;
  }

  Ledger ledger;
  DeliveryOrder order;
};

/// The client asks the server, then the proxy, which asks the server as well.
struct Triangle : Scene {
  explicit Triangle(DeliveryModel model) : Scene(model) {
    const MessageId go = send_from_setup(client);
    ledger.end_setup();
    begin(go);
    direct = send(client, server);
    to_proxy = send(client, proxy);
    ledger.end();
    begin(to_proxy);
    relayed = send(proxy, server);
    ledger.end();
  }
  MessageId direct;
  MessageId to_proxy;
  MessageId relayed;
};

TEST(DeliveryOrder, OfABagIsNone) {
  const Triangle scene(DeliveryModel::bag);
  EXPECT_FALSE(scene.order.precedes(scene.direct, scene.relayed));
}

TEST(DeliveryOrder, OfFifoIsThatOfOneSenderAtOneReceiver) {
  Triangle scene(DeliveryModel::fifo);
  const MessageId again = scene.send(client, server);
  EXPECT_TRUE(scene.order.precedes(scene.direct, again));
  EXPECT_FALSE(scene.order.precedes(again, scene.direct));
  EXPECT_FALSE(scene.order.precedes(scene.direct, scene.relayed)) << "of different senders";
  EXPECT_FALSE(scene.order.precedes(scene.to_proxy, again)) << "to different receivers";
}

TEST(DeliveryOrder, OfCausalDeliveryFollowsMessagesThroughOthers) {
  const Triangle scene(DeliveryModel::causal);
  EXPECT_TRUE(scene.order.precedes(scene.direct, scene.relayed));
}

TEST(DeliveryOrder, OfCausalDeliveryLeavesConcurrentSendsAlone) {
  Scene scene(DeliveryModel::causal);
  const MessageId to_client = scene.send_from_setup(client);
  const MessageId to_proxy = scene.send_from_setup(proxy);
  scene.ledger.end_setup();
  scene.begin(to_client);
  const MessageId first = scene.send(client, server);
  scene.ledger.end();
  scene.begin(to_proxy);
  const MessageId second = scene.send(proxy, server);
  scene.ledger.end();
  EXPECT_FALSE(scene.order.precedes(first, second));
}

TEST(DeliveryOrder, OfCausalDeliveryKnowsWhichOfTheSetUpsMessagesASenderHasSeen) {
  Scene scene(DeliveryModel::causal);
  const MessageId early = scene.send_from_setup(server);
  const MessageId go = scene.send_from_setup(client);
  const MessageId late = scene.send_from_setup(server);
  scene.ledger.end_setup();
  scene.begin(go);
  const MessageId sent = scene.send(client, server);
  scene.ledger.end();
  EXPECT_TRUE(scene.order.precedes(early, late)) << "the set-up sends in one sequence";
  EXPECT_TRUE(scene.order.precedes(early, sent));
  EXPECT_FALSE(scene.order.precedes(late, sent));
}

TEST(DeliveryOrder, OfCausalDeliveryLearnsFromFurtherSteps) {
  for (const bool learns : {false, true}) {
    Scene scene(DeliveryModel::causal);
    const MessageId to_client = scene.send_from_setup(client);
    const MessageId to_proxy = scene.send_from_setup(proxy);
    scene.ledger.end_setup();
    scene.begin(to_client);
    const MessageId first = scene.send(client, server);
    scene.ledger.end();
    scene.begin(to_proxy, learns ? std::vector<StepNumber>{1} : std::vector<StepNumber>{});
    const MessageId second = scene.send(proxy, server);
    scene.ledger.end();
    EXPECT_EQ(scene.order.precedes(first, second), learns);
  }
}

TEST(DeliveryOrder, OfCausalDeliveryForgetsStepsThatAreTakenBack) {
  Scene scene(DeliveryModel::causal);
  const MessageId to_client = scene.send_from_setup(client);
  const MessageId to_proxy = scene.send_from_setup(proxy);
  scene.ledger.end_setup();
  scene.begin(to_client);
  const MessageId direct = scene.send(client, server);
  const MessageId through = scene.send(client, proxy);
  scene.ledger.end();
  scene.execute(through);
  scene.ledger.take_back();
  scene.begin(to_proxy);
  const MessageId relayed = scene.send(proxy, server);
  scene.ledger.end();
  EXPECT_FALSE(scene.order.precedes(direct, relayed)) << "the proxy has not heard of the client";
}

TEST(DeliveryOrder, OfMailboxesIsThatOfSending) {
  const Triangle scene(DeliveryModel::mailbox);
  EXPECT_TRUE(scene.order.precedes(scene.direct, scene.relayed));
  EXPECT_FALSE(scene.order.precedes(scene.direct, scene.to_proxy));
}

TEST(DeliveryOrder, LeavesOutWhatIsOnNoChannel) {
  Scene scene(DeliveryModel::mailbox);
  const MessageId step = scene.ledger.add_message(server, server, false);
  const MessageId message = scene.send(client, server);
  EXPECT_FALSE(scene.order.precedes(step, message));
}

TEST(DeliveryOrder, PassesOverWhatTheReceiverRefuses) {
  Scene scene(DeliveryModel::mailbox);
  const MessageId first = scene.send_from_setup(server, true);
  const MessageId second = scene.send_from_setup(server);
  const Past now(scene.ledger);
  EXPECT_FALSE(scene.order.opens(second, now, [](MessageId) { return true; }));
  EXPECT_TRUE(scene.order.opens(second, now, [first](MessageId other) { return other != first; }));
  std::vector<MessageId> open;
  scene.order.append_open(
      scene.ledger.pending(), now, [](MessageId) { return true; }, open);
  EXPECT_EQ(open, std::vector{first});
}

TEST(DeliveryOrder, MakesUnguardedMessagesCausesOfThoseBehindThem) {
  Scene scene(DeliveryModel::mailbox);
  const MessageId guarded = scene.send_from_setup(server, true);
  const MessageId first = scene.send_from_setup(server);
  const MessageId elsewhere = scene.send_from_setup(proxy);
  const MessageId last = scene.send_from_setup(server);
  scene.ledger.end_setup();
  scene.execute(guarded);
  scene.execute(elsewhere);
  scene.execute(first);
  EXPECT_EQ(scene.causes(last), std::vector{EventId(2)});
}

TEST(DeliveryOrder, SaysWhatHasToWaitInAnotherPast) {
  Scene scene(DeliveryModel::mailbox);
  const MessageId guarded = scene.send_from_setup(server, true);
  const MessageId first = scene.send_from_setup(server);
  const MessageId last = scene.send_from_setup(server);
  scene.ledger.end_setup();
  scene.execute(guarded);
  scene.execute(first);
  // It is asked about a past in which only these events have happened.
  std::vector<MessageId> asked;
  const auto opens = [&](const std::vector<std::uint32_t>& events) {
    const testing::Question question(last, events);
    asked.clear();
    return scene.order.opens(last, Past(scene.ledger, question), [&](MessageId other) {
      asked.push_back(other);
      return other != guarded;
    });
  };
  EXPECT_FALSE(opens({0}));
  EXPECT_EQ(asked, std::vector{first});
  EXPECT_TRUE(opens({1}));
  EXPECT_EQ(asked, std::vector{guarded});
  EXPECT_TRUE(opens({0, 1}));
  EXPECT_TRUE(asked.empty());
}

TEST(DeliveryOrder, MakesStepsTouchTheEndsOfWhatTheySendInto) {
  const auto touched = [](DeliveryModel model) {
    Scene scene(model);
    const MessageId go = scene.send_from_setup(client);
    scene.ledger.end_setup();
    scene.begin(go);
    const std::vector<SentMessage> sent(2, {server, nullptr});
    std::vector<ResourceAccess> out;
    scene.order.append_touched({.message = go, .sent = sent, .tells = true}, out);
    return out;
  };
  const ResourceAccess mailbox{Resource::of(client, Resource::mailbox), Access::read};
  EXPECT_EQ(
      touched(DeliveryModel::fifo),
      (std::vector<ResourceAccess>{mailbox, {Resource::channel(client, server), Access::write}}));
  EXPECT_EQ(touched(DeliveryModel::mailbox),
            (std::vector<ResourceAccess>{mailbox,
                                         {Resource::of(server, Resource::tail), Access::write}}));
  EXPECT_EQ(touched(DeliveryModel::causal),
            (std::vector<ResourceAccess>{mailbox,
                                         {Resource::of(client, Resource::clock), Access::write}}));
}

TEST(DeliveryOrder, OnlyUpdatesTheClockOfAnActorThatTellsNothing) {
  Scene scene(DeliveryModel::causal);
  const MessageId go = scene.send_from_setup(client, true);
  scene.ledger.end_setup();
  scene.begin(go);
  for (const bool replied : {false, true}) {
    std::vector<ResourceAccess> out;
    scene.order.append_touched({.message = go, .sent = {}, .tells = replied}, out);
    EXPECT_EQ(out,
              (std::vector<ResourceAccess>{{Resource::of(client, Resource::mailbox), Access::write},
                                           {Resource::of(client, Resource::clock),
                                            replied ? Access::write : Access::update}}));
  }
}

}  // namespace
}  // namespace harrier::detail
