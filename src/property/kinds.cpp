// Which kind of violation a finding is.
#include "harrier/violation.hpp"

namespace harrier {

namespace {

struct KindOf {
  ViolationKind operator()(const FailedStep& found) const { return kind_of(found.failure.kind); }
  ViolationKind operator()(const FailedProgram& found) const { return kind_of(found.failure.kind); }
  ViolationKind operator()(const FailedEndCheck& found) const {
    return found.failure.kind == FailureKind::check ? ViolationKind::end_check
                                                    : kind_of(found.failure.kind);
  }
  ViolationKind operator()(const WaitingCycle&) const { return ViolationKind::deadlock; }
  ViolationKind operator()(const WaitingActor&) const { return ViolationKind::deadlock; }
  ViolationKind operator()(const LeftActor&) const { return ViolationKind::stuck; }
  ViolationKind operator()(const UndeliveredMessage&) const { return ViolationKind::undelivered; }
  ViolationKind operator()(const Unreturned&) const { return ViolationKind::hang; }
  ViolationKind operator()(const CrashedProgram&) const { return ViolationKind::crash; }
  ViolationKind operator()(const EndlessRun&) const { return ViolationKind::endless; }
};

}  // namespace

ViolationKind kind_of(FailureKind kind) {
  switch (kind) {
    case FailureKind::check:
      return ViolationKind::check;
    case FailureKind::exception:
      return ViolationKind::exception;
    case FailureKind::misuse:
      return ViolationKind::misuse;
  }
  return ViolationKind::check;
}

ViolationKind kind_of(const Finding& finding) { return std::visit(KindOf{}, finding); }

}  // namespace harrier
