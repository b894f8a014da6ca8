// Certificate files: of what, an execution of every class, and a line at the end that says whether
// all of it is there.
//
//   file    = "harrier certificate 1" parts "" { listing } "end" count sum
//   listing = how many steps are those of the listing before, and the others as a schedule
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harrier/certificate.hpp"
#include "tools/kept_file.hpp"
#include "tools/programs.hpp"
#include "tools/result_file.hpp"

namespace harrier::tools {

/// Says what is certified: all that decides which executions there are and what they violate.
Fingerprint certified_of(const ChosenProgram& program, const CheckOptions& options);

/// A certificate that is written as an exploration goes. Nobody sees it before it is kept. Throws
/// UsageError where something cannot be written.
class CertificateWriter {
 public:
  CertificateWriter(const std::string& file, const Fingerprint& of);

  void add(const Schedule& schedule);
  void keep();
  std::uint64_t size() const { return size_; }

 private:
  void append(const std::string& text);

  SavedFile file_;
  Schedule last_;
  std::uint64_t size_ = 0;
  std::uint64_t sum_ = 0;
};

struct Certificate {
  Fingerprint of;
  std::string program;
  std::vector<std::string> arguments;  ///< as key=value texts
  Listings listings;
};
/// Throws UsageError where there is none, or it is damaged.
Certificate read_certificate(const std::string& file);

}  // namespace harrier::tools
