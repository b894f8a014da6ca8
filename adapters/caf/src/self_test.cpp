// Makes sure that the adapter's functions are the ones that the framework calls.
#include "self_test.hpp"

#include "backend.hpp"
#include "world.hpp"

namespace harrier::caf {

std::string self_test() {
  bool scheduled = false;
  Options how;
  World world(
      [&](World&) {
        const std::unique_ptr<backend::System> system = backend::make_system(how);
        scheduled = backend::is_scheduled_by_us(system->get());
        if (scheduled) backend::send_and_wait(system->get());
        return 0;
      },
      how, {});
  const std::uint32_t actors = world.start().created_count;
  // Main, the actor that was sent to and the waiting mailbox; the message, and nothing but it.
  const bool waits = actors == 3 && world.pending().size() == 1;
  const bool answers =
      scheduled && waits && world.execute(world.pending()[0], {}).receivers.size() == 1;
  if (answers) return {};
  return "the functions of this adapter did not take the place of those in libcaf_core.so, so "
         "nothing would be under control; CAF must be the shared library of version 0.17, and the "
         "adapter must be linked before it";
}

}  // namespace harrier::caf
