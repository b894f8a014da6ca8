// Type maps as runs: copies of a run that continue it, or that lie evenly, stay one run.
#include "type_map.hpp"

#include <algorithm>
#include <utility>

namespace harrier::mpi {

namespace {

// A type with more parts would take more memory than the data that it describes.
constexpr std::size_t kRunsMax = std::size_t{1} << 22U;

std::size_t block_bytes(const TypeRun& run) { return run.length * basic_type(run.basic).bytes; }

/// Turns a run into `copies` of it, `step` bytes apart; returns false where that is not one run.
bool repeat(TypeRun& run, std::size_t copies, std::ptrdiff_t step) {
  if (copies == 1) return true;
  if (run.repeats == 1 && step == static_cast<std::ptrdiff_t>(block_bytes(run))) {
    run.length *= copies;
    return true;
  }
  if (run.repeats == 1) {
    run.repeats = copies;
    run.stride = step;
    return true;
  }
  if (step != run.stride * static_cast<std::ptrdiff_t>(run.repeats)) return false;
  run.repeats *= copies;
  return true;
}

}  // namespace

void TypeMap::add(const Datatype& type, std::ptrdiff_t offset, std::size_t copies,
                  std::ptrdiff_t step) {
  // What has neither values nor markers leaves no trace, wherever it is placed.
  const bool has_trace = type.size_ > 0 || type.fixed_lower_bound_ || type.fixed_upper_bound_;
  if (copies == 0 || !has_trace) return;
  const std::ptrdiff_t last = offset + static_cast<std::ptrdiff_t>(copies - 1) * step;
  widen(type, std::min(offset, last), std::max(offset, last));
  made_.size_ += type.size_ * copies;
  made_.element_count_ += type.element_count_ * copies;
  made_.alignment_ = std::max(made_.alignment_, type.alignment_);
  append_runs(type, offset, copies, step);
  append_signature(type.signature_, copies);
}

void TypeMap::add_basic(BasicId basic) {
  const BasicType& type = basic_type(basic);
  const auto bytes = static_cast<std::ptrdiff_t>(type.bytes);
  if (type.kind == BasicKind::marker) {
    made_.fixed_lower_bound_ = type.handle == MPI_LB;
    made_.fixed_upper_bound_ = type.handle == MPI_UB;
  } else {
    made_.runs_.push_back({.offset = 0, .basic = basic, .length = 1});
    made_.signature_.push_back({basic, 1});
    made_.element_count_ = 1;
    has_values_ = true;
  }
  made_.size_ = type.bytes;
  made_.alignment_ = type.alignment;
  made_.upper_bound_ = made_.true_upper_bound_ = bytes;
}

// Bounds fixed by a marker win over those that follow from values, whatever the order. A marker of
// one bound says nothing of the other, which is 0 where nothing else does.
void TypeMap::widen(const Datatype& type, std::ptrdiff_t first, std::ptrdiff_t last) {
  const std::ptrdiff_t low = first + type.lower_bound_;
  const std::ptrdiff_t high = last + type.upper_bound_;
  const bool has_values = type.size_ > 0;
  if (type.fixed_lower_bound_ && !made_.fixed_lower_bound_)
    made_.lower_bound_ = low;
  else if (type.fixed_lower_bound_ || (has_values && !made_.fixed_lower_bound_))
    made_.lower_bound_ = has_lower_bound_ ? std::min(made_.lower_bound_, low) : low;
  if (type.fixed_upper_bound_ && !made_.fixed_upper_bound_)
    made_.upper_bound_ = high;
  else if (type.fixed_upper_bound_ || (has_values && !made_.fixed_upper_bound_))
    made_.upper_bound_ = has_upper_bound_ ? std::max(made_.upper_bound_, high) : high;
  made_.fixed_lower_bound_ |= type.fixed_lower_bound_;
  made_.fixed_upper_bound_ |= type.fixed_upper_bound_;
  has_lower_bound_ |= has_values || type.fixed_lower_bound_;
  has_upper_bound_ |= has_values || type.fixed_upper_bound_;
  if (!has_values) return;
  const std::ptrdiff_t true_low = first + type.true_lower_bound_;
  const std::ptrdiff_t true_high = last + type.true_upper_bound_;
  made_.true_lower_bound_ = has_values_ ? std::min(made_.true_lower_bound_, true_low) : true_low;
  made_.true_upper_bound_ = has_values_ ? std::max(made_.true_upper_bound_, true_high) : true_high;
  has_values_ = true;
}

void TypeMap::append_run(const TypeRun& run) {
  if (!made_.runs_.empty()) {
    TypeRun& last = made_.runs_.back();
    const bool continues =
        last.basic == run.basic && last.repeats == 1 && run.repeats == 1 &&
        last.offset + static_cast<std::ptrdiff_t>(block_bytes(last)) == run.offset;
    if (continues) {
      last.length += run.length;
      return;
    }
  }
  if (made_.runs_.size() >= kRunsMax)
    is_too_large_ = true;
  else
    made_.runs_.push_back(run);
}

void TypeMap::append_runs(const Datatype& type, std::ptrdiff_t offset, std::size_t copies,
                          std::ptrdiff_t step) {
  if (type.runs_.empty()) return;
  if (type.runs_.size() == 1) {
    TypeRun run = type.runs_.front();
    if (repeat(run, copies, step)) {
      run.offset += offset;
      append_run(run);
      return;
    }
  }
  if (copies > kRunsMax / type.runs_.size()) {
    is_too_large_ = true;
    return;
  }
  for (std::size_t i = 0; i < copies && !is_too_large_; ++i)
    for (TypeRun run : type.runs_) {
      run.offset += offset + static_cast<std::ptrdiff_t>(i) * step;
      append_run(run);
    }
}

void TypeMap::append_signature(std::span<const SignatureRun> signature, std::size_t copies) {
  auto& made = made_.signature_;
  if (signature.size() == 1) {
    const SignatureRun run = {signature.front().basic, signature.front().count * copies};
    if (!made.empty() && made.back().basic == run.basic)
      made.back().count += run.count;
    else
      made.push_back(run);
    return;
  }
  // There are at least as many runs of memory, so that is_too_large_ is already known.
  if (is_too_large_) return;
  for (std::size_t i = 0; i < copies; ++i)
    for (const SignatureRun& run : signature) {
      if (!made.empty() && made.back().basic == run.basic)
        made.back().count += run.count;
      else
        made.push_back(run);
    }
}

void TypeMap::pad_to_alignment() {
  if (made_.fixed_upper_bound_) return;
  const auto alignment = static_cast<std::ptrdiff_t>(made_.alignment_);
  const std::ptrdiff_t rest = (made_.upper_bound_ - made_.lower_bound_) % alignment;
  if (rest != 0) made_.upper_bound_ += alignment - rest;
}

void TypeMap::resize(std::ptrdiff_t lower_bound, std::ptrdiff_t extent) {
  made_.lower_bound_ = lower_bound;
  made_.upper_bound_ = lower_bound + extent;
  made_.fixed_lower_bound_ = made_.fixed_upper_bound_ = true;
}

TypeRef TypeMap::finish(TypeContents contents, MPI_Datatype predefined) {
  if (is_too_large_) return nullptr;
  made_.contents_ = std::move(contents);
  made_.predefined_ = predefined;
  const bool one_block = made_.runs_.size() == 1 && made_.runs_.front().repeats == 1;
  made_.is_dense_ = one_block && made_.runs_.front().offset == 0 &&
                    static_cast<std::ptrdiff_t>(made_.size_) == made_.extent();
  return TypeRef(new Datatype(std::move(made_)));
}

}  // namespace harrier::mpi
