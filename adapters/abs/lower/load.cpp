// From files to code that can be run.
#include "abs/lower/load.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <utility>

#include "abs/check/check.hpp"
#include "abs/lower/lower.hpp"
#include "abs/syntax/parse.hpp"
#include "harrier/usage_error.hpp"

namespace harrier::abs {

namespace {

/// Reads and checks a model.
Loaded read(std::vector<SourceFile> files, const ParseOptions& options) {
  ParseResult parsed = parse(std::move(files), options);
  Loaded loaded;
  loaded.remarks = std::move(parsed.diagnostics);
  loaded.model = std::move(parsed.model);
  loaded.bodies_given = parsed.bodies_given;
  // What is not supported hides no errors.
  const bool is_wrong = std::ranges::any_of(
      loaded.remarks, [](const Diagnostic& remark) { return remark.severity == Severity::error; });
  if (is_wrong) return loaded;
  const Diagnostics found = check(*loaded.model);
  loaded.remarks.insert(loaded.remarks.end(), found.begin(), found.end());
  return loaded;
}

std::vector<SourceFile> contents_of(const std::vector<std::string>& names) {
  std::vector<SourceFile> files;
  for (const std::string& name : names) {
    std::ifstream file(name, std::ios::binary);
    if (!file) throw UsageError("cannot read '" + name + "'");
    files.push_back({name, std::string(std::istreambuf_iterator<char>(file), {})});
    if (file.bad()) throw UsageError("cannot read '" + name + "'");
  }
  return files;
}

}  // namespace

Loaded load(std::vector<SourceFile> files, Dialect dialect, PlainNew plain_new,
            std::vector<SourceFile> bodies) {
  ParseOptions options{.dialect = dialect, .plain_new = plain_new};
  if (!bodies.empty()) options.bodies = files.size();
  std::ranges::move(bodies, std::back_inserter(files));
  Loaded loaded = read(files, options);
  if (refused(loaded.remarks) && dialect == Dialect::legacy) {
    // Models were written when lookup gave a Maybe, and before that.
    options.old_lookup = true;
    Loaded older = read(std::move(files), options);
    if (!refused(older.remarks)) loaded = std::move(older);
  }
  if (refused(loaded.remarks)) return loaded;
  if (loaded.model->main == nullptr) {
    throw UsageError("no module has a main block, so there is nothing to run");
  }
  loaded.code = run::lower(*loaded.model);
  return loaded;
}

Loaded load_files(const std::vector<std::string>& names, Dialect dialect, PlainNew plain_new,
                  const std::vector<std::string>& bodies) {
  return load(contents_of(names), dialect, plain_new, contents_of(bodies));
}

}  // namespace harrier::abs
