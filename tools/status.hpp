// The exit statuses, the same for every sub-command.
#pragma once

#include "harrier/check.hpp"

namespace harrier::tools {

enum class Status : int {
  ok = 0,
  violation = 1,
  error = 2,  ///< the user asked for something impossible
  incomplete = 3,
  nondeterminism = 4,
  internal_error = 70,
};

inline Status status_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::ok:
      return Status::ok;
    case Verdict::violation:
      return Status::violation;
    case Verdict::incomplete:
      return Status::incomplete;
    case Verdict::nondeterminism:
      return Status::nondeterminism;
  }
  return Status::internal_error;
}

}  // namespace harrier::tools
