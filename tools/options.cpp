// The option table: every option once. It feeds the parser, the help, the docs and the completion.
#include "tools/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/text.hpp"
#include "explore/named_schedule.hpp"
#include "explore/searches.hpp"
#include "explore/state_searches.hpp"
#include "harrier/report.hpp"
#include "tools/uses.hpp"
#include "tools/words.hpp"

namespace harrier::tools {

namespace {

std::vector<std::string> names_of(std::span<const NamedSummary> known) {
  std::vector<std::string> names;
  for (const NamedSummary& one : known) names.emplace_back(one.name);
  return names;
}

std::uint64_t as_count(const std::string& value) { return base::parse_unsigned(value).value_or(0); }

std::optional<double> parse_seconds(const std::string& value) {
  double number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc{} || end != value.data() + value.size()) return std::nullopt;
  if (!std::isfinite(number) || number < 0) return std::nullopt;
  return number;
}

const Use examines = Use::check | Use::outcomes | Use::minimise;
const Use bounds = Use::check | Use::compare | Use::estimate | Use::outcomes;
const Use depends = bounds | Use::minimise;
const Use runs = bounds | Use::replay | Use::minimise;
const Use written = Use::check | Use::page;

/// What to do where there is too much to explore all of it.
void add_search_options(std::vector<Option>& table) {
  table.push_back({.name = "search",
                   .value_name = "NAME",
                   .kind = ValueKind::word,
                   .use = explores,
                   .help = "draw executions or explore within a bound, instead of all classes",
                   .values = names_of(searches()),
                   .apply = [](CheckOptions& o, const std::string& v) { o.search = v; }});
  table.push_back({.name = "bound",
                   .value_name = "N,...",
                   .kind = ValueKind::counts,
                   .use = explores,
                   .help = "the bounds of --search delay, reversal or depth, one after the other",
                   .apply = [](CheckOptions& o, const std::string& v) {
                     for (const std::string& word : words_of(v)) o.bounds.push_back(as_count(word));
                   }});
  table.push_back(
      {.name = "bug-depth",
       .value_name = "N",
       .kind = ValueKind::count,
       .use = explores,
       .help = "how many orderings of messages --search pct and tapct aim at, at most",
       .default_value = std::to_string(CheckOptions().bug_depth),
       .min = 1,
       .apply = [](CheckOptions& o, const std::string& v) { o.bug_depth = as_count(v); }});
}

/// Leaves out what is there to show what it loses.
std::vector<std::string> complete_reductions() {
  std::vector<std::string> names = names_of(reductions());
  std::erase_if(names, [](const std::string& name) { return reduction_traits(name).is_partial; });
  return names;
}

/// What is explored, and how.
void add_exploration_options(std::vector<Option>& table) {
  const CheckOptions defaults;
  add_search_options(table);
  table.push_back({.name = "reduction",
                   .value_name = "R",
                   .kind = ValueKind::word,
                   .use = examines,
                   .help = "which executions are left out because others stand for them",
                   .default_value = defaults.reduction,
                   .values =
                       [] {
                         std::vector<std::string> values = names_of(reductions());
                         for (const KnownStateReduction& known : state_reductions()) {
                           if (!known.elsewhere.empty()) values.emplace_back(known.text.name);
                         }
                         return values;
                       }(),
                   .apply = [](CheckOptions& o, const std::string& v) { o.reduction = v; }});
  table.push_back({.name = "order",
                   .value_name = "O",
                   .kind = ValueKind::word,
                   .use = examines,
                   .help = "which of the permitted steps goes first",
                   .default_value = defaults.order,
                   .values = names_of(orders()),
                   .apply = [](CheckOptions& o, const std::string& v) { o.order = v; }});
  table.push_back(
      {.name = "dependence",
       .value_name = "D",
       .kind = ValueKind::word,
       .use = depends,
       .help = "which steps depend on each other: all of one actor, or by tracked field",
       .default_value = word_of(dependence_words, defaults.dependence),
       .default_in_compare = word_of(dependence_words, Dependence::actor),
       .values = texts_of(dependence_words),
       .apply = [](CheckOptions& o, const std::string& v) {
         set_from_word(dependence_words, v, o.dependence);
       }});
  table.push_back(
      {.name = "delivery",
       .value_name = "M",
       .kind = ValueKind::word,
       .use = runs,
       .help = "in which order messages may arrive; check takes all, which finds the "
               "weakest that will do",
       .default_value = word_of(delivery_words, defaults.delivery),
       .values =
           [] {
             std::vector<std::string> values = texts_of(delivery_words);
             values.emplace_back(all_deliveries);
             return values;
           }(),
       .shapes_replay = true,
       .apply = [](CheckOptions& o,
                   const std::string& v) { set_from_word(delivery_words, v, o.delivery); }});
  table.push_back({.name = "environment",
                   .value_name = "E",
                   .kind = ValueKind::word,
                   .use = shows,
                   .help = "which actors may be left at the end: any idle one, none, or those the "
                           "program allows",
                   .default_value = word_of(environment_words, defaults.environment),
                   .values = texts_of(environment_words),
                   .shapes_replay = true,
                   .apply = [](CheckOptions& o, const std::string& v) {
                     set_from_word(environment_words, v, o.environment);
                   }});
  table.push_back({.name = "undelivered",
                   .value_name = "U",
                   .kind = ValueKind::word,
                   .use = shows,
                   .help = "what to do about messages that are never delivered",
                   .default_value = word_of(undelivered_words, defaults.undelivered),
                   .values = texts_of(undelivered_words),
                   .shapes_replay = true,
                   .apply = [](CheckOptions& o, const std::string& v) {
                     set_from_word(undelivered_words, v, o.undelivered);
                   }});
  table.push_back({.name = "backtrack",
                   .value_name = "B",
                   .kind = ValueKind::word,
                   .use = explores,
                   .help = "how to get back to an earlier state; all ways explore the same",
                   .default_value = word_of(backtrack_words, defaults.backtrack),
                   .values = texts_of(backtrack_words),
                   .apply = [](CheckOptions& o, const std::string& v) {
                     set_from_word(backtrack_words, v, o.backtrack);
                   }});
  table.push_back({.name = "sleep",
                   .use = examines,
                   .help = "add sleep sets to the reduction",
                   .apply = [](CheckOptions& o, const std::string&) { o.sleep = true; }});
  for (const NamedSummary& reduction : reductions()) {
    for (const ReductionParameter& parameter : reduction_traits(reduction.name).parameters) {
      table.push_back(
          {.name = parameter.name,
           .value_name = "N",
           .kind = ValueKind::count,
           .use = depends,
           .help = fmt::format("{}: {}", reduction.name, parameter.summary),
           .default_value = "0",
           .apply = [name = std::string(parameter.name)](CheckOptions& o, const std::string& v) {
             o.parameters[name] = as_count(v);
           }});
    }
  }
  table.push_back({.name = "keep-going",
                   .use = explores,
                   .help = "collect violations instead of stopping at the first",
                   .apply = [](CheckOptions& o, const std::string&) { o.keep_going = true; }});
  table.push_back({.name = "audit",
                   .value_name = "[pairs]",
                   .use = explores,
                   .help = "execute every execution again, in two orders, and compare; some always "
                           "are; pairs: also in two orders for each two independent steps",
                   .values = {"pairs"},
                   .apply = [](CheckOptions& o, const std::string& v) {
                     o.audit = true;
                     o.audit_pairs = v == "pairs";
                   }});
  table.push_back({.name = "stats",
                   .use = explores,
                   .help = "count the races per field and pair of messages: what causes the orders",
                   .apply = [](CheckOptions& o, const std::string&) { o.stats = true; }});
  table.push_back({.name = "jobs",
                   .value_name = "N",
                   .kind = ValueKind::count,
                   .use = explores | Use::work | Use::verify,
                   .help =
                       "explore with so many threads, or processes where the program needs one (1; "
                       "what comes with Harrier and ABS models: all cores after about a second)",
                   .min = 1});
  table.push_back({.name = "seed",
                   .value_name = "N",
                   .kind = ValueKind::count,
                   .use = bounds,
                   .help = "the seed of everything random",
                   .default_value = std::to_string(defaults.seed),
                   .apply = [](CheckOptions& o, const std::string& v) { o.seed = as_count(v); }});
}

/// How far.
void add_bounds(std::vector<Option>& table) {
  table.push_back(
      {.name = "executions-max",
       .value_name = "N",
       .kind = ValueKind::count,
       .use = bounds,
       .help = "stop after so many executions, or probes of an estimate",
       .min = 1,
       .apply = [](CheckOptions& o, const std::string& v) { o.executions_max = as_count(v); }});
  table.push_back(
      {.name = "depth-max",
       .value_name = "N",
       .kind = ValueKind::count,
       .use = bounds,
       .help = "follow no execution beyond so many steps",
       .min = 1,
       .apply = [](CheckOptions& o, const std::string& v) { o.depth_max = as_count(v); }});
  table.push_back(
      {.name = "seconds-max",
       .value_name = "S",
       .kind = ValueKind::seconds,
       .use = bounds,
       .help = "stop after so many seconds",
       .apply = [](CheckOptions& o, const std::string& v) { o.seconds_max = seconds_of(v); }});
  std::string step_seconds = base::short_seconds_text(CheckOptions().step_seconds_max);
  step_seconds.resize(step_seconds.find(' '));
  table.push_back(
      {.name = "step-seconds-max",
       .value_name = "S",
       .kind = ValueKind::seconds,
       .use = runs,
       .help = "a step that runs for longer hangs; 0 waits forever",
       .default_value = step_seconds,
       .shapes_replay = true,
       .apply = [](CheckOptions& o, const std::string& v) { o.step_seconds_max = seconds_of(v); }});
}

/// What to compare, and how to show it.
void add_compare_options(std::vector<Option>& table) {
  table.push_back({.name = "reductions",
                   .value_name = "R,...",
                   .kind = ValueKind::words,
                   .use = Use::compare,
                   .help = "the reductions to compare; those that can use sleep sets, with and "
                           "without",
                   .default_value = base::join(complete_reductions(), ","),
                   .values = names_of(reductions())});
  table.push_back({.name = "orders",
                   .value_name = "O,...",
                   .kind = ValueKind::words,
                   .use = Use::compare,
                   .help = "the orders to compare, or all",
                   .default_value = "fifo,eca,lca",
                   .values = [] {
                     std::vector<std::string> values = names_of(orders());
                     values.emplace_back("all");
                     return values;
                   }()});
  table.push_back(
      {.name = "csv", .use = Use::compare, .help = "print comma-separated values instead of text"});
  table.push_back({.name = "plot",
                   .value_name = "FILE",
                   .kind = ValueKind::file,
                   .use = Use::compare,
                   .help = "also draw the executions as bars into an SVG file"});
}

/// What a certificate is asked.
void add_verify_options(std::vector<Option>& table) {
  table.push_back({.name = "lean",
                   .use = Use::verify,
                   .help = "ask less: proved only for programs in which nothing is held back"});
  table.push_back({.name = "pairs",
                   .value_name = "N|all",
                   .kind = ValueKind::count_or,
                   .use = Use::verify,
                   .help = "also execute each two independent steps of so many listed executions "
                           "next to each other, both ways, and compare",
                   .values = {"all"},
                   .min = 1});
  table.push_back({.name = "from",
                   .value_name = "N",
                   .kind = ValueKind::count,
                   .use = Use::verify,
                   .help = "go on where an interrupted verification says that it stopped"});
}

/// Files beside the report.
void add_file_options(std::vector<Option>& table) {
  const auto add = [&table](std::string_view name, Use use, std::string help) {
    table.push_back({.name = name,
                     .value_name = "FILE",
                     .kind = ValueKind::file,
                     .use = use,
                     .help = std::move(help)});
  };
  add("page", written,
      "also write a page for a browser: every violation explained, its execution step by step, "
      "beside one that passes");
  add("mermaid", written, "also write the first violation's execution as a Mermaid diagram");
  add("plantuml", written, "also write the first violation's execution as a PlantUML diagram");
  add("shiviz", written, "also write the first violation's execution as a log for ShiViz");
  add("junit", written, "also write the result as JUnit XML");
  add("sarif", written, "also write the violations as SARIF");
  add("tree", explores, "also draw the tree of the explored executions for Graphviz");
}

/// What is shown, and where.
void add_output_options(std::vector<Option>& table) {
  table.push_back({.name = "json",
                   .use = Use::list | Use::compare | Use::estimate | Use::outcomes | Use::status |
                          Use::verify | shows,
                   .help = "print one JSON object instead of text"});
  table.push_back({.name = "save",
                   .value_name = "FILE",
                   .kind = ValueKind::file,
                   .use = explores,
                   .help = "also write the JSON object to a file, which replay takes"});
  table.push_back({.name = "checkpoint",
                   .value_name = "FILE",
                   .kind = ValueKind::file,
                   .use = explores,
                   .help = "write to a file now and then, and at the end, what --resume needs"});
  table.push_back({.name = "checkpoint-seconds",
                   .value_name = "S",
                   .kind = ValueKind::seconds,
                   .use = explores,
                   .help = "how often --checkpoint and --resume write; first after a fifth of that",
                   .default_value = "10"});
  table.push_back({.name = "resume",
                   .value_name = "FILE",
                   .kind = ValueKind::file,
                   .use = explores,
                   .help = "go on from such a file, and go on writing to it"});
  table.push_back({.name = "cluster",
                   .value_name = "URL",
                   .kind = ValueKind::file,
                   .use = explores,
                   .help = "explore together with all who work for redis://host:port/run, or begin "
                           "that run"});
  table.push_back({.name = "save-executions",
                   .value_name = "FILE",
                   .kind = ValueKind::file,
                   .use = explores,
                   .help = "also write a line for every execution to a file: its class, equal "
                           "where only independent steps differ in their order, and its schedule"});
  table.push_back({.name = "certificate",
                   .value_name = "FILE",
                   .kind = ValueKind::file,
                   .use = explores,
                   .help = "also write an execution of every class to a file, with which 'verify' "
                           "checks that none is missing"});
  table.push_back({.name = "steps",
                   .value_name = "N|all",
                   .kind = ValueKind::count_or,
                   .use = shows,
                   .help = "show so many steps of a long execution, or all",
                   .default_value = std::to_string(ReportOptions().steps_max),
                   .values = {"all"},
                   .min = 2});
  table.push_back(
      {.name = "ascii",
       .use = shows,
       .help = "draw with ASCII characters only (the default unless the locale is UTF-8)"});
  table.push_back({.name = "color",
                   .value_name = "WHEN",
                   .kind = ValueKind::word,
                   .use = shows,
                   .help = "whether to use colours; auto: only on a terminal",
                   .default_value = "auto",
                   .values = {"auto", "always", "never"}});
  table.push_back(
      {.name = "progress",
       .kind = ValueKind::toggle,
       .use = explains | Use::verify,
       .help = "show on stderr how far the exploration is; on by default on a terminal"});
  table.push_back({.name = "markdown",
                   .use = Use::help,
                   .help = "print the reference as docs/command-line.md has it"});
  table.push_back({.name = "help", .use = Use::every, .help = "show what the sub-command takes"});
}

std::vector<Option> make_table() {
  std::vector<Option> table;
  add_exploration_options(table);
  add_state_options(table);
  add_bounds(table);
  add_compare_options(table);
  add_repeat_options(table);
  add_verify_options(table);
  add_file_options(table);
  add_output_options(table);
  return table;
}

[[noreturn]] void refuse(const Option& option, const std::string& value, const std::string& why) {
  throw UsageError(fmt::format("--{} '{}' is not possible: {}", option.name, value, why));
}

void require_word(const Option& option, const std::string& value) {
  if (std::ranges::find(option.values, value) != option.values.end()) return;
  throw UsageError(fmt::format("unknown {} '{}'; choose one of: {}{}", option.name, value,
                               base::join(option.values),
                               base::did_you_mean(value, option.values)));
}

void require_count(const Option& option, const std::string& value) {
  const std::optional<std::uint64_t> number = base::parse_unsigned(value);
  std::string wanted = "it must be a whole number";
  if (option.min > 0) wanted += fmt::format(", {} or more", option.min);
  if (!option.values.empty()) wanted += ", or " + base::join(option.values, " or ");
  if (!number || *number < option.min) refuse(option, value, wanted);
}

}  // namespace

const std::vector<Option>& option_table() {
  static const std::vector<Option> table = make_table();
  return table;
}

double seconds_of(const std::string& value) { return parse_seconds(value).value_or(0); }

const Option* find_option(std::string_view name) {
  for (const Option& option : option_table()) {
    if (option.name == name) return &option;
  }
  return nullptr;
}

std::vector<std::string> words_of(const std::string& value) {
  std::vector<std::string> words(1);
  for (const char c : value) {
    if (c == ',') {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

void require_value_fits(const Option& option, const std::string& value) {
  switch (option.kind) {
    case ValueKind::flag:
    case ValueKind::toggle:
      return;
    case ValueKind::count:
      return require_count(option, value);
    case ValueKind::counts:
      for (const std::string& word : words_of(value)) require_count(option, word);
      return;
    case ValueKind::count_or:
      if (std::ranges::find(option.values, value) == option.values.end()) {
        require_count(option, value);
      }
      return;
    case ValueKind::seconds:
      if (!parse_seconds(value)) refuse(option, value, "it must be a number of seconds, 0 or more");
      return;
    case ValueKind::word:
      return require_word(option, value);
    case ValueKind::words:
      for (const std::string& word : words_of(value)) require_word(option, word);
      return;
    case ValueKind::schedule:
      if (NamedSchedule::is_one(value)) {
        NamedSchedule::parse(value);
      } else {
        Schedule::parse(value);
      }
      return;
    case ValueKind::file:
      if (value.empty()) refuse(option, value, "it must be the name of a file");
      return;
  }
}

}  // namespace harrier::tools
