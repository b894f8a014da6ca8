// Checks a set of executions with a closure of choice.
#pragma once

#include "certificate/closure.hpp"
#include "harrier/certificate.hpp"

namespace harrier::certificate {

/// What `verify` does, with these questions.
VerifyResult verify_with(const ProgramFactory& make, const Listings& listings,
                         const Closure& closure, const VerifyOptions& options);

}  // namespace harrier::certificate
