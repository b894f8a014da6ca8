// What a program's set-up works with: creating the first actors, sending the first messages.
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harrier/actor.hpp"
#include "harrier/options.hpp"

namespace harrier {

class End;

namespace detail {

/// What an end check can look at.
class EndView {
 public:
  virtual const void* object(ActorId actor) = 0;
  virtual bool ended(ActorId actor) = 0;
  [[noreturn]] virtual void fail(Failure failure) = 0;

 protected:
  ~EndView() = default;
};

/// What a set-up says about the states of its program.
struct Declarations {
  std::vector<std::function<void(const End&)>> at_end;
  struct Eventual {
    std::string text;
    std::function<bool(const End&)> holds;
  };
  std::vector<Eventual> eventually;
  std::function<bool(const End&, ActorId)> may_be_left;
  std::vector<const ValueType*> may_be_undelivered;  ///< types of messages
  std::vector<std::vector<ActorId>> interchangeable;
};

/// What a set-up tells an actor beside its messages.
template <class Member, class Value>
struct Setting {
  Member member;
  Value value;
  void describe(Text& text) const {
    text.add("set ");
    text.add(value);
  }
  void hash_append(Hasher&) const {}  // it is delivered before there are states
};
template <class A, class S>
inline constexpr Delivery setting_of{
    &value_type<S>,
    [](Runtime&, void* object, const void* setting) {
      A& actor = *static_cast<A*>(object);
      const auto& [member, value] = *static_cast<const S*>(setting);
      if constexpr (std::is_member_function_pointer_v<std::decay_t<decltype(member)>>) {
        (actor.*member)(value);
      } else {
        (actor.*member).set(value);
      }
    },
    nullptr};

}  // namespace detail

/// The end state of an execution, for a program's own check of it.
class End {
 public:
  explicit End(detail::EndView& view) : view_(view) {}

  /// Gives read access to an actor, ended or not.
  template <class A>
  const A& actor(Ref<A> ref) const {
    return *static_cast<const A*>(view_.object(ref.id()));
  }
  /// Tells whether an actor has ended.
  bool ended(ActorId actor) const { return view_.ended(actor); }
  /// Fails the execution unless the condition holds.
  void check(bool condition, std::string_view text,
             const SourcePlace& where = SourcePlace::here()) const {
    if (!condition) view_.fail(failed_check(text, where));
  }

 private:
  detail::EndView& view_;
};

/// The program being set up.
class System {
 public:
  System(detail::Runtime& runtime, detail::Declarations& declarations, std::function<void()> settle,
         std::function<void(MessageId)> deliver,
         std::function<void(std::unique_ptr<Outside>)> add_outside)
      : runtime_(runtime),
        declarations_(declarations),
        settle_(std::move(settle)),
        deliver_(std::move(deliver)),
        add_outside_(std::move(add_outside)) {}

  template <class A, class... Args>
  Ref<A> spawn(Args&&... args) {
    return spawn_as<A>(type_name<A>(), std::forward<Args>(args)...);
  }
  /// Creates an actor under a role of the user's choosing.
  template <class A, class... Args>
  Ref<A> spawn_as(std::string_view role, Args&&... args) {
    static_assert(std::is_base_of_v<Actor<A>, A>,
                  "harrier: an actor type A must derive from harrier::Actor<A>");
    return Ref<A>(runtime_.spawn<A>(role, std::forward<Args>(args)...));
  }
  template <class Target, class M>
  void send(const Target& to, M&& message) {
    const auto& target = detail::plain(to);
    runtime_.send(target.id(), target.template delivery<std::decay_t<M>>(),
                  std::forward<M>(message), detail::Wants::nothing);
  }
  /// Gives a member of an actor its value, at once: `system.set(client, &Client::server, server)`.
  /// The member is a field with `set`, or a function that takes the value.
  template <class A, class Member, class Value>
  void set(Ref<A> actor, Member member, const Value& value) {
    using Setting = detail::Setting<Member, Value>;
    deliver_(runtime_.send(actor.id(), detail::setting_of<A, Setting>, Setting{member, value},
                           detail::Wants::nothing));
  }
  /// Adds something outside the actors that their steps change (harrier/outside.hpp).
  template <class O, class... Args>
  void outside(Args&&... args) {
    add_outside_(std::make_unique<O>(std::forward<Args>(args)...));
  }
  /// Delivers in sending order until nothing is deliverable; none of it is explored.
  void settle() { settle_(); }
  /// Adds a check of every end state.
  void at_end(std::function<void(const End&)> check) {
    declarations_.at_end.push_back(std::move(check));
  }
  /// Says that something holds at some time in every execution that is fair: in which no message
  /// that could always be delivered never is. Looks at a state as an end check does.
  void eventually(std::string_view text, std::function<bool(const End&)> holds) {
    declarations_.eventually.push_back({std::string(text), std::move(holds)});
  }
  /// Says that messages of type M may be left undelivered at the end: nobody is told of them.
  template <class M>
  void may_be_undelivered() {
    declarations_.may_be_undelivered.push_back(&detail::value_type<M>);
  }
  /// Says which actors may be left alive at the end, for `--environment custom`.
  void may_be_left(std::function<bool(const End&, ActorId)> predicate) {
    declarations_.may_be_left = std::move(predicate);
  }
  /// Says that these actors, of one type, do the same but for their names: `--states --comparator
  /// symmetric` takes states for one that differ only in who of them is who.
  template <class A>
  void interchangeable(std::span<const Ref<A>> actors) {
    std::vector<ActorId>& group = declarations_.interchangeable.emplace_back();
    for (const Ref<A> actor : actors) group.push_back(actor.id());
  }
  template <class A>
  void interchangeable(const std::vector<Ref<A>>& actors) {
    interchangeable(std::span<const Ref<A>>(actors));
  }
  template <class A>
  void interchangeable(std::initializer_list<Ref<A>> actors) {
    interchangeable(std::span<const Ref<A>>(actors.begin(), actors.size()));
  }

 private:
  detail::Runtime& runtime_;
  detail::Declarations& declarations_;
  const std::function<void()> settle_;
  const std::function<void(MessageId)> deliver_;
  const std::function<void(std::unique_ptr<Outside>)> add_outside_;
};

/// Makes a program of native actors from its set-up.
std::unique_ptr<Program> make_program(std::function<void(System&)> setup,
                                      ProgramOptions options = {});

}  // namespace harrier
