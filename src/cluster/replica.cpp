// The shared tree and the totals of an exploration that several processes share.
#include "cluster/replica.hpp"

#include <utility>

#include "base/mix.hpp"
#include "harrier/usage_error.hpp"

namespace harrier {

namespace {

std::uint64_t checksum(std::string_view text) {
  std::uint64_t sum = text.size();
  for (const char letter : text) sum = mix(sum, static_cast<unsigned char>(letter));
  return sum;
}

/// Takes the checksum off; throws UsageError where it is wrong.
std::string_view unsealed(std::string_view text) {
  WorkReader reader(text);
  const std::uint64_t sum = reader.number();
  if (sum != checksum(reader.rest())) {
    throw UsageError("what is kept of the shared exploration is damaged");
  }
  return reader.rest();
}

/// Writes a sequence; in the pasts of its steps only those of the sequence, by their places in it.
void write_sequence(WorkWriter& writer, const HandedOver& sequence) {
  writer.number(sequence.state());
  writer.number(sequence.size());
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    const HandedOver::Step one = sequence[i];
    WorkStep step;
    step.name = one.name;
    step.choices.assign(one.choices.begin(), one.choices.end());
    if (one.possible) {
      step.touched.assign(one.touched);
    } else {
      step.touched.assign_impossible(one.touched);
    }
    writer.step(step);
    std::vector<std::size_t> past;
    for (std::size_t j = 0; j < i; ++j) {
      if (one.past.contains(sequence[j].event)) past.push_back(j);
    }
    writer.list(past, [&](std::size_t before) { writer.number(before); });
  }
}

HandedOver read_sequence(WorkReader& reader) {
  HandedOver sequence(reader.small());
  std::uint32_t before = 0;  // steps of the sequence
  reader.list<int>([&] {
    const WorkStep step = reader.step();
    if (!step.touched.complete()) {
      throw UsageError("what is kept of the shared exploration is damaged");
    }
    Bits past;
    reader.list<int>([&] {
      past.add(reader.number(before));
      return 0;
    });
    sequence.add(
        {step.name, before++, step.touched.possible(), step.choices, step.touched.known(), past});
    return 0;
  });
  return sequence;
}

}  // namespace

std::string sealed(const std::string& text) { return std::to_string(checksum(text)) + ' ' + text; }

std::string record_of(SharedTree::TaskId task, const std::string& token,
                      const Search::Portion& portion, bool split) {
  WorkWriter writer;
  writer.number(task);
  writer.number((split ? 1U : 0U) + (portion.rest ? 2U : 0U));
  writer.list(portion.handed_over, [&](const HandedOver& one) { write_sequence(writer, one); });
  if (portion.rest) writer.path(portion.rest->path, portion.rest->states);
  const Tally tally = Tally::of(portion);
  tally.write(writer);
  tally.write_over(writer);
  return token + ' ' + sealed(writer.take());
}

void Replica::load(const Store::Snapshot& snapshot) {
  SharedTree tree(planning_);
  Tally tally;
  if (!snapshot.text.empty()) {
    WorkReader reader(unsealed(snapshot.text));
    tally = Tally::read(reader);
    tally.read_over(reader);
    tree = SharedTree::parse(reader.rest());
  }
  tree_ = std::move(tree);
  tally_ = std::move(tally);
  place_ = snapshot.place;
}

Store::Snapshot Replica::snapshot() const {
  WorkWriter writer;
  tally_.write(writer);
  tally_.write_over(writer);
  return {.place = place_, .text = sealed(writer.take() + tree_.text())};
}

void Replica::apply(std::string_view record) {
  const std::size_t space = record.find(' ');
  if (space == std::string_view::npos) {
    throw UsageError("what is kept of the shared exploration is damaged");
  }
  WorkReader reader(unsealed(record.substr(space + 1)));
  const SharedTree::TaskId task = reader.number();
  const std::uint64_t flags = reader.number(3);
  SharedTree::Outcome outcome;
  outcome.split = (flags & 1U) != 0;
  outcome.handed_over = reader.list<HandedOver>([&] { return read_sequence(reader); });
  if ((flags & 2U) != 0) {
    outcome.rest.emplace();
    reader.path(outcome.rest->path, outcome.rest->states);
  }
  Tally tally = Tally::read(reader);
  tally.read_over(reader);
  reader.end();
  outcome.executions = tally.executions;
  tree_.require_fitting(task, outcome);
  tree_.reserve(task);
  tree_.commit(task, std::move(outcome));
  tally_.add(tally);
  ++place_.position;
  place_.token = record.substr(0, space);
}

}  // namespace harrier
