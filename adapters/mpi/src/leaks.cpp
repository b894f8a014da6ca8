// What a rank has made and never freed.
#include "leaks.hpp"

#include <algorithm>

#include "texts.hpp"

namespace harrier::mpi {

std::vector<Leak> leaks_of(const RankState& state) {
  std::vector<Leak> leaks;
  const auto add = [&](const std::string& what) {
    const auto same = std::ranges::find(leaks, what, &Leak::what);
    if (same != leaks.end()) {
      ++same->count;
    } else {
      leaks.push_back({what});
    }
  };
  const auto made_by = [](const Origin& origin) {
    return call_text({origin.function, origin.from});
  };
  state.requests.for_each([&](MPI_Request, const Request& request) {
    if (!request.is_given_up) add("the persistent request of " + call_text(request.site));
  });
  state.communicators.for_each([&](MPI_Comm, const HeldCommunicator& comm) {
    add("the communicator of " + call_text(comm.made_by));
  });
  state.types.for_each([&](MPI_Datatype, const TypeEntry& type) {
    add("the datatype of " + made_by(type.made_by));
  });
  state.operations.for_each([&](MPI_Op, const Operation& operation) {
    add("the operation of " + made_by(operation.made_by));
  });
  state.objects.groups.for_each(
      [&](MPI_Group, const GroupEntry& group) { add("the group of " + made_by(group.made_by)); });
  state.objects.windows.for_each(
      [&](MPI_Win, const HeldWindow& window) { add("the window of " + made_by(window.made_by)); });
  return leaks;
}

std::string leak_text(const Leak& leak) {
  const std::string times = leak.count > 1 ? ", " + std::to_string(leak.count) + " times" : "";
  return leak.what + " is never freed" + times;
}

}  // namespace harrier::mpi
