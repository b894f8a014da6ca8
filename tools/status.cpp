// `harrier status`: how far a shared run is, or the exploration of which a checkpoint was kept.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>

#include "base/text.hpp"
#include "cluster/redis_store.hpp"
#include "cluster/replica.hpp"
#include "explore/estimate.hpp"
#include "explore/registries.hpp"
#include "tools/checkpoint_file.hpp"
#include "tools/commands.hpp"
#include "tools/json.hpp"
#include "tools/progress.hpp"
#include "tools/terminal.hpp"

namespace harrier::tools {

namespace {

constexpr std::string_view status_schema = "harrier-status-1";
/// Over so long the rate is measured.
constexpr std::chrono::milliseconds rate_time{500};
/// Who looks does not wait for a server as those do who have work to lose.
constexpr double patience_seconds_max = 5;

/// What is known of an exploration without running its program.
struct Known {
  Fingerprint of;
  Tally tally;
  std::size_t tasks = 0;
  SharedTree::Extent extent;
  std::optional<RedisStore::Members> members = std::nullopt;
  std::optional<double> rate = std::nullopt;  ///< executions in a second
};

Known look_at(const Fingerprint& of, const Tally& tally, const SharedTree& tree) {
  return {.of = of,
          .tally = tally,
          .tasks = tree.ready_count() + tree.leased_count(),
          .extent = tree.extent()};
}

Known look_at_file(const std::string& file) {
  const Checkpoint kept = read_checkpoint(file);
  WorkReader reader(kept.contents);
  const Tally tally = Tally::read(reader);
  return look_at(kept.of, tally, SharedTree::parse(reader.rest()));
}

void catch_up(RedisStore& store, Replica& replica) {
  using Kind = Store::Answer::Kind;
  while (true) {
    const Store::Answer answer = store.read(replica.place());
    if (answer.kind == Kind::nothing) return;
    if (answer.kind == Kind::stale) replica.load(store.load());
    for (const std::string& record : answer.records) replica.apply(record);
  }
}

SharedTree::Planning planning_of(const Fingerprint& of) {
  CheckOptions options;
  options.reduction = value_of(of, "reduction");
  if (value_of(of, "dependence") == "actor") options.dependence = Dependence::actor;
  options.sleep = value_of(of, "sleep") == "yes";
  if (value_of(of, "delivery") == "mailbox") options.delivery = DeliveryModel::mailbox;
  return harrier::planning_of(options);
}

Known look_at_run(const std::string& address) {
  StoreUrl url = StoreUrl::parse(address);
  url.patience_seconds = std::min(url.patience_seconds, patience_seconds_max);
  RedisStore store(url);
  const Fingerprint of = store.subject();
  Replica replica(planning_of(of));
  replica.load(store.load());
  catch_up(store, replica);
  const std::uint64_t before = replica.tally().executions;
  const auto begin = std::chrono::steady_clock::now();
  if (!replica.is_over()) {
    std::this_thread::sleep_for(rate_time);
    catch_up(store, replica);
  }
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  Known known = look_at(of, replica.tally(), replica.tree());
  known.members = store.members();
  known.rate = static_cast<double>(replica.tally().executions - before) / elapsed.count();
  return known;
}

std::string state_of(const Known& known) {
  if (known.tasks == 0) return "complete";
  if (known.tally.is_over()) return "ended";
  // Whether somebody goes on with a file cannot be seen.
  return known.members ? "goes on" : "unfinished";
}

std::optional<Estimate> expected_of(const Known& known) {
  return expected_executions(known.tally.executions, known.extent.share, known.extent.executions);
}

std::string text_of(const Known& known) {
  const Tally& tally = known.tally;
  std::string text = fmt::format("{} {} by {}: {}\n", value_of(known.of, "program"),
                                 value_of(known.of, "arguments"), value_of(known.of, "reduction"),
                                 state_of(known));
  text += fmt::format("{}, {} blocked, {}, depth {}", base::counted(tally.executions, "execution"),
                      base::grouped(tally.blocked), base::counted(tally.steps, "step"),
                      base::grouped(tally.depth_max));
  if (known.rate && known.tasks != 0) {
    text += fmt::format(", {}/s", base::grouped(static_cast<std::uint64_t>(*known.rate)));
  }
  text += fmt::format("\n{} of known branches explored, {} left",
                      fmt::format("{}%", static_cast<int>(known.extent.share * 100)),
                      base::counted(known.tasks, "task"));
  if (known.members) {
    text += fmt::format(", {} being explored", base::grouped(known.members->leased_count));
  }
  text += '\n';
  if (const auto expected = expected_of(known)) {
    text += expected_text(*expected);
    if (known.rate && *known.rate > 0) {
      const double left = expected->classes - static_cast<double>(tally.executions);
      text += fmt::format(", {} left", about_time(left / *known.rate));
    }
    text += '\n';
  }
  for (const Tally::Found& one : tally.violations) {
    text += fmt::format("violation: {}, in {}: --schedule {}\n", one.group,
                        base::counted(one.count, "execution"), one.schedule);
  }
  if (known.members) {
    for (const RedisStore::Seen& one : known.members->workers) {
      text += fmt::format("worker {}: {}, seen {} ago\n", one.name, one.about,
                          base::short_seconds_text(one.seconds_ago));
    }
  }
  return text;
}

Json json_of(const Known& known) {
  const Tally& tally = known.tally;
  Json json;
  json["schema"] = status_schema;
  for (const char* const part : {"program", "arguments", "reduction", "order"}) {
    json[part] = value_of(known.of, part);
  }
  json["state"] = state_of(known);
  json["executions"] = tally.executions;
  json["blocked"] = tally.blocked;
  json["steps"] = tally.steps;
  json["depth_max"] = tally.depth_max;
  json["explored"] = known.extent.share;
  json["expected_executions"] = nullptr;
  if (const auto expected = expected_of(known)) {
    json["expected_executions"] = {
        {"likely", expected->classes}, {"low", expected->low}, {"high", expected->high}};
  }
  json["tasks"] = known.tasks;
  json["violations"] = Json::array();
  for (const Tally::Found& one : tally.violations) {
    json["violations"].push_back(
        {{"group", one.group}, {"count", one.count}, {"schedule", one.schedule}});
  }
  if (!known.members) return json;
  json["executions_per_second"] = *known.rate;
  json["tasks_being_explored"] = known.members->leased_count;
  json["workers"] = Json::array();
  for (const RedisStore::Seen& one : known.members->workers) {
    json["workers"].push_back(
        {{"name", one.name}, {"about", one.about}, {"seconds_ago", one.seconds_ago}});
  }
  return json;
}

}  // namespace

Status run_status(const CommandLine& line) {
  if (line.rest.size() != 1) {
    throw UsageError("'status' takes the address of a run, redis://host:port/run, or a checkpoint");
  }
  const std::string& of = line.rest.front();
  const Known known = StoreUrl::looks_like(of) ? look_at_run(of) : look_at_file(of);
  print(line.has("json") ? json_text(json_of(known)) : text_of(known));
  return Status::ok;
}

}  // namespace harrier::tools
