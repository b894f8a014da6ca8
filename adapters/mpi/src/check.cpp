// The public calls: explore a function as an MPI program.
#include "harrier/mpi.hpp"
#include "ranks.hpp"
#include "world.hpp"

namespace harrier::mpi {

namespace {

ProgramFactory program_of(const Body& body, const Options& how) {
  Image::instance().take();
  Ranks::instance().set_program([body](int, char**) { return body(); }, {"program"}, false);
  return [how](const ProgramOptions&) {
    auto world = World::make(how);
    world->mute(true);
    return world;
  };
}

}  // namespace

CheckResult check(const Body& body, const Options& how, const CheckOptions& options) {
  return harrier::check(program_of(body, how), options);
}

ReplayResult replay(const Body& body, const Options& how, const Schedule& schedule,
                    const CheckOptions& options) {
  return harrier::replay(program_of(body, how), schedule, options);
}

}  // namespace harrier::mpi
