// Two members of a group and two actors that send to it; each member ends with the first it gets.
#include <caf/all.hpp>
#include <vector>

void caf_main(caf::actor_system& system) {
  const caf::group group = system.groups().anonymous();
  std::vector<caf::actor> members;
  for (int i = 0; i < 2; ++i) {
    members.push_back(
        system.spawn_in_group(group, [](caf::event_based_actor* self) -> caf::behavior {
          return {[=](int) { self->quit(); }};
        }));
  }
  for (int i = 1; i <= 2; ++i) {
    system.spawn([=](caf::event_based_actor* self) { self->send(group, i); });
  }
  system.await_all_actors_done();
}

CAF_MAIN()
