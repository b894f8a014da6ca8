// MPI_Win_create, MPI_Win_free and what a program hangs on windows.
#include <algorithm>
#include <cstring>

#include "arguments.hpp"
#include "attribute_calls.hpp"
#include "base/mix.hpp"
#include "collectives.hpp"
#include "windows.hpp"

using namespace harrier::mpi;

namespace {

/// Distinguishes the communicators of windows from those that programs make.
constexpr std::uint64_t window_key = 0x77696e646f77;

/// What others do with memory that is shared is known to the window that shares it, and to no
/// other.
void attach(const Call& call, WindowPart& part, std::byte* begin, MPI_Aint size,
            std::ptrdiff_t offset) {
  if (call.world().windows().are_shared(begin, static_cast<std::size_t>(size)))
    call.world().unsupported(call.site().function,
                             "its memory is that of MPI_Win_allocate_shared: use that window");
  part.memories.push_back({begin, static_cast<std::size_t>(size), offset});
  part.memories.back().watch();
}

/// What hints of windows there are, and what holds of them where nobody says otherwise.
constexpr std::pair<const char*, const char*> window_hints[] = {
    {"no_locks", "false"},
    {"accumulate_ordering", "rar,raw,war,waw"},
    {"accumulate_ops", "same_op_no_op"},
    {"same_size", "false"},
    {"same_disp_unit", "false"},
    {"alloc_shared_noncontig", "false"},
};

/// Takes note of hints, so that the program can ask for them; others than these are left out.
void note_hints(Info& known, const Info* given) {
  for (const auto& [key, value] : window_hints) {
    const auto said = given != nullptr ? given->get(key) : std::nullopt;
    if (said) {
      known.set(key, *said);
    } else if (!known.get(key)) {
      known.set(key, value);
    }
  }
}

/// What the members of a window know of each other before they meet: where it lies.
MPI_Win make_window(const Call& call, MPI_Comm comm, int flavor, MPI_Info info, WindowPart part) {
  const Info* const given = info_of(call, info);
  const std::uint32_t parent = call.communicator(comm);
  if (Ranks::instance().are_processes()) {
    call.world().unsupported(call.site().function, "windows are explored with --ranks fibers");
  }
  const Communicator& of = call.world().posts().communicators[parent];
  const std::uint32_t self = call.member(parent);
  // The number of the collective that makes it names it in every order.
  const std::uint64_t key = harrier::mix(harrier::mix(of.key, window_key), of.entries[self].size());
  const std::vector<std::uint32_t> members = of.members;
  const std::uint32_t hidden = call.world().communicator(key, members, call.site());
  const std::uint32_t number = call.world().windows().find_or_make(key, hidden, members.size());
  Window& window = call.world().windows().at(number);
  window.flavor = flavor;
  if (given != nullptr && given->get("alloc_shared_noncontig") == std::string_view("true"))
    window.is_noncontiguous = true;
  if (part.base != nullptr && part.size > 0) attach(call, part, part.base, part.size, 0);
  window.parts[self] = std::move(part);
  call.world().clocks().turn_on();
  synchronise(call, parent);
  if (flavor == MPI_WIN_FLAVOR_SHARED) call.world().windows().lay_out(call, window);
  HeldWindow held;
  held.number = number;
  held.made_by = origin_of(call);
  note_hints(held.data.hints, given);
  return call.state().objects.windows.add(std::move(held));
}

void require_size(MPI_Aint size, int unit) {
  if (size < 0) throw CallError(MPI_ERR_SIZE, "the size is " + std::to_string(size));
  if (unit <= 0) throw CallError(MPI_ERR_DISP, "the displacement unit is " + std::to_string(unit));
}

void require_closed(const WindowCall& of) {
  const Epochs& mine = of.epochs();
  if (!mine.locks.empty())
    throw CallError(MPI_ERR_RMA_SYNC, "the window of rank " +
                                          std::to_string(of.world_rank(mine.locks[0].target)) +
                                          " is still locked");
  if (mine.starts) throw CallError(MPI_ERR_RMA_SYNC, "the epoch of MPI_Win_start is still open");
  if (mine.posts) throw CallError(MPI_ERR_RMA_SYNC, "the epoch of MPI_Win_post is still open");
  if (of.has_pending())
    throw CallError(MPI_ERR_RMA_SYNC, "operations are not complete; call MPI_Win_fence before it");
}

/// A shared part without memory lies nowhere, as in MPICH.
std::byte* base_of(const Window& window, const WindowPart& part) {
  return window.block && part.size == 0 ? nullptr : part.base;
}

void* address_as_pointer(const void* address) { return const_cast<void*>(address); }

}  // namespace

extern "C" {

int MPI_Win_create(void* base, MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm,
                   MPI_Win* out) {
  return calling("MPI_Win_create", __builtin_return_address(0), [&](const Call& call) {
    require_size(size, unit);
    if (base == nullptr && size > 0) throw CallError(MPI_ERR_BASE, "the base address is null");
    *out = make_window(call, comm, MPI_WIN_FLAVOR_CREATE, info,
                       {static_cast<std::byte*>(base), size, unit, false});
  });
}

int MPI_Win_allocate(MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, void* base,
                     MPI_Win* out) {
  return calling("MPI_Win_allocate", __builtin_return_address(0), [&](const Call& call) {
    require_size(size, unit);
    void* const memory = Ranks::instance().allocate(static_cast<std::size_t>(size));
    if (memory == nullptr) throw CallError(MPI_ERR_NO_MEM, "no memory is left");
    std::memcpy(base, &memory, sizeof memory);
    *out = make_window(call, comm, MPI_WIN_FLAVOR_ALLOCATE, info,
                       {static_cast<std::byte*>(memory), size, unit, true});
  });
}

int MPI_Win_allocate_shared(MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, void* base,
                            MPI_Win* out) {
  return calling("MPI_Win_allocate_shared", __builtin_return_address(0), [&](const Call& call) {
    require_size(size, unit);
    const MPI_Win made =
        make_window(call, comm, MPI_WIN_FLAVOR_SHARED, info, {nullptr, size, unit, false});
    const WindowCall of(call, made);
    const void* const memory = base_of(of.window(), of.part());
    std::memcpy(base, &memory, sizeof memory);
    *out = made;
  });
}

int MPI_Win_shared_query(MPI_Win handle, int rank, MPI_Aint* size, int* unit, void* base) {
  return calling("MPI_Win_shared_query", __builtin_return_address(0), [&](const Call& call) {
    const WindowCall of(call, handle);
    if (!of.window().block)
      throw CallError(MPI_ERR_RMA_FLAVOR, "the window is not one of MPI_Win_allocate_shared");
    const std::vector<WindowPart>& parts = of.window().parts;
    // Nobody's part is the first one that has memory.
    auto asked = rank == MPI_PROC_NULL ? parts.begin() : parts.begin() + of.member(rank);
    if (rank == MPI_PROC_NULL)
      asked = std::ranges::find_if(parts, [](const WindowPart& part) { return part.size > 0; });
    if (asked == parts.end()) asked = parts.begin();
    *size = asked->size;
    *unit = asked->unit;
    const void* const memory = base_of(of.window(), *asked);
    std::memcpy(base, &memory, sizeof memory);
  });
}

int MPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win* out) {
  return calling("MPI_Win_create_dynamic", __builtin_return_address(0), [&](const Call& call) {
    *out = make_window(call, comm, MPI_WIN_FLAVOR_DYNAMIC, info, {nullptr, 0, 1, false});
  });
}

int MPI_Win_attach(MPI_Win handle, void* base, MPI_Aint size) {
  return calling("MPI_Win_attach", __builtin_return_address(0), [&](const Call& call) {
    const WindowCall of(call, handle);
    require_size(size, 1);
    if (of.window().flavor != MPI_WIN_FLAVOR_DYNAMIC)
      throw CallError(MPI_ERR_RMA_FLAVOR, "the window is not one of MPI_Win_create_dynamic");
    if (size > 0)
      attach(call, of.part(), static_cast<std::byte*>(base), size,
             reinterpret_cast<std::ptrdiff_t>(base));
  });
}

int MPI_Win_detach(MPI_Win handle, const void* base) {
  return calling("MPI_Win_detach", __builtin_return_address(0), [&](const Call& call) {
    const WindowCall of(call, handle);
    const auto is_it = [&](const WindowMemory& memory) { return memory.begin == base; };
    if (std::erase_if(of.part().memories, is_it) == 0)
      throw CallError(MPI_ERR_ARG, "the memory is not attached");
  });
}

int MPI_Win_free(MPI_Win* handle) {
  return calling("MPI_Win_free", __builtin_return_address(0), [&](const Call& call) {
    require_place(handle, "window");
    const WindowCall of(call, *handle);
    require_closed(of);
    synchronise(call, of.window().comm);
    delete_attributes(call, *handle, of.held().data.attributes);
    if (of.part().is_allocated) Ranks::instance().release(of.part().base);
    call.world().windows().release(of.held().number, of.self());
    call.state().objects.windows.free(*handle);
    *handle = MPI_WIN_NULL;
  });
}

int MPI_Win_get_group(MPI_Win handle, MPI_Group* out) {
  return calling("MPI_Win_get_group", __builtin_return_address(0), [&](const Call& call) {
    const WindowCall of(call, handle);
    const auto& members = call.world().posts().communicators[of.window().comm].members;
    *out = add_group(call, Group(members.begin(), members.end()));
  });
}

int MPI_Win_get_attr(MPI_Win handle, int keyval, void* value, int* flag) {
  return calling("MPI_Win_get_attr", __builtin_return_address(0), [&](const Call& call) {
    const WindowCall of(call, handle);
    const auto give = [&](const void* pointer) {
      *static_cast<void**>(value) = address_as_pointer(pointer);
      *flag = 1;
    };
    switch (keyval) {
      case MPI_WIN_BASE:
        return give(base_of(of.window(), of.part()));
      case MPI_WIN_SIZE:
        return give(&of.part().size);
      case MPI_WIN_DISP_UNIT:
        return give(&of.part().unit);
      case MPI_WIN_CREATE_FLAVOR:
        return give(&of.window().flavor);
      case MPI_WIN_MODEL:
        return give(&of.window().model);
      default:
        break;
    }
    require_none(MPI_ERR_KEYVAL,
                 call.state().objects.keyvals.problem_of(keyval, ObjectKind::window));
    const auto found = of.held().data.attributes.get(keyval);
    *flag = 0;
    if (found) give(*found);
  });
}

int MPI_Win_set_attr(MPI_Win handle, int keyval, void* value) {
  return calling("MPI_Win_set_attr", __builtin_return_address(0), [&](const Call& call) {
    const WindowCall of(call, handle);
    require_none(MPI_ERR_KEYVAL,
                 call.state().objects.keyvals.problem_of(keyval, ObjectKind::window));
    set_attribute(call, handle, of.held().data.attributes, keyval, value);
  });
}

int MPI_Win_delete_attr(MPI_Win handle, int keyval) {
  return calling("MPI_Win_delete_attr", __builtin_return_address(0), [&](const Call& call) {
    const WindowCall of(call, handle);
    require_none(MPI_ERR_KEYVAL,
                 call.state().objects.keyvals.problem_of(keyval, ObjectKind::window));
    delete_attribute(call, handle, of.held().data.attributes, keyval);
  });
}

int MPI_Win_create_keyval(MPI_Win_copy_attr_function* copy, MPI_Win_delete_attr_function* remove,
                          int* keyval, void* extra) {
  return calling("MPI_Win_create_keyval", __builtin_return_address(0), [&](const Call& call) {
    require_place(keyval, "new keyval");
    *keyval = call.state().objects.keyvals.add(
        {ObjectKind::window, copy, remove, extra, origin_of(call)});
  });
}

int MPI_Win_free_keyval(int* keyval) {
  return calling("MPI_Win_free_keyval", __builtin_return_address(0),
                 [&](const Call& call) { free_keyval(call, ObjectKind::window, keyval); });
}

int MPI_Win_set_name(MPI_Win handle, const char* name) {
  return calling("MPI_Win_set_name", __builtin_return_address(0), [&](const Call& call) {
    const WindowCall of(call, handle);
    require_place(name, "name");
    of.held().data.name = name;
  });
}

int MPI_Win_get_name(MPI_Win handle, char* name, int* length) {
  return calling("MPI_Win_get_name", __builtin_return_address(0), [&](const Call& call) {
    give_text(WindowCall(call, handle).held().data.name, name, interface().name_room, length);
  });
}

int MPI_Win_set_info(MPI_Win handle, MPI_Info info) {
  return calling("MPI_Win_set_info", __builtin_return_address(0), [&](const Call& call) {
    const WindowCall of(call, handle);
    note_hints(of.held().data.hints, info_of(call, info));
  });
}

int MPI_Win_get_info(MPI_Win handle, MPI_Info* out) {
  return calling("MPI_Win_get_info", __builtin_return_address(0), [&](const Call& call) {
    *out = call.state().objects.infos.add(Info(WindowCall(call, handle).held().data.hints));
  });
}

int MPI_Win_set_errhandler(MPI_Win handle, MPI_Errhandler handler) {
  return calling("MPI_Win_set_errhandler", __builtin_return_address(0), [&](const Call& call) {
    const WindowCall of(call, handle);
    require_none(MPI_ERR_ARG, call.state().objects.handlers.problem_of(handler));
    of.held().data.handler = handler;
  });
}

int MPI_Win_get_errhandler(MPI_Win handle, MPI_Errhandler* out) {
  return calling("MPI_Win_get_errhandler", __builtin_return_address(0),
                 [&](const Call& call) { *out = WindowCall(call, handle).held().data.handler; });
}
}
