// The arguments of collectives, made plain, and the three ways in which each can be called.
#include "collective_arguments.hpp"

#include "arguments.hpp"

namespace harrier::mpi {

CollectiveArguments::CollectiveArguments(const Call& call, MPI_Comm comm, CollectiveKind kind)
    : call_(call), comm_(call.communicator(comm)) {
  made_.kind = kind;
  made_.self = call.membership(comm_);
}

void CollectiveArguments::set_root(int root) {
  const bool is_inter = made_.self.is_inter();
  const bool is_word = is_inter && (root == MPI_ROOT || root == MPI_PROC_NULL);
  if (!is_word && (root < 0 || static_cast<std::size_t>(root) >= size())) {
    throw CallError(MPI_ERR_ROOT, "the root is " + rank_text(root) + "; " +
                                      (is_inter ? "the other group of " : "") +
                                      call_.name_of(comm_) + " has ranks 0 to " +
                                      std::to_string(size() - 1));
  }
  made_.root = root;
}

bool CollectiveArguments::set_in_place(const void* address) {
  made_.in_place = address == MPI_IN_PLACE;
  if (made_.in_place && made_.self.is_inter())
    throw CallError(MPI_ERR_BUFFER, "MPI_IN_PLACE is not for intercommunicators");
  return made_.in_place;
}

void CollectiveArguments::set_operation(MPI_Op operation, MPI_Datatype type) {
  made_.operation = operation_of(call_, operation);
  made_.reduced_handle = type;
  require_legal(made_.operation, *call_.typed(1, type).type);
}

void CollectiveArguments::set_counts(std::span<const int> counts) {
  require_counts(counts, "count");
  made_.counts.assign(counts.begin(), counts.end());
}

IntList CollectiveArguments::ints(const int* list, std::size_t members) const {
  if (list == nullptr && members != 0) {
    throw CallError(MPI_ERR_ARG, "a list of counts or displacements is null");
  }
  return call_.ints(list, members);
}

Blocks CollectiveArguments::equal(const void* address, int count, MPI_Datatype type) {
  return Blocks::equal(address, count, call_.buffer(address, count, type).values.type);
}

Blocks CollectiveArguments::varying(const void* address, const int* counts, const int* places,
                                    MPI_Datatype type) {
  const IntList sizes = ints(counts, size());
  for (std::size_t i = 0; i < size(); ++i) call_.typed(sizes[i], type);
  return Blocks::varying(address, sizes, ints(places, size()), call_.typed(0, type).type);
}

Blocks CollectiveArguments::mixed(const void* address, const int* counts, const int* places,
                                  const MPI_Datatype* types) {
  std::vector<TypeRef> made;
  std::vector<MPI_Aint> distances;
  const IntList sizes = ints(counts, size());
  const IntList starts = ints(places, size());
  for (std::size_t i = 0; i < size(); ++i) {
    made.push_back(call_.typed(sizes[i], interface().type_at(types, i)).type);
    distances.push_back(starts[i]);
  }
  return Blocks::mixed(address, sizes, distances, std::move(made));
}

void run_collective(const Call& call, const Style& style, std::uint32_t comm,
                    CollectiveCall collective) {
  if (style.is_persistent) {
    // To make it is a collective as well, which nobody waits for.
    enter(call, comm, {});
    *style.request = call.state().requests.add(
        {.kind = Request::Kind::collective,
         .persistent = true,
         .site = call.site(),
         .start_again = [comm, collective = std::move(collective),
                         site = call.site()](const Call& start) {
           return post_collective(start, site, comm, collective, Ending::later);
         }});
    return;
  }
  const Ending ending = style.request != nullptr ? Ending::later : Ending::at_once;
  Request request = post_collective(call, call.site(), comm, std::move(collective), ending);
  if (ending == Ending::later) {
    *style.request = call.state().requests.add(std::move(request));
  } else {
    wait_for(call, {&request, 1}, MPI_STATUS_IGNORE);
  }
}

}  // namespace harrier::mpi
