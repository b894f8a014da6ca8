// Everything a program and its tests need.
#pragma once

#include "harrier/actor.hpp"               // IWYU pragma: export
#include "harrier/check.hpp"               // IWYU pragma: export
#include "harrier/hash.hpp"                // IWYU pragma: export
#include "harrier/peers.hpp"               // IWYU pragma: export
#include "harrier/registry.hpp"            // IWYU pragma: export
#include "harrier/system.hpp"              // IWYU pragma: export
#include "harrier/task.hpp"                // IWYU pragma: export
#include "harrier/tracked.hpp"             // IWYU pragma: export
#include "harrier/tracked_containers.hpp"  // IWYU pragma: export
