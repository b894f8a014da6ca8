// Files from which an exploration goes on: what was explored, of what, and what is left.
#pragma once

#include <string>
#include <string_view>

#include "tools/kept_file.hpp"
#include "tools/programs.hpp"

namespace harrier::tools {

/// Says what an exploration is: all that decides which steps it takes.
Fingerprint fingerprint_of(const ChosenProgram& program, const CheckOptions& options);

/// A checkpoint file as it is.
struct Checkpoint {
  Fingerprint of;
  std::string contents;
};
/// Reads any of them; throws UsageError where it is damaged.
Checkpoint read_checkpoint(const std::string& file);
/// Returns the contents of a checkpoint file. Throws UsageError where it is damaged, and names the
/// one before it where that is whole; or where it is of something else, and says what differs.
std::string read_checkpoint(const std::string& file, const Fingerprint& expected);

/// Writes a checkpoint file, so that either the old or the new one is there at any moment; the old
/// one is kept as well, with `.before` behind its name. Throws UsageError where that is impossible.
void write_checkpoint(const std::string& file, const Fingerprint& of, std::string_view contents);

}  // namespace harrier::tools
