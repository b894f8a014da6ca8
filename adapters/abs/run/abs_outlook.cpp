// What the tasks of a model may lead to: who can still call whom.
#include "abs/run/abs_outlook.hpp"

#include <algorithm>

namespace harrier::abs::run {

namespace {

/// Values beyond these are not looked at: then nothing is known.
constexpr std::uint32_t values_max = 20'000;

bool offers_any(const ClassCode& code, const NumberSet& methods) {
  for (std::size_t i = 0; i < code.methods.size(); ++i) {
    if (code.methods[i] != nullptr && methods.contains(i)) return true;
  }
  return false;
}

}  // namespace

/// Takes note of the tasks there are. Costs time proportional to how many messages were ever sent.
void AbsOutlook::look() {
  if (!prospects_) prospects_.emplace(machine_.code());
  live_.clear();
  for (std::size_t i = 0; i < machine_.ledger().made().messages; ++i) {
    const MessageId message(i);
    const bool is_left = machine_.ledger().message(message).delivered_by == 0;
    if (is_left && !machine_.is_tick(message)) live_.push_back(message);
  }
}

bool AbsOutlook::waits_for_others(const TaskRecord& task) const {
  if (task.rest == nullptr) return false;
  return std::ranges::any_of(task.rest->futures, [&](const FutureCell* future) {
    return !future->resolved() && machine_.task(future->task).cog != task.cog;
  });
}

std::uint32_t AbsOutlook::group_of(std::uint32_t task) {
  while (groups_[task] != task) task = groups_[task] = groups_[groups_[task]];
  return task;
}

/// Puts a task into the group of all that can get hold of a value or leave something there.
void AbsOutlook::connect(std::uint32_t task, Value value, const Cog& cog) {
  if (!value.is_cell()) return;
  left_.push_back(value.cell());
  while (!left_.empty() && budget_ > 0) {
    --budget_;
    const Cell* cell = left_.back();
    left_.pop_back();
    connect_cell(task, *cell, cog);
  }
}

void AbsOutlook::connect_cell(std::uint32_t task, const Cell& cell, const Cog& cog) {
  const auto follow = [this](std::span<const Value> values) {
    for (const Value value : values) {
      if (value.is_cell()) left_.push_back(value.cell());
    }
  };
  if (cell.kind == CellKind::data) {
    const auto& data = static_cast<const DataCell&>(cell);
    return follow({data.arguments(), data.count});
  }
  if (cell.kind != CellKind::object && cell.kind != CellKind::future) return;
  if (cell.kind == CellKind::object && static_cast<const ObjectCell&>(cell).cog == &cog) {
    refer_[group_of(task)] = true;
    return;
  }
  const auto [met, is_new] = met_.try_emplace(&cell, task);
  if (!is_new) {
    const std::uint32_t one = group_of(met->second);
    const std::uint32_t other = group_of(task);
    refer_[one] = refer_[one] || refer_[other];
    groups_[other] = one;
    return;
  }
  if (cell.kind == CellKind::object) {
    const auto& object = static_cast<const ObjectCell&>(cell);
    follow({object.fields(), object.count});
  } else {
    const auto& future = static_cast<const FutureCell&>(cell);
    if (future.resolved()) follow({&future.result, 1});
  }
}

/// Does so for all that a task knows.
void AbsOutlook::connect_all(std::uint32_t index, const Cog& cog) {
  const TaskRecord& task = machine_.task(live_[index]);
  if (task.self != nullptr) connect(index, Value::of(task.self), cog);
  if (task.future != nullptr) connect(index, Value::of(task.future), cog);
  if (task.rest == nullptr) {
    for (const Value argument : task.arguments) connect(index, argument, cog);
    return;
  }
  for (const Value value : task.rest->slots) connect(index, value, cog);
  for (const FutureCell* future : task.rest->futures) connect(index, Value::of(future), cog);
  for (const FrameRecord& frame : task.rest->frames) {
    if (frame.self != nullptr) connect(index, Value::of(frame.self), cog);
  }
}

/// Tells whether what is left of a task may lead to a call of something that a cog has.
bool AbsOutlook::may_call(const TaskRecord& task, const Cog& cog) {
  NumberSet reached;
  const auto add = [&](const Body* body, std::uint32_t at) {
    if (body != nullptr) reached.add(prospects_->of(*body, at).reaches);
  };
  if (task.rest == nullptr) {
    add(task.body, 0);
  } else {
    for (const FrameRecord& frame : task.rest->frames) add(frame.body, frame.at);
  }
  if (task.self != nullptr) add(task.self->code->recover.get(), 0);
  return std::ranges::any_of(machine_.objects(), [&](const ObjectCell* object) {
    return object->cog == &cog && offers_any(*object->code, reached);
  });
}

bool AbsOutlook::is_stable(ActorId actor) {
  // Steps that test whether somebody else has resolved a future depend on that.
  if (tests_futures_) return false;
  const Cog& cog = machine_.cog(actor);
  groups_.resize(live_.size());
  refer_.assign(live_.size(), false);
  met_.clear();
  left_.clear();
  budget_ = values_max;
  for (std::uint32_t i = 0; i < live_.size(); ++i) groups_[i] = i;
  for (std::uint32_t i = 0; i < live_.size(); ++i) {
    const TaskRecord& task = machine_.task(live_[i]);
    if (task.cog != &cog) {
      connect_all(i, cog);
    } else if (waits_for_others(task)) {
      return false;
    }
  }
  if (budget_ == 0) return false;
  for (std::uint32_t i = 0; i < live_.size(); ++i) {
    const TaskRecord& task = machine_.task(live_[i]);
    if (task.cog != &cog && refer_[group_of(i)] && may_call(task, cog)) return false;
  }
  return true;
}

AbsOutlook::Refers AbsOutlook::refers(Value value, const Cog& cog) {
  if (!value.is_cell() || budget_ == 0) return Refers::no;
  --budget_;
  if (value.is(CellKind::object)) {
    const auto* object = static_cast<const ObjectCell*>(value.cell());
    return object->cog == &cog ? Refers::itself : Refers::no;
  }
  if (!value.is(CellKind::data)) return Refers::no;
  // A list is gone through without recursion: its rest is its last argument.
  for (Value at = value; at.is(CellKind::data);) {
    const std::span<const Value> arguments = at.arguments();
    if (arguments.empty()) break;
    for (const Value argument : arguments.first(arguments.size() - 1)) {
      if (refers(argument, cog) != Refers::no) return Refers::inside;
    }
    at = arguments.back();
    if (!at.is(CellKind::data) && refers(at, cog) != Refers::no) return Refers::inside;
  }
  return Refers::no;
}

AbsOutlook::Refers AbsOutlook::refers(std::span<const Value> values, const Cog& cog) {
  Refers most = Refers::no;
  for (const Value value : values) most = std::max(most, refers(value, cog));
  return most;
}

/// Theorem 1 and definition 3 of the paper, over tasks that have not begun.
Stability AbsOutlook::published_stability(ActorId actor) {
  const Cog& cog = machine_.cog(actor);
  const std::span<ObjectCell* const> objects = machine_.objects();
  budget_ = values_max;
  object_refers_.clear();
  NumberSet classes;
  for (const ObjectCell* object : objects) {
    object_refers_.push_back(refers({object->fields(), object->count}, cog));
    if (object->cog == &cog) classes.add(prospects_->number_of(*object->code));
  }
  const auto is_held_between = [&](const NumberSet& between) {
    for (std::size_t i = 0; i < objects.size(); ++i) {
      if (object_refers_[i] != Refers::no &&
          between.contains(prospects_->number_of(*objects[i]->code))) {
        return true;
      }
    }
    return false;
  };
  Stability sum;
  for (const MessageId message : live_) {
    const TaskRecord& task = machine_.task(message);
    if (task.cog == &cog || task.rest != nullptr) continue;
    Refers own = refers(task.arguments, cog);
    for (std::size_t i = 0; i < objects.size(); ++i) {
      if (objects[i]->cog == task.cog) own = std::max(own, object_refers_[i]);
    }
    classes.for_each([&](std::size_t one) {
      for (const Chains& chains : prospects_->chains(*task.body, one)) {
        if (own == Refers::itself) {
          (chains.direct ? sum.direct : sum.indirect) += chains.count;
        } else if (own == Refers::inside || is_held_between(chains.between)) {
          sum.through += chains.count;
        }
      }
    });
  }
  return sum;
}

void AbsOutlook::add_named(const TaskRecord& task, NumberSet& reads, NumberSet& writes) {
  const auto add = [&](const Body& body, std::uint32_t at) {
    const Prospect& prospect = prospects_->of(body, at);
    reads.add(prospect.reads);
    writes.add(prospect.writes);
  };
  if (task.rest == nullptr) {
    add(*task.body, 0);
    return;
  }
  for (const FrameRecord& frame : task.rest->frames) add(*frame.body, frame.at);
}

bool AbsOutlook::names_different_fields(MessageId first, MessageId second) {
  const TaskRecord& one = machine_.task(first);
  const TaskRecord& other = machine_.task(second);
  if (one.rest != nullptr && other.rest != nullptr) return false;
  if (one.self != other.self) return true;
  NumberSet reads[2];
  NumberSet writes[2];
  add_named(one, reads[0], writes[0]);
  add_named(other, reads[1], writes[1]);
  return !writes[0].meets(writes[1]) && !writes[0].meets(reads[1]) && !reads[0].meets(writes[1]);
}

}  // namespace harrier::abs::run
