// Groups of CAF 0.17, with members that are visited in the same order in every execution.
//
// The library keeps the members of a group in a set that is ordered by their addresses, in a class
// that nobody outside its source file can name. So the module of local groups is another one here.
// It leaves out the actor that the library adds to every group to serve members elsewhere in a
// network.
#include "caf_0_17_groups.hpp"

#include <algorithm>
#include <caf/all.hpp>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "host/spin_lock.hpp"
#include "world.hpp"

namespace harrier::caf {

namespace {

using ::caf::error;
using ::caf::strong_actor_ptr;

class Group final : public ::caf::abstract_group {
 public:
  Group(::caf::group_module& module, std::string identifier)
      : abstract_group(module, std::move(identifier), module.system().node()) {}

  void enqueue(strong_actor_ptr sender, ::caf::message_id, ::caf::message content,
               ::caf::execution_unit* host) override {
    const World::Multicast at_once(World::current());
    for (const strong_actor_ptr& member : members()) {
      member->enqueue(sender, ::caf::make_message_id(), content, host);
    }
  }

  bool subscribe(strong_actor_ptr who) override {
    touch(Access::update);
    const std::lock_guard lock(mutex_);
    const bool is_new = std::ranges::find(members_, who) == members_.end();
    if (is_new) members_.push_back(std::move(who));
    return is_new;
  }

  void unsubscribe(const ::caf::actor_control_block* who) override {
    touch(Access::update);
    strong_actor_ptr gone;  // it may be the last handle, so it is given up without the lock
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(members_, who, &strong_actor_ptr::get);
    if (found == members_.end()) return;
    gone = std::move(*found);
    members_.erase(found);
  }

  error save(::caf::serializer& sink) const override {
    return sink(const_cast<std::string&>(identifier()));
  }
  void stop() override {}

 private:
  /// Takes note of who looks at the members. They have no order of their own, so those who come and
  /// those who go do not depend on each other.
  static void touch(Access access) {
    World* world = World::current();
    if (world != nullptr && !world->tearing_down()) world->touch_shared(groups_part, access);
  }

  std::vector<strong_actor_ptr> members() {
    touch(Access::read);
    std::vector<strong_actor_ptr> sorted;
    {
      const std::lock_guard lock(mutex_);
      sorted = members_;
    }
    if (const World* world = World::current()) {
      std::ranges::sort(sorted, [world](const auto& left, const auto& right) {
        return world->spawned_before(left.get(), right.get());
      });
    }
    return sorted;
  }

  host::SpinLock mutex_;  // a thread of the program's own may send, which is reported
  std::vector<strong_actor_ptr> members_;
};

class LocalGroups final : public ::caf::group_module {
 public:
  explicit LocalGroups(::caf::actor_system& system) : group_module(system, "local") {}

  ::caf::expected<::caf::group> get(const std::string& identifier) override {
    const std::lock_guard lock(mutex_);
    ::caf::intrusive_ptr<Group>& known = groups_[identifier];
    if (!known) known = ::caf::make_counted<Group>(*this, identifier);
    return ::caf::group{known.get()};
  }

  error load(::caf::deserializer& source, ::caf::group& storage) override {
    std::string identifier;
    if (error failed = source(identifier)) return failed;
    storage = *get(identifier);
    return ::caf::none;
  }

  void stop() override {
    std::map<std::string, ::caf::intrusive_ptr<Group>> gone;  // and their members, without the lock
    const std::lock_guard lock(mutex_);
    gone.swap(groups_);
  }

 private:
  host::SpinLock mutex_;
  std::map<std::string, ::caf::intrusive_ptr<Group>> groups_;
};

}  // namespace

std::unique_ptr<::caf::group_module> make_local_groups(::caf::actor_system& system) {
  return std::make_unique<LocalGroups>(system);
}

}  // namespace harrier::caf
