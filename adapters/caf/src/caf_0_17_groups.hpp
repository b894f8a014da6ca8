// Groups of CAF 0.17, with members that are visited in the same order in every execution.
#pragma once

#include <caf/group_module.hpp>
#include <memory>

namespace harrier::caf {

/// Makes what stands for the library's own module of groups within one process.
std::unique_ptr<::caf::group_module> make_local_groups(::caf::actor_system& system);

}  // namespace harrier::caf
