// Runs random programs.
#include "tests/support/script_actor.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "harrier/harrier.hpp"

namespace harrier::testing {

namespace {

/// Refers to an actor of some flavour.
struct Address {
  ActorId actor;
  Flavour flavour = Flavour::fine;

  explicit operator bool() const { return static_cast<bool>(actor); }
  void describe(Text& text) const {
    if (ShowNumbers::wanted()) {
      text.out() += actor ? "@" + std::to_string(actor.value) : "-";
    } else {
      text.add(actor);
    }
  }
};

/// The right to reply to a request, or a future; nothing where there is none. Scripts use each
/// once: of two replies to one request the later fails, whichever it is, and no resource says so.
struct Request {
  MessageId message;
  bool has_value = true;  ///< the reply is a number

  explicit operator bool() const { return static_cast<bool>(message); }
  void describe(Text& text) const {
    text.out() += message ? "#" : "-";
    if (message && ShowNumbers::wanted()) text.out() += std::to_string(message.value);
  }
};

/// What every message holds.
struct Letter {
  std::uint8_t tag = 0;
  std::uint8_t value = 0;
  std::uint8_t fuel = 0;
  Address from;
  Address about;
  Request token;
};

/// A message that some kind has a constraint on is guarded; of the others no kind is asked.
template <Shape shape, bool guarded>
struct Message {
  using reply_type = int;
  Letter letter;

  void describe(Text& text) const {
    text.out() += "t" + std::to_string(letter.tag) + "(" + std::to_string(letter.value) + " fuel " +
                  std::to_string(letter.fuel) + " from ";
    letter.from.describe(text);
    text.out() += " about ";
    letter.about.describe(text);
    text.out() += " token ";
    letter.token.describe(text);
    text.out() += ")";
  }
};

/// A field that nobody watches.
class Untracked {
 public:
  int get() const { return value_; }
  void set(int value) { value_ = value; }

 private:
  int value_ = 0;
};

struct Copyable {};
struct Uncopyable {
  Uncopyable() = default;
  Uncopyable(const Uncopyable&) = delete;
  Uncopyable& operator=(const Uncopyable&) = delete;
};

/// The handler that is running.
struct Turn {
  Letter letter;
  Request token;  ///< its right to reply later
  int result = 0;
};

template <class Use>
auto with_actor_type(Flavour flavour, Use use) {
  switch (flavour) {
    case Flavour::coarse:
      return use.template operator()<Flavour::coarse>();
    case Flavour::unique:
      return use.template operator()<Flavour::unique>();
    default:
      return use.template operator()<Flavour::fine>();
  }
}

/// Calls `use(message)` with the type that the letter's tag asks for.
template <class Use>
auto with_message(const RandomProgram& program, const Letter& letter, Use use) {
  const auto with_shape = [&]<bool guarded>() {
    switch (program.tags[letter.tag]) {
      case Shape::task:
        return use(Message<Shape::task, guarded>{letter});
      case Shape::ask:
        return use(Message<Shape::ask, guarded>{letter});
      case Shape::ask_task:
        return use(Message<Shape::ask_task, guarded>{letter});
      case Shape::later:
        return use(Message<Shape::later, guarded>{letter});
      default:
        return use(Message<Shape::note, guarded>{letter});
    }
  };
  return program.guarded(letter.tag) ? with_shape.template operator()<true>()
                                     : with_shape.template operator()<false>();
}

template <Flavour flavour>
class Scripted final
    : public Actor<Scripted<flavour>>,
      private std::conditional_t<flavour == Flavour::unique, Uncopyable, Copyable> {
 public:
  Scripted(const RandomProgram* program, int kind) : program_(program), kind_(kind) {}

  template <bool guarded>
  void on(const Message<Shape::note, guarded>& message) {
    run_through(message.letter);
  }
  template <bool guarded>
  Task<> on(const Message<Shape::task, guarded>& message) {
    co_await run(message.letter);
  }
  template <bool guarded>
  int on(const Message<Shape::ask, guarded>& message) {
    return run_through(message.letter);
  }
  template <bool guarded>
  Task<int> on(const Message<Shape::ask_task, guarded>& message) {
    const int result = co_await run(message.letter);
    co_return result;
  }
  template <bool guarded>
  Task<> on(const Message<Shape::later, guarded>& message, Reply<int> reply) {
    co_await run(message.letter, {reply.request});
  }

  template <Shape shape>
  bool accepts(const Message<shape, true>& message) const {
    return holds(program().handler(kind_, message.letter.tag).accepts, message.letter);
  }

  /// All but the program, which is always the same.
  void hash_append(Hasher& hasher) const {
    hasher.add(kind_);
    for (const Tracked<int>& field : fields_) hasher.add(field);
    if constexpr (flavour == Flavour::coarse) {
      hasher.add(last_.get());
    } else {
      hasher.add(last_);
    }
    hasher.add(known_);
    hasher.add(future_);
    hasher.add(kept_);
  }

  void describe(Text& text) const {
    text.out() += "k" + std::to_string(kind_) + " [";
    for (const Tracked<int>& field : fields_) {
      field.describe(text);
      text.out() += " ";
    }
    if constexpr (flavour == Flavour::coarse) {
      text.out() += std::to_string(last_.get());
    } else {
      last_.describe(text);
    }
    text.out() += "] known ";
    known_.describe(text);
    text.out() += " future ";
    future_.describe(text);
    text.out() += " kept ";
    kept_.describe(text);
  }

 private:
  const RandomProgram& program() const { return *program_.get(); }
  int field(int number) const {
    return number < field_count - 1 ? fields_[static_cast<std::size_t>(number)].get() : last_.get();
  }
  void set_field(int number, int value) {
    value %= value_count;
    if (number < field_count - 1) {
      fields_[static_cast<std::size_t>(number)].set(value);
    } else {
      last_.set(value);
    }
  }
  int value(int operand, const Letter& letter) const {
    if (operand < message_value) return operand;
    return operand == message_value ? letter.value : field(operand - first_field_value);
  }
  std::uint32_t count(int operand) const {
    return static_cast<std::uint32_t>(
        operand < first_field_count ? operand : 1 + field(operand - first_field_count));
  }
  bool holds(const std::optional<Test>& test, const Letter& letter) const {
    return !test || (field(test->field) == value(test->value, letter)) != test->negated;
  }
  Flavour flavour_of(int kind) const {
    return program().kinds[static_cast<std::size_t>(kind) % program().kinds.size()].flavour;
  }
  Address address() const { return {this->self().id(), flavour}; }
  Address target(int operand, const Letter& letter) const {
    switch (operand) {
      case Target::self:
        return address();
      case Target::sender:
        return letter.from;
      case Target::known:
        return known_.get();
      case Target::about:
        return letter.about;
      default: {
        const std::size_t index = static_cast<std::size_t>(operand) % program().actors.size();
        return {ActorId(index), flavour_of(program().actors[index])};
      }
    }
  }

  /// Calls `use(ref, message)` with the types that the receiver and the tag ask for.
  template <class Use>
  auto dispatch(Address to, const Letter& letter, Use use) {
    return with_message(program(), letter, [&](const auto& message) {
      return with_actor_type(
          to.flavour, [&]<Flavour of>() { return use(Ref<Scripted<of>>(to.actor), message); });
    });
  }

  Letter letter_to_send(int tag, int value, const Turn& turn) const {
    return {static_cast<std::uint8_t>(static_cast<std::size_t>(tag) % program().tags.size()),
            static_cast<std::uint8_t>(value % value_count),
            static_cast<std::uint8_t>(turn.letter.fuel - (Endless::wanted() ? 0 : 1)),
            Anonymous::wanted() ? Address{} : address(),
            {},
            {}};
  }
  /// Takes note that a handler has sent; one that goes on for ever sends once.
  static void use_fuel(Turn& turn) {
    if (Endless::wanted()) turn.letter.fuel = 0;
  }
  void post(Address to, const Letter& letter) {
    dispatch(to, letter, [this](auto ref, const auto& message) { this->send(ref, message); });
  }
  Request ask(Address to, const Letter& letter) {
    return dispatch(to, letter, [this](auto ref, const auto& message) {
      const auto future = this->request(ref, message);
      return Request{future.request, std::is_same_v<decltype(future), const Future<int>>};
    });
  }
  Address create(int kind) {
    kind %= static_cast<int>(program().kinds.size());
    return with_actor_type(flavour_of(kind), [&]<Flavour of>() {
      return Address{this->template spawn_as<Scripted<of>>("actor", program_.get(), kind).id(), of};
    });
  }

  /// Executes an operation that does not wait.
  void perform(const Operation& operation, Turn& turn) {
    const auto& [first, second, third] = operation.operands;
    const Letter& letter = turn.letter;
    switch (operation.op) {
      case Op::set:
        set_field(first, value(second, letter));
        break;
      case Op::add:
        set_field(first, field(first) + value(second, letter));
        break;
      case Op::send:
      case Op::introduce:
      case Op::hand: {
        if (letter.fuel == 0) break;
        const Address to = target(first, letter);
        if (!to) break;
        const bool plain = operation.op == Op::send;
        Letter sent = letter_to_send(second, plain ? value(third, letter) : 0, turn);
        if (operation.op == Op::introduce) sent.about = target(third, letter);
        if (operation.op == Op::hand) sent.token = std::exchange(turn.token, {});
        post(to, sent);
        use_fuel(turn);
        break;
      }
      case Op::spawn:
        if (letter.fuel > 0 && !Endless::wanted()) known_ = create(first);
        break;
      case Op::learn:
        known_ = target(first, letter);
        break;
      case Op::stop:
        this->stop();
        break;
      case Op::choose:
        set_field(first, static_cast<int>(this->choose(count(second))));
        break;
      case Op::request:
        // A reply that nobody waits for stays for ever.
        if (letter.fuel == 0 || (Endless::wanted() && future_.get())) break;
        if (const Address to = target(first, letter)) {
          future_ = ask(to, letter_to_send(second, value(third, letter), turn));
          use_fuel(turn);
        }
        break;
      case Op::answer: {
        turn.result = value(first, letter);
        Request to = std::exchange(turn.token, {});
        if (!to && (to = kept_.get())) kept_ = Request{};
        if (to) this->reply(Reply<int>{to.message}, turn.result);
        break;
      }
      case Op::keep:
        if (turn.token) kept_ = std::exchange(turn.token, {});
        break;
      case Op::assume:
        this->assume(field(first) == value(second, letter));
        break;
      case Op::check:
        this->check(field(first) == value(second, letter), "the field has the value");
        break;
      default:
        break;  // waiting, where the shape cannot wait
    }
  }

  int run_through(const Letter& letter) {
    Turn turn{letter, letter.token};
    for (const Operation& operation : program().handler(kind_, letter.tag).script) {
      if (holds(operation.when, letter)) perform(operation, turn);
    }
    return turn.result;
  }

  /// Runs a script that may wait. The letter is kept by reference: it outlives the handler.
  Task<int> run(const Letter& letter, Request token = {}) {
    Turn turn{letter, token ? token : letter.token};
    for (const Operation& operation : program().handler(kind_, letter.tag).script) {
      if (!holds(operation.when, letter)) continue;
      const auto& [first, second, third] = operation.operands;
      switch (operation.op) {
        case Op::call: {
          if (turn.letter.fuel == 0) break;
          const Address to = target(first, letter);
          if (!to) break;
          const Request asked = ask(to, letter_to_send(second, 0, turn));
          use_fuel(turn);
          const int reply = co_await reply_to(asked, true);
          set_field(third, reply);
          break;
        }
        case Op::call_or_gone: {
          if (turn.letter.fuel == 0) break;
          const Address to = target(first, letter);
          if (!to) break;
          const Letter sent = letter_to_send(second, 0, turn);
          use_fuel(turn);
          const int reply = co_await reply_or_gone(to, sent);
          set_field(third, reply);
          break;
        }
        case Op::get:
        case Op::await: {
          const Request asked = future_;
          if (!asked) break;
          future_ = Request{};
          const int reply = co_await reply_to(asked, operation.op == Op::get);
          set_field(first, reply);
          break;
        }
        case Op::await_both: {
          if (turn.letter.fuel == 0 || Endless::wanted()) break;
          const Address to = target(first, letter);
          if (!to) break;
          const Request one = ask(to, letter_to_send(second, 0, turn));
          const Request two = ask(to, letter_to_send(second, 0, turn));
          if (!one.has_value) break;
          const auto [left, right] =
              co_await this->until(Future<int>{one.message}, Future<int>{two.message});
          set_field(third, left + right);
          break;
        }
        case Op::until:
          co_await this->until([this, &letter, field = first, wanted = second] {
            return this->field(field) == value(wanted, letter);
          });
          break;
        case Op::release:
          co_await this->release();
          break;
        default:
          perform(operation, turn);
      }
    }
    co_return turn.result;
  }

  /// Calls, and gives 2 where the other one is gone.
  Task<int> reply_or_gone(Address to, Letter letter) {
    const Request asked = dispatch(to, letter, [this](auto ref, const auto& message) {
      const auto future = this->request_or_gone(ref, message);
      return Request{future.request, std::is_same_v<decltype(future), const Future<OrGone<int>>>};
    });
    int value = 2;
    if (asked.has_value) {
      const std::optional<int> reply = co_await this->get(Future<OrGone<int>>{asked.message});
      if (reply) value = *reply;
    } else {
      const std::optional<Nothing> done = co_await this->get(Future<OrGone<void>>{asked.message});
      if (done) value = 0;
    }
    co_return value;
  }

  Task<int> reply_to(Request asked, bool blocking) {
    int value = 0;
    if (asked.has_value) {
      const Future<int> future{asked.message};
      if (blocking) {
        value = co_await this->get(future);
      } else {
        value = co_await this->until(future);
      }
    } else {
      const Future<void> future{asked.message};
      if (blocking) {
        co_await this->get(future);
      } else {
        co_await this->until(future);
      }
    }
    co_return value;
  }

  Constant<const RandomProgram*> program_;
  Constant<int> kind_;
  std::array<Tracked<int>, field_count - 1> fields_{};
  std::conditional_t<flavour == Flavour::coarse, Untracked, Tracked<int>> last_;
  Tracked<Address> known_;
  Tracked<Request> future_;
  Tracked<Request> kept_;
};

void send_first(System& system, const RandomProgram& program, const FirstMessage& first) {
  const std::size_t index = first.actor % program.actors.size();
  Letter letter;
  letter.tag = static_cast<std::uint8_t>(first.tag % program.tags.size());
  letter.value = first.value % value_count;
  letter.fuel = first.fuel;
  const Flavour flavour = program.kinds[program.actors[index] % program.kinds.size()].flavour;
  with_actor_type(flavour, [&]<Flavour of>() {
    with_message(program, letter, [&](const auto& message) {
      system.send(Ref<Scripted<of>>(ActorId(index)), message);
    });
  });
}

void set_up(System& system, const RandomProgram& program) {
  for (const std::uint8_t number : program.actors) {
    const int kind = static_cast<int>(number % program.kinds.size());
    with_actor_type(program.kinds[static_cast<std::size_t>(kind)].flavour,
                    [&]<Flavour of>() { system.spawn_as<Scripted<of>>("actor", &program, kind); });
  }
  for (const FirstMessage& first : program.settled) send_first(system, program, first);
  if (!program.settled.empty() && !Endless::wanted()) system.settle();
  for (const FirstMessage& first : program.messages) send_first(system, program, first);
}

}  // namespace

ProgramFactory factory_of(const RandomProgram& program) {
  const auto shared = std::make_shared<const RandomProgram>(program);
  return [shared](const ProgramOptions& options) {
    return make_program([shared](System& system) { set_up(system, *shared); }, options);
  };
}

}  // namespace harrier::testing
