// Timers, crashes, lossy links and retries as messages and choices: docs/recipes.md goes through
// them.
//
//   example_recipes check timeout            a request that may time out first
//   example_recipes check crash              a server that may crash at any moment
//   example_recipes check lossy retries=2    a link that loses, a client that tries again
#include <optional>

#include "harrier/harrier.hpp"

namespace {

struct Start {};
struct Timeout {};
struct Crash {};
struct Get {};
struct Request {
  int number;
};
struct Answer {
  int number;
};

// A timer is a message to oneself: it may come at any moment, before or after all else.

class SlowServer : public harrier::Actor<SlowServer> {
 public:
  int on(Get) { return 5; }
};

class Impatient : public harrier::Actor<Impatient> {
 public:
  explicit Impatient(harrier::Ref<SlowServer> server) : server_(server) {}

  harrier::Task<> on(Start) {
    send(self(), Timeout{});
    const int value = co_await until(request(server_, Get{}));
    if (gave_up_) co_return;  // too late
    value_ = value;
  }
  void on(Timeout) { gave_up_ = true; }
  bool accepts(const Timeout&) const { return !value_.get(); }  // an answer cancels the timer
  bool is_done() const { return gave_up_ != value_->has_value(); }

 private:
  harrier::Constant<harrier::Ref<SlowServer>> server_;
  HARRIER_FIELD(gave_up_, harrier::Tracked<bool>) = false;
  HARRIER_FIELD(value_, harrier::Tracked<std::optional<int>>);
};

const harrier::Register timeout("timeout", "a request that may time out first", {},
                                [](harrier::System& system, const harrier::Arguments&) {
                                  const auto server = system.spawn<SlowServer>();
                                  const auto client = system.spawn<Impatient>(server);
                                  system.send(client, Start{});
                                  system.may_be_undelivered<Timeout>();
                                  system.at_end([=](const harrier::End& end) {
                                    end.check(end.actor(client).is_done(),
                                              "there is an answer or a timeout");
                                  });
                                });

// A crash is a message that ends its receiver. Who calls it says what to do when it is gone.

class MortalServer : public harrier::Actor<MortalServer> {
 public:
  int on(Get) { return 5; }
  void on(Crash) { stop(); }
};

class Careful : public harrier::Actor<Careful> {
 public:
  explicit Careful(harrier::Ref<MortalServer> server) : server_(server) {}

  harrier::Task<> on(Start) {
    const std::optional<int> value = co_await call_or_gone(server_, Get{});
    check(!value || *value == 5, "an answer is the right one");
  }

 private:
  harrier::Constant<harrier::Ref<MortalServer>> server_;
};

const harrier::Register crash("crash", "a server that may crash at any moment", {},
                              [](harrier::System& system, const harrier::Arguments&) {
                                const auto server = system.spawn<MortalServer>();
                                system.send(system.spawn<Careful>(server), Start{});
                                system.send(server, Crash{});
                                system.may_be_undelivered<Crash>();
                              });

// A link is an actor between two others. What it may do to a message is a choice.

class Receiver;
class Link : public harrier::Actor<Link> {
 public:
  void on(Request m);
  void on(Answer m);

  harrier::Constant<harrier::Ref<Receiver>> receiver;
  harrier::Constant<harrier::To<Answer>> sender;

 private:
  bool passes() { return choose(2) == 0; }  // otherwise the message is lost
};

class Receiver : public harrier::Actor<Receiver> {
 public:
  explicit Receiver(harrier::Ref<Link> link) : link_(link) {}
  void on(Request m) {
    if (m.number > last_) ++taken_;  // a repetition is answered and not taken again
    last_ = m.number;
    send(link_, Answer{m.number});
  }
  int taken() const { return taken_; }

 private:
  harrier::Constant<harrier::Ref<Link>> link_;
  HARRIER_FIELD(last_, harrier::Tracked<int>) = 0;
  HARRIER_FIELD(taken_, harrier::Tracked<int>) = 0;
};

void Link::on(Request m) {
  if (passes()) send(receiver, m);
}
void Link::on(Answer m) {
  if (passes()) send(sender, m);
}

// Retries are bounded: what may go on for ever is explored for ever.

class Sender : public harrier::Actor<Sender> {
 public:
  Sender(harrier::Ref<Link> link, int retries) : link_(link), left_(retries) {}

  void on(Start) { attempt(); }
  void on(Answer) { answered_ = true; }
  void on(Timeout) {
    if (answered_ || left_ == 0) return;
    --left_;
    attempt();
  }
  bool gave_up() const { return !answered_; }

 private:
  void attempt() {
    send(link_, Request{1});
    send(self(), Timeout{});
  }

  harrier::Constant<harrier::Ref<Link>> link_;
  HARRIER_FIELD(left_, harrier::Tracked<int>);
  HARRIER_FIELD(answered_, harrier::Tracked<bool>) = false;
};

const harrier::Register lossy("lossy", "a link that loses messages, and a sender that tries again",
                              {harrier::number("retries", 1, 0, 3, "how often it tries again")},
                              [](harrier::System& system, const harrier::Arguments& arguments) {
                                const auto link = system.spawn<Link>();
                                const auto receiver = system.spawn<Receiver>(link);
                                const auto sender =
                                    system.spawn<Sender>(link, arguments.number("retries"));
                                system.set(link, &Link::receiver, receiver);
                                system.set(link, &Link::sender, harrier::To<Answer>(sender));
                                system.send(sender, Start{});
                                system.at_end([=](const harrier::End& end) {
                                  end.check(end.actor(receiver).taken() <= 1,
                                            "a request is taken once");
                                  end.check(end.actor(receiver).taken() == 1 ||
                                                end.actor(sender).gave_up(),
                                            "an answer says that it was taken");
                                });
                              });

}  // namespace
