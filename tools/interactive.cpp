// `harrier replay --interactive`: goes through an execution as the user says.
#include "tools/interactive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <iostream>
#include <memory>
#include <sstream>
#include <utility>

#include "base/text.hpp"
#include "explore/stepper.hpp"
#include "report/canvas.hpp"
#include "tools/schedule_file.hpp"
#include "tools/terminal.hpp"

namespace harrier::tools {

namespace {

class Interactive;

struct Verb {
  std::string_view name;  ///< its first letter is enough
  std::string_view arguments;
  std::string_view help;
  void (Interactive::*run)(const std::string& argument);
};

class Interactive {
 public:
  Interactive(const CommandLine& line, const ReplayRequest& request)
      : line_(line),
        request_(request),
        shown_(report_options(line, request.program)),
        stepper_(request.program.factory(), request.options),
        plan_(request.schedule.steps) {
    shown_.steps_max = 0;
  }

  void run() {
    say(fmt::format("{} of {}; 'help' shows what can be typed", base::counted(plan_.size(), "step"),
                    request_.program.definition->name));
    if (line_.has("until")) go_to(line_.value("until"));
    while (!ended_) {
      print(fmt::format("{}/{}> ", stepper_.steps().size(), plan_.size()));
      flush_output();
      std::string text;
      if (!std::getline(std::cin, text)) {
        print("\n");
        break;
      }
      try {
        obey(text);
      } catch (const UsageError& error) {
        say(fmt::format("error: {}", error.what()));
      }
    }
  }

 private:
  static const std::array<Verb, 12>& verbs();

  void obey(const std::string& text) {
    std::istringstream words(text);
    std::string name;
    words >> name;
    std::string argument;
    std::getline(words >> std::ws, argument);
    while (!argument.empty() && (argument.back() == ' ' || argument.back() == '\r')) {
      argument.pop_back();
    }
    if (name.empty()) name = "next";
    std::vector<std::string> names;
    for (const Verb& verb : verbs()) {
      names.emplace_back(verb.name);
      if (name == verb.name || (name.size() == 1 && name[0] == verb.name[0])) {
        return (this->*verb.run)(argument);
      }
    }
    throw UsageError(fmt::format("unknown command '{}'; it is one of: {}{}", name,
                                 base::join(names), base::did_you_mean(name, names)));
  }

  void say(std::string_view text) const {
    print(report_detail::printable(text, shown_.unicode) + '\n');
  }

  static std::size_t number(const std::string& argument, std::size_t otherwise) {
    if (argument.empty()) return otherwise;
    const auto value = base::parse_unsigned(argument);
    if (!value) throw UsageError(fmt::format("'{}' is not a number", argument));
    return static_cast<std::size_t>(*value);
  }

  // What the user can type.

  void next(const std::string& argument) {
    for (std::size_t left = number(argument, 1); left > 0; --left) {
      if (!step_on()) return say("the execution ends here: nothing can be delivered");
      show_last();
    }
  }

  void back(const std::string& argument) {
    std::size_t left = number(argument, 1);
    if (stepper_.steps().empty()) return say("this is the begin of the execution");
    for (; left > 0 && !stepper_.steps().empty(); --left) step_back();
    show_place();
  }

  void go_to(const std::string& argument) {
    const std::size_t wanted = number(argument, plan_.size());
    while (stepper_.steps().size() > wanted) step_back();
    while (stepper_.steps().size() < wanted && step_on()) {
    }
    show_place();
    if (stepper_.steps().size() < wanted) say("the execution ends here: nothing can be delivered");
  }

  void list(const std::string&) {
    if (stepper_.steps().empty()) return say("no step so far");
    print(step_list(stepper_.steps(), shown_));
  }

  void actors(const std::string& argument) {
    Violation view;
    std::vector<std::string> names;
    for (ActorView& actor : stepper_.actors()) {
      names.push_back(actor.name);
      if (argument.empty() || actor.name == argument) view.actors.push_back(std::move(actor));
    }
    if (view.actors.empty()) {
      throw UsageError(fmt::format("there is no actor '{}' that has not ended{}", argument,
                                   base::did_you_mean(argument, names)));
    }
    for (const std::string& text : view.details()) say("  " + text);
  }

  void mailbox(const std::string& argument) {
    bool any = false;
    for (const ActorView& actor : stepper_.actors()) {
      if (!argument.empty() && actor.name != argument) continue;
      if (!actor.mailbox) throw UsageError("messages do not wait at their receivers here");
      for (const WaitingMessage& message : *actor.mailbox) {
        any = true;
        say(fmt::format("  {}: {}{}", actor.name, message.text,
                        message.hold == Hold::none
                            ? " (deliverable)"
                            : fmt::format(" ({})", to_string(message.hold))));
      }
    }
    if (!any) say("  no message waits there");
  }

  void deliverable(const std::string&) {
    const std::vector<MessageId> messages = stepper_.deliverable();
    for (std::size_t i = 0; i < messages.size(); ++i) {
      const bool planned = at_plan() && plan_[stepper_.steps().size()].message == messages[i];
      say(fmt::format("  {:>3}{} {}", i + 1, planned ? "*" : " ", name_of(messages[i]).text()));
    }
    if (messages.empty()) say("  nothing can be delivered: the execution ends here");
  }

  /// Takes another delivery than the schedule has, and goes on from there.
  void take(const std::string& argument) {
    std::string_view left = argument;
    MessageId message;
    std::vector<std::uint32_t> values;
    if (NamedSchedule::is_one(argument)) {
      const NamedSchedule named = NamedSchedule::parse(argument);
      if (named.steps.size() != 1) throw UsageError("'take' takes one delivery");
      message = find_named(stepper_.program(), stepper_.trace(), named.steps.front());
      values = named.steps.front().choices;
    } else {
      const std::vector<MessageId> messages = stepper_.deliverable();
      const std::size_t which = number(argument.substr(0, argument.find(':')), 0);
      if (which == 0 || which > messages.size()) {
        throw UsageError(
            fmt::format("'take' needs the number of what is deliverable, 1 to {}, as "
                        "'deliverable' shows them",
                        messages.size()));
      }
      message = messages[which - 1];
      left.remove_prefix(std::min(left.find(':'), left.size()));
      while (left.starts_with(':')) {
        left.remove_prefix(1);
        const std::size_t end = std::min(left.find(':'), left.size());
        values.push_back(static_cast<std::uint32_t>(number(std::string(left.substr(0, end)), 0)));
        left.remove_prefix(end);
      }
    }
    step(message, values);
    plan_ = stepper_.schedule().steps;
    show_last();
  }

  void schedule(const std::string&) {
    say(stepper_.schedule().text());
    say(names_.text());
  }

  void save(const std::string& argument) {
    if (argument.empty()) throw UsageError("'write' needs the name of a file");
    save_file(argument, schedule_file_text(request_.program, request_.options, names_));
    say(fmt::format("wrote {} to {}", base::counted(stepper_.steps().size(), "step"), argument));
  }

  void help(const std::string&) {
    for (const Verb& verb : verbs()) {
      say(fmt::format("  {:<22} {}", fmt::format("{} {}", verb.name, verb.arguments), verb.help));
    }
    say("  an empty line is 'next'; the first letter of a command will do");
  }

  void quit(const std::string&) { ended_ = true; }

  // How it goes on.

  void step(MessageId message, const std::vector<std::uint32_t>& values) {
    NamedStep name = name_of(message);
    stepper_.forward(message, values);
    name.choices = stepper_.steps().back().choices;
    names_.steps.push_back(std::move(name));
  }

  void step_back() {
    stepper_.back();
    names_.steps.pop_back();
  }

  bool at_plan() const { return stepper_.steps().size() < plan_.size(); }

  /// Executes the next step of the schedule, or, beyond it, the one sent first.
  bool step_on() {
    const std::vector<MessageId> messages = stepper_.deliverable();
    if (at_plan()) {
      const ScheduledStep planned = plan_[stepper_.steps().size()];
      if (std::ranges::find(messages, planned.message) == messages.end()) {
        throw UsageError(fmt::format("step {} of the schedule, message {}, cannot be delivered",
                                     stepper_.steps().size() + 1, planned.message.value));
      }
      step(planned.message, planned.choices);
      return true;
    }
    if (messages.empty()) return false;
    step(messages.front(), {});
    plan_ = stepper_.schedule().steps;
    return true;
  }

  NamedStep name_of(MessageId message) {
    return name_step(stepper_.program(), stepper_.trace(), message);
  }

  void show_last() {
    print(step_list({stepper_.steps().back()}, shown_));
    show_findings();
  }

  void show_place() {
    if (stepper_.steps().empty()) return say("at the begin, before the first step");
    show_last();
  }

  void show_findings() {
    for (const Finding& finding : stepper_.findings()) {
      say("violation: " + Violation{.finding = finding}.message());
    }
  }

  const CommandLine& line_;
  const ReplayRequest& request_;
  ReportOptions shown_;
  Stepper stepper_;
  NamedSchedule names_;              ///< of the steps so far
  std::vector<ScheduledStep> plan_;  ///< the execution, as far as it is known
  bool ended_ = false;
};

const std::array<Verb, 12>& Interactive::verbs() {
  static const std::array<Verb, 12> table = {{
      {"next", "[N]", "execute the next step, or N steps", &Interactive::next},
      {"back", "[N]", "take the last step back, or N steps", &Interactive::back},
      {"goto", "[N]", "go to after step N, or to the end of the schedule", &Interactive::go_to},
      {"list", "", "list the steps so far", &Interactive::list},
      {"actors", "[NAME]", "show the actors, or one of them: state and mailbox",
       &Interactive::actors},
      {"mailbox", "[NAME]", "show what waits at the actors, and why", &Interactive::mailbox},
      {"deliverable", "", "show what can be delivered now; * marks the step of the schedule",
       &Interactive::deliverable},
      {"take", "N[:VALUE]|STEP", "deliver another one, with these choices, and go on from there",
       &Interactive::take},
      {"schedule", "", "print the schedule so far, by numbers and by names",
       &Interactive::schedule},
      {"write", "FILE", "save the schedule so far to a file, which replay takes",
       &Interactive::save},
      {"help", "", "show this", &Interactive::help},
      {"quit", "", "end", &Interactive::quit},
  }};
  return table;
}

}  // namespace

void run_interactive(const CommandLine& line, const ReplayRequest& request) {
  // Left where it stands, should the program call exit().
  auto interactive = std::make_unique<Interactive>(line, request);
  interactive->run();
}

}  // namespace harrier::tools
