// The objects that a rank has made and knows by handles.
#include "objects.hpp"

namespace harrier::mpi {

void Objects::clear() {
  groups.clear();
  windows.clear();
  infos.clear();
  keyvals.clear();
  errors.clear();
  handlers.clear();
  communicators.clear();
  type_attributes.clear();
}

}  // namespace harrier::mpi
