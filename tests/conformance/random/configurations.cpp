// Walks all configurations of a program.
#include "tests/conformance/random/configurations.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>

#include "property/consequences.hpp"

namespace harrier::testing {

namespace {

class Walk {
 public:
  Walk(const ProgramFactory& make, const Model& model, EventNames& names, std::size_t count_max)
      : program_(make({.backtrack = Backtrack::undo,
                       .dependence = model.dependence,
                       .delivery = model.delivery})),
        names_(names),
        count_max_(count_max) {}

  Configurations run() {
    trace_.start(program_->start());
    visit();
    result_.complete = nodes_.size() <= count_max_;
    result_.count = nodes_.size();
    if (result_.complete && !result_.flaw) {
      check_commutation();
      result_.executions = count_executions();
    }
    return std::move(result_);
  }

 private:
  struct Edge {
    EventName event = 0;
    std::size_t to = 0;
    MessageId message;
    std::vector<ResourceAccess> resources;
  };
  struct Node {
    Configuration events;
    std::string state;
    std::vector<Edge> edges;
  };

  /// Explores the configuration that the program stands at, unless it is known; returns its number.
  std::size_t visit() {
    const std::vector<EventName>& path = names_.of(trace_);
    Configuration events = path;
    std::ranges::sort(events);
    std::string state = state_text(*program_, trace_, path);
    const auto [known, is_new] = numbers_.try_emplace(events, nodes_.size());
    const std::size_t number = known->second;
    if (!is_new) {
      if (nodes_[number].state != state) {
        flaw("two orders of the same events lead to different states:\n" + nodes_[number].state +
             "and\n" + state);
      }
      return number;
    }
    nodes_.push_back({std::move(events), std::move(state), {}});
    result_.depth_max = std::max(result_.depth_max, trace_.size());
    note_features();
    std::vector<MessageId> enabled;
    program_->enabled(enabled);
    for (const MessageId message : enabled) {
      std::vector<Choice> choices;
      do {
        if (nodes_.size() > count_max_ || result_.flaw) return number;
        take(number, message, choices);
      } while (next_variant(choices));
    }
    if (enabled.empty() && !is_infeasible(trace_)) {
      result_.maximal.emplace(nodes_[number].events, nodes_[number].state);
    }
    return number;
  }

  /// Executes a step, explores what is behind it and takes it back; `choices` become those it took.
  void take(std::size_t from, MessageId message, std::vector<Choice>& choices) {
    const StepReport& report = program_->execute(message, choices);
    choices.assign(report.choices.begin(), report.choices.end());
    result_.features.choice |= !choices.empty();
    result_.features.spawn |= report.created_count != 0;
    result_.features.failure |= report.failure != nullptr;
    std::vector<EventId> causes;
    program_->further_causes(message, causes);
    trace_.push(report, causes);
    Edge edge{
        names_.of(trace_).back(), 0, message, {report.resources.begin(), report.resources.end()}};
    edge.to = visit();
    nodes_[from].edges.push_back(std::move(edge));
    program_->undo()->take_back();
    trace_.pop();
  }

  void note_features() {
    Features& features = result_.features;
    for (const MessageId message : program_->pending()) {
      const Hold hold = program_->standing()->hold(message);
      const bool waits = program_->narrator()->message_text(message).starts_with("condition of");
      features.guard_false |= hold == Hold::guard && !waits;
      features.condition_false |= hold == Hold::guard && waits;
      features.blocked |= hold == Hold::blocked;
      features.out_of_order |= hold == Hold::order;
      features.ended_receiver |= hold == Hold::ended;
    }
    std::vector<MessageId> enabled;
    program_->enabled(enabled);
    for (std::size_t i = 0; i < trace_.actor_count(); ++i) {
      const Activity activity = program_->standing()->activity(ActorId(i));
      features.awaiting |= activity == Activity::awaiting;
      features.deadlock |= activity == Activity::calling && enabled.empty();
    }
  }

  const Edge* edge(std::size_t from, EventName event) const {
    const std::vector<Edge>& edges = nodes_[from].edges;
    const auto found = std::ranges::find(edges, event, &Edge::event);
    return found != edges.end() ? &*found : nullptr;
  }

  /// Checks that events which do not depend on each other can happen in either order and do not
  /// disable each other.
  void check_commutation() {
    for (std::size_t from = 0; from < nodes_.size(); ++from) {
      for (const Edge& first : nodes_[from].edges) {
        for (const Edge& second : nodes_[first.to].edges) check_follower(from, first, second);
        for (const Edge& other : nodes_[from].edges) check_sibling(from, first, other);
        if (result_.flaw) return;
      }
    }
  }

  void check_follower(std::size_t from, const Edge& first, const Edge& second) {
    const std::span<const EventName> causes = names_.causes(second.event);
    if (std::ranges::find(causes, first.event) != causes.end()) return;
    const Edge* earlier = edge(from, second.event);
    if (earlier == nullptr) {
      flaw("an event happens only after another that it does not depend on", from, first, second);
      return;
    }
    const Edge* last = edge(earlier->to, first.event);
    if (last == nullptr || last->to != second.to) {
      flaw("two independent events do not happen in the other order", from, first, second);
    }
  }

  void check_sibling(std::size_t from, const Edge& first, const Edge& other) {
    if (first.message == other.message) return;
    if (conflict(std::span<const ResourceAccess>(first.resources),
                 std::span<const ResourceAccess>(other.resources))) {
      return;
    }
    if (edge(first.to, other.event) == nullptr) {
      flaw("an event disables or changes another that it does not conflict with", from, first,
           other);
    }
    result_.features.field_level |=
        first.resources.front().resource.owner() == other.resources.front().resource.owner();
  }

  void flaw(const std::string& what, std::size_t from, const Edge& first, const Edge& second) {
    const auto shown = [](const Edge& edge) {
      return "message " + std::to_string(edge.message.value) + " (event e" +
             std::to_string(edge.event) + ")";
    };
    flaw(what + ": " + shown(first) + " and " + shown(second) + ", in the state\n" +
         nodes_[from].state);
  }
  void flaw(std::string what) {
    if (!result_.flaw) result_.flaw = std::move(what);
  }

  /// Counts the paths from the start to maximal configurations.
  std::uint64_t count_executions() const {
    std::vector<std::size_t> order(nodes_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::sort(order, std::greater<>(),
                      [this](std::size_t i) { return nodes_[i].events.size(); });
    std::vector<std::uint64_t> paths(nodes_.size(), 0);
    for (const std::size_t node : order) {
      if (nodes_[node].edges.empty()) paths[node] = 1;
      for (const Edge& edge : nodes_[node].edges) {
        const std::uint64_t room = std::numeric_limits<std::uint64_t>::max() - paths[node];
        paths[node] += std::min(room, paths[edge.to]);
      }
    }
    return paths[0];
  }

  const std::unique_ptr<Program> program_;
  EventNames& names_;
  const std::size_t count_max_;
  Trace trace_;
  std::map<Configuration, std::size_t> numbers_;
  std::vector<Node> nodes_;
  Configurations result_;
};

}  // namespace

std::string Model::text() const {
  constexpr std::array<const char*, 4> names{"bag", "fifo", "causal", "mailbox"};
  return std::string("--dependence ") + (dependence == Dependence::field ? "field" : "actor") +
         " --delivery " + names[static_cast<std::size_t>(delivery)];
}

Configurations all_configurations(const ProgramFactory& make, const Model& model, EventNames& names,
                                  std::size_t count_max) {
  return Walk(make, model, names, count_max).run();
}

}  // namespace harrier::testing
