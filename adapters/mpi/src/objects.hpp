// The objects that a rank has made and knows by handles: datatypes, operations, groups and the
// like.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <string>
#include <unordered_map>

#include "mpi/data/attributes.hpp"
#include "mpi/data/errors.hpp"
#include "mpi/data/group.hpp"
#include "mpi/data/info.hpp"
#include "mpi/data/topology.hpp"

namespace harrier::mpi {

struct GroupEntry {
  Group members;
  Origin made_by;
};

/// What a rank has hung on one of its communicators.
struct CommunicatorData {
  MPI_Errhandler handler = MPI_ERRORS_ARE_FATAL;
  Attributes attributes;
  Topology topology;
  Info hints;
  std::string name;
  bool has_name = false;
};

/// A window as one rank holds it.
struct HeldWindow {
  std::uint32_t number = 0;  ///< in the execution
  CommunicatorData data;
  Origin made_by;
};

struct Objects {
  HandleTable<GroupEntry> groups{ObjectKind::group};
  HandleTable<HeldWindow> windows{ObjectKind::window};
  HandleTable<Info> infos{ObjectKind::info};
  KeyvalTable keyvals;
  ErrorCodes errors;
  ErrorHandlerTable handlers;
  std::unordered_map<std::uint32_t, CommunicatorData> communicators;  ///< by number
  std::unordered_map<MPI_Datatype, Attributes> type_attributes;
  int last_used_code = 0;  ///< what MPI_LASTUSEDCODE points to
  int universe_size = 0;   ///< what MPI_UNIVERSE_SIZE points to

  /// Forgets everything: a new execution begins.
  void clear();
};

}  // namespace harrier::mpi
