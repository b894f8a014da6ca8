// The threads of a rank in a parallel region of OpenMP: stacks that run in turns on that of the
// rank.
#include "team.hpp"

#include <algorithm>
#include <utility>

#include "ranks.hpp"
#include "world.hpp"

namespace harrier::mpi {

namespace {

constexpr std::size_t nobody = ~std::size_t{0};

host::FiberPool& stacks() {
  static auto* const pool = new host::FiberPool(std::size_t{8} << 20);
  return *pool;
}

}  // namespace

Team* Team::current() {
  World* const world = World::current();
  return world != nullptr && Ranks::instance().is_running()
             ? world->state(world->running()).team.get()
             : nullptr;
}

Team::Team(unsigned size, bool all_call, std::function<void()> body)
    : size_(size), all_call_(all_call), next_(nobody) {
  for (unsigned i = 0; i < size; ++i) add(i, false, body);
}

Team::~Team() {
  for (const std::unique_ptr<Thread>& thread : threads_)
    stacks().give_back(std::move(thread->fiber));
}

void Team::add(unsigned number, bool is_task, std::function<void()> body) {
  Thread& made = *threads_.emplace_back(std::make_unique<Thread>());
  made.fiber = stacks().take();
  made.number = number;
  made.is_task = is_task;
  made.parent = running_;
  made.works = works_at_begin_;
  made.fiber->begin([this, &made, body = std::move(body)] {
    {
      const InProgram program;
      body();
    }
    made.has_ended = true;
    if (made.is_task) {
      --tasks_;
      --threads_[made.parent]->tasks;
    }
  });
}

void Team::run() {
  while (live_count() != 0) {
    std::size_t next = std::exchange(next_, nobody);
    if (next == nobody) {
      const std::vector<std::size_t> all = runnable();
      if (all.empty()) {
        World::current()->fail(
            FailureKind::misuse,
            "rank " + std::to_string(Ranks::instance().current()) +
                ": its threads wait for each other, in barriers, critical regions, "
                "ordered blocks or for tasks");
      }
      next = choose(all);
    }
    running_ = next;
    threads_[next]->can_go_on = {};
    threads_[next]->fiber->resume();
  }
}

std::size_t Team::live_count() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      threads_, [](const std::unique_ptr<Thread>& thread) { return !thread->has_ended; }));
}

bool Team::others_can_go_on() const {
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    if (i != running_ && can_run(*threads_[i])) return true;
  }
  return false;
}

std::vector<std::size_t> Team::runnable() const {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    const std::size_t asked = (running_ + 1 + i) % threads_.size();
    if (can_run(*threads_[asked])) all.push_back(asked);
  }
  return all;
}

void Team::give_up_turn(std::size_t next) {
  next_ = next;
  threads_[running_]->fiber->suspend();
}

void Team::wait_until(std::function<bool()> holds) {
  if (holds()) return;
  threads_[running_]->can_go_on = std::move(holds);
  give_up_turn(nobody);
}

std::size_t Team::choose(const std::vector<std::size_t>& all) const {
  const std::size_t first = *std::ranges::min_element(all);
  if (all.size() == 1 || !(all_call_ || (has_called_ && first == 0))) return first;
  return all[World::current()->choose(static_cast<std::uint32_t>(all.size()))];
}

void Team::call() {
  has_called_ = true;
  pass();
}

void Team::pass() {
  const std::size_t next = choose(runnable());
  if (next != running_) give_up_turn(next);
}

void Team::sleep() {
  const std::vector<std::size_t> all = runnable();
  if (all.size() > 1) give_up_turn(all.front());
}

void Team::barrier() {
  const unsigned number = barriers_;
  ++arrived_;
  wait_until([this, number] { return barriers_ != number || (arrived_ == size_ && tasks_ == 0); });
  if (barriers_ != number) return;
  arrived_ = 0;
  ++barriers_;
  has_called_ = false;
  pass();
}

bool Team::try_enter(const void* what) { return !std::exchange(regions_[what].is_held, true); }

void Team::enter(const void* what) {
  Region& region = regions_[what];
  ++region.waiting;
  wait_until([&region] { return !region.is_held; });
  --region.waiting;
  region.is_held = true;
}

void Team::leave(const void* what) {
  Region& region = regions_[what];
  region.is_held = false;
  if (region.waiting != 0) pass();
}

void Team::add_task(std::function<void()> body) {
  ++tasks_;
  ++threads_[running_]->tasks;
  add(number(), true, std::move(body));
  pass();
}

void Team::wait_for_tasks() {
  const Thread& waiting = *threads_[running_];
  wait_until([&waiting] { return waiting.tasks == 0; });
}

SharedWork& Team::begin_work() {
  Thread& thread = *threads_[running_];
  if (++thread.works > works_.size()) works_.emplace_back();
  return work();
}

SharedWork& Team::begin_with_work() {
  works_at_begin_ = 1;
  for (const std::unique_ptr<Thread>& thread : threads_) thread->works = 1;
  return works_.emplace_back();
}

void Team::wait_for_turn() {
  ++wait_for_turn_;
  wait_until([&mine = part(), &all = work()] { return all.done >= mine.begin; });
  --wait_for_turn_;
}

void Team::finish_part() {
  SharedWork& all = work();
  if (part().begin != part().end) all.late[part().begin] = part().end;
  for (auto next = all.late.find(all.done); next != all.late.end();
       next = all.late.find(all.done)) {
    all.done = next->second;
    all.late.erase(next);
  }
  if (wait_for_turn_ != 0) pass();
}

}  // namespace harrier::mpi
