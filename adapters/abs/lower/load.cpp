// From files to code that can be run.
#include "abs/lower/load.hpp"

#include <fstream>
#include <iterator>
#include <utility>

#include "abs/check/check.hpp"
#include "abs/lower/lower.hpp"
#include "abs/syntax/parse.hpp"
#include "harrier/usage_error.hpp"

namespace harrier::abs {

Loaded load(std::vector<SourceFile> files, Dialect dialect) {
  ParseResult parsed = parse(std::move(files), {.dialect = dialect});
  Loaded loaded;
  loaded.remarks = std::move(parsed.diagnostics);
  loaded.model = std::move(parsed.model);
  if (refused(loaded.remarks)) return loaded;
  const Diagnostics found = check(*loaded.model);
  loaded.remarks.insert(loaded.remarks.end(), found.begin(), found.end());
  if (refused(loaded.remarks)) return loaded;
  if (loaded.model->main == nullptr) {
    throw UsageError("no module has a main block, so there is nothing to run");
  }
  loaded.code = run::lower(*loaded.model);
  return loaded;
}

Loaded load_files(const std::vector<std::string>& names, Dialect dialect) {
  std::vector<SourceFile> files;
  for (const std::string& name : names) {
    std::ifstream file(name, std::ios::binary);
    if (!file) throw UsageError("cannot read '" + name + "'");
    files.push_back({name, std::string(std::istreambuf_iterator<char>(file), {})});
    if (file.bad()) throw UsageError("cannot read '" + name + "'");
  }
  return load(std::move(files), dialect);
}

}  // namespace harrier::abs
