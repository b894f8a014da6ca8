// Explores ABS models given as texts, for tests.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "abs/lower/load.hpp"
#include "abs/run/semantics.hpp"
#include "harrier/check.hpp"
#include "reduction/reduction.hpp"

namespace harrier::abs::run::testing {

/// A model that was read without remarks.
std::shared_ptr<const Loaded> loaded(const std::string& text, Dialect dialect = Dialect::standard);
/// Reads a model of subjects/abs, with some texts in it replaced; each must be there.
std::string subject(const std::string& name,
                    const std::map<std::string, std::string>& replaced = {});

ProgramFactory factory(std::shared_ptr<const Loaded> model, const Semantics& semantics = {});

/// What an exploration found.
struct Explored {
  CheckResult result;
  std::map<std::uint64_t, int> classes;  ///< how often each was explored
  std::map<std::string, int> ends;       ///< how often each end state was reached
};

/// Explores all of a model, past violations, with the reduction that is named or with one's own.
Explored explore(const ProgramFactory& make, CheckOptions options,
                 std::unique_ptr<Reduction> reduction = nullptr);

/// Options by their names.
CheckOptions with(const std::string& reduction, Dependence dependence = Dependence::field);

}  // namespace harrier::abs::run::testing
