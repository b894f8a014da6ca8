// Files from which an exploration goes on: what was explored, of what, and what is left.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace harrier::tools {

/// What a checkpoint is of, part by part: it fits where all of them are equal.
using Fingerprint = std::vector<std::pair<std::string, std::string>>;

/// Returns the contents of a checkpoint file. Throws UsageError where it is damaged, and names the
/// one before it where that is whole; or where it is of something else, and says what differs.
std::string read_checkpoint(const std::string& file, const Fingerprint& expected);

/// Writes a checkpoint file, so that either the old or the new one is there at any moment; the old
/// one is kept as well, with `.before` behind its name. Throws UsageError where that is impossible.
void write_checkpoint(const std::string& file, const Fingerprint& of, std::string_view contents);

/// Names this executable by what is in it.
std::string executable_name();

}  // namespace harrier::tools
