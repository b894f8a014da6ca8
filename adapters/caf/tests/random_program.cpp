// Random CAF programs: how they are made, and how they run.
#include "random_program.hpp"

#include <string>
#include <utility>

#include "harrier/caf.hpp"

namespace harrier::caf_tests {

namespace {

using ::caf::actor;
using ::caf::behavior;
using ::caf::event_based_actor;

struct State {
  std::vector<actor> known;  ///< the actors before this one
  bool skips = false;
  std::array<long, Script::fields> fields{};  ///< each a word of memory
};
using Self = ::caf::stateful_actor<State>;

std::string text(const ::caf::error& reason) {
  return reason ? std::to_string(reason.code()) : "none";
}

/// What an actor does, and where it logs what it sees.
struct Role {
  const Script* script;
  Log* log;
  std::size_t index;

  void saw(const std::string& what) const { log->saw(index, what); }
  const std::vector<Deed>& deeds(int type) const {
    return script->actors[index].rules[static_cast<std::size_t>(type)];
  }
};

/// Does what an actor does with its own fields; tells whether it goes on with the next deed.
bool perform_inside(Self* self, const Role& role, const Deed& deed, int fuel) {
  long& field = self->state.fields[deed.field];
  if (deed.kind == Deed::set || deed.kind == Deed::choose) {
    field = deed.kind == Deed::set ? deed.type + 1 : harrier::caf::choose(field % 2 == 0 ? 2 : 3);
    return true;
  }
  const long read = field;
  role.saw("f" + std::to_string(read));
  if (deed.kind == Deed::add) field = read + deed.type + 1;
  if (deed.kind == Deed::follow) {
    self->state.fields[static_cast<unsigned>(read) % Script::fields] = deed.type + 1;
  }
  if (deed.kind == Deed::tell && self->state.known[deed.target]) {
    self->send(self->state.known[deed.target], static_cast<int>(read % Script::types), fuel - 1);
  }
  return deed.kind != Deed::test || read != 0;
}

void perform(Self* self, const Role& role, const Deed& deed, int fuel) {
  actor& target = self->state.known[deed.target];
  const auto answered = [=](int value) { role.saw("=" + std::to_string(value)); };
  const auto failed = [=](::caf::error& reason) { role.saw("!" + text(reason)); };
  if (!target) return;
  switch (deed.kind) {
    case Deed::send:
      self->send(target, deed.type, fuel - 1);
      break;
    case Deed::request:
      self->request(target, ::caf::infinite, deed.type, fuel - 1).then(answered, failed);
      break;
    case Deed::await:
      self->request(target, ::caf::infinite, deed.type, fuel - 1).await(answered, failed);
      break;
    case Deed::reply:
      if (self->current_sender()) {
        self->send(::caf::actor_cast<actor>(self->current_sender()), deed.type, fuel - 1);
      }
      break;
    case Deed::delegate:
      self->delegate(target, deed.type, fuel - 1);
      break;
    case Deed::quit:
      self->quit();
      break;
    case Deed::monitor:
      self->monitor(target);
      break;
    case Deed::link:
      self->link_to(target);
      break;
    case Deed::send_exit:
      self->send_exit(target, ::caf::exit_reason::user_shutdown);
      break;
    case Deed::delayed:
      self->delayed_send(target, std::chrono::seconds(deed.type + 1), deed.type, fuel - 1);
      break;
    case Deed::forget:
      target = nullptr;
      break;
    case Deed::spawn:
      self->spawn([target, deed, fuel](event_based_actor* child) {
        child->send(target, deed.type, fuel - 1);
      });
      break;
    case Deed::become:
      self->become(::caf::keep_behavior, [=](int type, int) {
        role.saw("b" + std::to_string(type));
        self->unbecome();
        return type;
      });
      break;
    case Deed::skip_more:
      self->state.skips = !self->state.skips;
      break;
    default:
      break;
  }
}

behavior act_by_events(Self* self, const Role& role, std::vector<actor> known) {
  self->state.known = std::move(known);
  self->set_down_handler([=](::caf::down_msg& down) { role.saw("down" + text(down.reason)); });
  return {[=](int type, int fuel) -> ::caf::result<int> {
    if (self->state.skips && type == Script::types - 1) return ::caf::skip();
    role.saw(std::to_string(type));
    bool delegated = false;
    if (fuel > 0) {
      bool goes_on = true;
      for (const Deed& deed : role.deeds(type)) {
        if (!std::exchange(goes_on, true)) continue;
        if (deed.kind >= Deed::kinds) {
          goes_on = perform_inside(self, role, deed, fuel);
          continue;
        }
        if (delegated && deed.kind == Deed::delegate) continue;
        delegated |= deed.kind == Deed::delegate && self->state.known[deed.target];
        perform(self, role, deed, fuel);
      }
    }
    const bool answers = role.script->answers || self->current_mailbox_element()->mid.is_request();
    if (delegated || !answers) return ::caf::delegated<int>{};
    return type;
  }};
}

/// Takes as many messages as it has deeds for the first type, and sends one after each.
void act_blocking(::caf::blocking_actor* self, const Role& role, const std::vector<actor>& known) {
  for (const Deed& deed : role.deeds(0)) {
    self->receive(
        [&](int type, int fuel) {
          role.saw(std::to_string(type));
          if (fuel > 0) self->send(known[deed.target], deed.type, fuel - 1);
          return type;
        },
        ::caf::after(std::chrono::seconds(2)) >> [&] { role.saw("late"); });
  }
}

}  // namespace

Script random_script(unsigned seed, Deeds deeds) {
  std::mt19937 random(seed);
  const auto below = [&](std::size_t n) { return static_cast<unsigned>(random() % n); };
  const auto kind_for = [&](std::size_t actor) {
    if (actor == 0) return Deed::kinds + below(Deed::tell - Deed::kinds);
    if (deeds == Deeds::with_fields && below(4) != 0) {
      return Deed::kinds + below(Deed::all_kinds - Deed::kinds);
    }
    return below(2) == 0 ? 0 : below(Deed::kinds);
  };
  Script script;
  script.actors.resize(2 + below(3));
  for (std::size_t i = 0; i < script.actors.size(); ++i) {
    Script::Actor& made = script.actors[i];
    made.kind = below(5) == 0 ? Script::Actor::blocking : Script::Actor::event;
    // The first actor knows nobody: it can do something with its fields at most.
    if (i == 0 && (deeds == Deeds::with_messages || made.kind == Script::Actor::blocking)) continue;
    for (std::vector<Deed>& rule : made.rules) {
      rule.resize(below(deeds == Deeds::with_messages ? 3 : 5));
      for (Deed& deed : rule) {
        deed.kind = static_cast<Deed::Kind>(kind_for(i));
        if (i != 0) deed.target = below(i);
        deed.type = static_cast<int>(below(Script::types));
        if (deed.kind >= Deed::kinds) deed.field = below(Script::fields);
      }
    }
  }
  script.first.resize((deeds == Deeds::with_messages ? 2 : 3) + below(3));
  for (Script::First& first : script.first) {
    first = {below(script.actors.size()), static_cast<int>(below(Script::types)), below(3) == 0};
  }
  script.fuel = 1 + static_cast<int>(below(2));
  script.main_waits = below(4) == 0;
  script.answers = deeds == Deeds::with_messages;
  return script;
}

void run_script(::caf::actor_system& system, const Script& script, Log& log) {
  log.clear();
  ::caf::scoped_actor main{system};
  std::vector<actor> known;
  for (std::size_t i = 0; i < script.actors.size(); ++i) {
    const Role role{&script, &log, i};
    known.push_back(script.actors[i].kind == Script::Actor::event
                        ? system.spawn(act_by_events, role, known)
                        : system.spawn(act_blocking, role, known));
  }
  for (const Script::First& first : script.first) {
    const actor target = known[first.target];
    if (first.from_main) {
      main->send(target, first.type, script.fuel);
    } else {
      system.spawn(
          [=](event_based_actor* starter) { starter->send(target, first.type, script.fuel); });
    }
  }
  if (script.main_waits) {
    const actor last = known.back();
    known.clear();
    main->send_exit(last, ::caf::exit_reason::user_shutdown);
    main->wait_for(last);
  }
}

}  // namespace harrier::caf_tests
