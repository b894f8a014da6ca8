// Uses one part of MPI's interface, named by its argument, and checks what comes back. Compiled for
// every MPI whose programs can be explored: what is a number or an address there differs.
#include <mpi.h>

#include <cassert>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

static int rank = -1;
static int size = 0;

static void messages() {
  if (rank == 0) {
    const int values[3] = {4, 5, 6};
    MPI_Send(values, 3, MPI_INT, 1, 7, MPI_COMM_WORLD);
    MPI_Send(values, 1, MPI_INT, MPI_PROC_NULL, 7, MPI_COMM_WORLD);
  } else if (rank == 1) {
    int values[5] = {};
    MPI_Status status;
    status.MPI_ERROR = 4711;
    MPI_Recv(values, 5, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    assert(status.MPI_SOURCE == 0 && status.MPI_TAG == 7 && status.MPI_ERROR == 4711);
    assert(values[0] == 4 && values[2] == 6);
    int count = 0;
    MPI_Get_count(&status, MPI_INT, &count);
    assert(count == 3);
    MPI_Get_count(&status, MPI_DOUBLE, &count);
    assert(count == MPI_UNDEFINED);
    int cancelled = 1;
    MPI_Test_cancelled(&status, &cancelled);
    assert(!cancelled);
    MPI_Recv(values, 5, MPI_INT, MPI_PROC_NULL, 7, MPI_COMM_WORLD, &status);
    assert(status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG);
    MPI_Status_set_cancelled(&status, 1);
    MPI_Status_set_elements(&status, MPI_INT, 9);
    MPI_Test_cancelled(&status, &cancelled);
    MPI_Get_count(&status, MPI_INT, &count);
    assert(cancelled && count == 9);
  }
}

static void requests() {
  const int next = (rank + 1) % size;
  const int previous = (rank + size - 1) % size;
  int got[2] = {-1, -1};
  MPI_Request list[4] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Irecv(&got[0], 1, MPI_INT, previous, 0, MPI_COMM_WORLD, &list[0]);
  MPI_Irecv(&got[1], 1, MPI_INT, previous, 1, MPI_COMM_WORLD, &list[1]);
  MPI_Isend(&rank, 1, MPI_INT, next, 0, MPI_COMM_WORLD, &list[2]);
  MPI_Isend(&rank, 1, MPI_INT, next, 1, MPI_COMM_WORLD, &list[3]);
  MPI_Status statuses[4];
  MPI_Waitall(4, list, statuses);
  for (const MPI_Request one : list) assert(one == MPI_REQUEST_NULL);
  assert(got[0] == previous && got[1] == previous);
  assert(statuses[1].MPI_SOURCE == previous && statuses[1].MPI_TAG == 1);
  int index = 0;
  MPI_Waitany(4, list, &index, MPI_STATUS_IGNORE);
  assert(index == MPI_UNDEFINED);

  // More than fit where few are kept.
  constexpr int many = 100;
  std::vector<MPI_Request> requests(2 * many);
  std::vector<int> values(many, -1);
  for (int i = 0; i < many; ++i) {
    MPI_Irecv(&values[i], 1, MPI_INT, previous, i, MPI_COMM_WORLD, &requests[i]);
    MPI_Isend(&rank, 1, MPI_INT, next, i, MPI_COMM_WORLD, &requests[many + i]);
  }
  MPI_Waitall(2 * many, requests.data(), MPI_STATUSES_IGNORE);
  for (const int value : values) assert(value == previous);
  for (const MPI_Request one : requests) assert(one == MPI_REQUEST_NULL);

  MPI_Request kept[2];
  MPI_Recv_init(&got[0], 1, MPI_INT, previous, 5, MPI_COMM_WORLD, &kept[0]);
  MPI_Ssend_init(&rank, 1, MPI_INT, next, 5, MPI_COMM_WORLD, &kept[1]);
  for (int round = 0; round < 2; ++round) {
    got[0] = -1;
    MPI_Startall(2, kept);
    MPI_Waitall(2, kept, MPI_STATUSES_IGNORE);
    assert(got[0] == previous && kept[0] != MPI_REQUEST_NULL);
  }
  MPI_Request_free(&kept[0]);
  MPI_Request_free(&kept[1]);
  assert(kept[0] == MPI_REQUEST_NULL);
}

static void probes() {
  if (rank == 0) {
    for (int tag = 0; tag < 3; ++tag) MPI_Send(&tag, 1, MPI_INT, 1, tag, MPI_COMM_WORLD);
  } else if (rank == 1) {
    MPI_Status status;
    int value = -1;
    MPI_Probe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
    assert(status.MPI_SOURCE == 0);
    MPI_Recv(&value, 1, MPI_INT, status.MPI_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Mprobe(0, 1, MPI_COMM_WORLD, &message, &status);
    assert(message != MPI_MESSAGE_NULL && status.MPI_TAG == 1);
    MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    assert(message == MPI_MESSAGE_NULL && value == 1);
    MPI_Mprobe(MPI_PROC_NULL, 1, MPI_COMM_WORLD, &message, &status);
    assert(message == MPI_MESSAGE_NO_PROC && status.MPI_SOURCE == MPI_PROC_NULL);
    MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    int flag = 0;
    while (!flag) MPI_Iprobe(0, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &status);
    assert(status.MPI_TAG == 2);
    MPI_Recv(&value, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

static void add(void* in, void* inout, int* length, MPI_Datatype* type) {
  int bytes = 0;
  MPI_Type_size(*type, &bytes);
  assert(*type == MPI_INT && bytes == 4);
  for (int i = 0; i < *length; ++i) static_cast<int*>(inout)[i] += static_cast<int*>(in)[i];
}

static void collectives() {
  const int sum = size * (size - 1) / 2;
  int value = rank;
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  assert(value == sum);
  MPI_Op op = MPI_OP_NULL;
  MPI_Op_create(add, 1, &op);
  value = rank;
  int result = 0;
  MPI_Reduce(&value, &result, 1, MPI_INT, op, 0, MPI_COMM_WORLD);
  assert(rank != 0 || result == sum);
  MPI_Op_free(&op);
  assert(op == MPI_OP_NULL);
  struct {
    double value;
    int rank;
  } mine = {-1.0 * rank, rank}, least;
  MPI_Allreduce(&mine, &least, 1, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD);
  assert(least.rank == size - 1);
  std::vector<int> all(size);
  MPI_Request request;
  MPI_Iallgather(&rank, 1, MPI_INT, all.data(), 1, MPI_INT, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int i = 0; i < size; ++i) assert(all[i] == i);

  std::vector<int> sent(size, rank), received(size, -1), counts(size, 1), places(size);
  std::vector<MPI_Datatype> types(size, MPI_INT);
  for (int i = 0; i < size; ++i) places[i] = 4 * i;
  MPI_Alltoallw(sent.data(), counts.data(), places.data(), types.data(), received.data(),
                counts.data(), places.data(), types.data(), MPI_COMM_WORLD);
  for (int i = 0; i < size; ++i) assert(received[i] == i);
  MPI_Barrier(MPI_COMM_WORLD);
}

static void types() {
  struct Record {
    char letter;
    double number;
  } record = {'x', 2.5};
  const int lengths[2] = {1, 1};
  const MPI_Aint places[2] = {offsetof(Record, letter), offsetof(Record, number)};
  const MPI_Datatype parts[2] = {MPI_CHAR, MPI_DOUBLE};
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Type_create_struct(2, lengths, places, parts, &type);
  MPI_Type_commit(&type);
  if (rank == 0) MPI_Send(&record, 1, type, 1, 0, MPI_COMM_WORLD);
  if (rank == 1) {
    record = {};
    MPI_Recv(&record, 1, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    assert(record.letter == 'x' && record.number == 2.5);
  }
  int integers = 0, addresses = 0, datatypes = 0, combiner = 0;
  MPI_Type_get_envelope(type, &integers, &addresses, &datatypes, &combiner);
  assert(combiner == MPI_COMBINER_STRUCT && datatypes == 2);
  int numbers[12];
  MPI_Aint distances[2];
  MPI_Datatype found[2];
  MPI_Type_get_contents(type, integers, addresses, datatypes, numbers, distances, found);
  assert(found[0] == MPI_CHAR && found[1] == MPI_DOUBLE && distances[1] == places[1]);
  MPI_Type_free(&type);
  assert(type == MPI_DATATYPE_NULL);
  MPI_Type_get_envelope(MPI_INT, &integers, &addresses, &datatypes, &combiner);
  assert(combiner == MPI_COMBINER_NAMED);

  const int sizes[2] = {4, 6}, parts_of[2] = {2, 3}, starts[2] = {1, 1};
  MPI_Type_create_subarray(2, sizes, parts_of, starts, MPI_ORDER_C, MPI_INT, &type);
  MPI_Type_get_envelope(type, &integers, &addresses, &datatypes, &combiner);
  MPI_Type_get_contents(type, integers, addresses, datatypes, numbers, distances, found);
  assert(combiner == MPI_COMBINER_SUBARRAY && numbers[7] == MPI_ORDER_C && found[0] == MPI_INT);
  MPI_Type_free(&type);

  const int distributions[2] = {MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_NONE};
  const int arguments[2] = {MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG};
  const int grid[2] = {2, 1};
  MPI_Type_create_darray(2, 0, 2, sizes, distributions, arguments, grid, MPI_ORDER_FORTRAN, MPI_INT,
                         &type);
  int bytes = 0;
  MPI_Type_size(type, &bytes);
  assert(bytes == 2 * 6 * 4);
  MPI_Type_get_envelope(type, &integers, &addresses, &datatypes, &combiner);
  MPI_Type_get_contents(type, integers, addresses, datatypes, numbers, distances, found);
  assert(combiner == MPI_COMBINER_DARRAY && numbers[5] == MPI_DISTRIBUTE_CYCLIC &&
         numbers[6] == MPI_DISTRIBUTE_NONE && numbers[7] == MPI_DISTRIBUTE_DFLT_DARG &&
         numbers[11] == MPI_ORDER_FORTRAN);
  MPI_Type_free(&type);

  const std::map<std::string, std::pair<MPI_Datatype, int>> basic = {
      {"MPI_CHAR", {MPI_CHAR, 1}},
      {"MPI_SHORT", {MPI_SHORT, 2}},
      {"MPI_UNSIGNED_LONG", {MPI_UNSIGNED_LONG, 8}},
      {"MPI_LONG_LONG_INT", {MPI_LONG_LONG, 8}},
      {"MPI_FLOAT", {MPI_FLOAT, 4}},
      {"MPI_LONG_DOUBLE", {MPI_LONG_DOUBLE, 16}},
      {"MPI_WCHAR", {MPI_WCHAR, 4}},
      {"MPI_INT8_T", {MPI_INT8_T, 1}},
      {"MPI_UINT64_T", {MPI_UINT64_T, 8}},
      {"MPI_C_BOOL", {MPI_C_BOOL, 1}},
      {"MPI_C_DOUBLE_COMPLEX", {MPI_C_DOUBLE_COMPLEX, 16}},
      {"MPI_AINT", {MPI_AINT, 8}},
      {"MPI_2INT", {MPI_2INT, 8}},
      {"MPI_BYTE", {MPI_BYTE, 1}},
  };
  for (const auto& [name, of] : basic) {
    MPI_Type_size(of.first, &bytes);
    assert(bytes == of.second);
    char written[MPI_MAX_OBJECT_NAME];
    int length = 0;
    MPI_Type_get_name(of.first, written, &length);
    assert(name == written);
  }
  MPI_Type_match_size(MPI_TYPECLASS_REAL, 8, &type);
  MPI_Type_size(type, &bytes);
  assert(bytes == 8);
}

static void communicators() {
  MPI_Comm half = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? MPI_UNDEFINED : 1, -rank, &half);
  assert((half == MPI_COMM_NULL) == (rank == 0));
  if (half != MPI_COMM_NULL) {
    int inner = -1;
    MPI_Comm_rank(half, &inner);
    assert(inner == size - 1 - rank);
    int result = -1;
    MPI_Comm_compare(half, MPI_COMM_WORLD, &result);
    assert(result == MPI_UNEQUAL);
    MPI_Group group = MPI_GROUP_NULL, world = MPI_GROUP_NULL;
    MPI_Comm_group(half, &group);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    const int asked[3] = {0, 1, MPI_PROC_NULL};
    int answers[3] = {7, 7, 7};
    MPI_Group_translate_ranks(world, 3, asked, group, answers);
    assert(answers[0] == MPI_UNDEFINED && answers[2] == MPI_PROC_NULL);
    assert(answers[1] == size - 2);
    MPI_Group_free(&world);
    MPI_Group_free(&group);
    assert(group == MPI_GROUP_NULL);
    MPI_Comm_free(&half);
    assert(half == MPI_COMM_NULL);
  }
  MPI_Comm copy = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  int result = -1;
  MPI_Comm_compare(copy, MPI_COMM_WORLD, &result);
  assert(result == MPI_CONGRUENT);
  MPI_Comm_compare(MPI_COMM_WORLD, MPI_COMM_WORLD, &result);
  assert(result == MPI_IDENT);
  MPI_Comm_set_name(copy, "a copy");
  char name[MPI_MAX_OBJECT_NAME];
  int length = 0;
  MPI_Comm_get_name(copy, name, &length);
  assert(length == 6 && std::strcmp(name, "a copy") == 0);
  MPI_Comm_free(&copy);
  MPI_Comm near = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &near);
  int near_size = 0;
  MPI_Comm_size(near, &near_size);
  assert(near_size == size);
  MPI_Comm_free(&near);
  // A handle can go through Fortran and back.
  assert(MPI_Comm_f2c(MPI_Comm_c2f(MPI_COMM_WORLD)) == MPI_COMM_WORLD);
  assert(MPI_Type_f2c(MPI_Type_c2f(MPI_INT)) == MPI_INT);
}

static void topologies() {
  const int extents[1] = {size};
  const int periods[1] = {0};
  MPI_Comm line = MPI_COMM_NULL;
  MPI_Cart_create(MPI_COMM_WORLD, 1, extents, periods, 0, &line);
  int kind = -1;
  MPI_Topo_test(line, &kind);
  assert(kind == MPI_CART);
  MPI_Topo_test(MPI_COMM_WORLD, &kind);
  assert(kind == MPI_UNDEFINED);
  int before = 0, after = 0;
  MPI_Cart_shift(line, 0, 1, &before, &after);
  assert(before == (rank == 0 ? MPI_PROC_NULL : rank - 1));
  assert(after == (rank == size - 1 ? MPI_PROC_NULL : rank + 1));
  int got[2] = {-1, -1};
  MPI_Neighbor_allgather(&rank, 1, MPI_INT, got, 1, MPI_INT, line);
  assert(rank == 0 || got[0] == rank - 1);
  const int none[1] = {0};
  MPI_Comm point = MPI_COMM_NULL;
  MPI_Cart_sub(line, none, &point);
#ifdef OPEN_MPI
  assert(point != MPI_COMM_NULL);  // one for each rank
#else
  assert((point == MPI_COMM_NULL) == (rank != 0));
#endif
  if (point != MPI_COMM_NULL) MPI_Comm_free(&point);
  MPI_Comm_free(&line);

  const int next = (rank + 1) % size, previous = (rank + size - 1) % size;
  MPI_Comm ring = MPI_COMM_NULL;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &previous, MPI_UNWEIGHTED, 1, &next,
                                 MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &ring);
  int in = 0, out = 0, weighted = 1;
  MPI_Dist_graph_neighbors_count(ring, &in, &out, &weighted);
  assert(in == 1 && out == 1 && !weighted);
  MPI_Topo_test(ring, &kind);
  assert(kind == MPI_DIST_GRAPH);
  int value = -1;
  const int one = 1;
  const MPI_Aint start = 0;
  const MPI_Datatype type = MPI_INT;
  MPI_Neighbor_alltoallw(&rank, &one, &start, &type, &value, &one, &start, &type, ring);
  assert(value == previous);
  MPI_Comm_free(&ring);
}

static int deleted = 0;

static int copy_value(MPI_Comm comm, int keyval, void* extra, void* value, void* result,
                      int* flag) {
  int members = 0;
  MPI_Comm_size(comm, &members);
  assert(members == size && extra == &deleted);
  *static_cast<void**>(result) = static_cast<char*>(value) + 1;
  *flag = 1;
  return MPI_SUCCESS;
}

static int delete_value(MPI_Comm comm, int keyval, void* value, void* extra) {
  assert(comm != MPI_COMM_NULL && extra == &deleted);
  ++deleted;
  return MPI_SUCCESS;
}

static void attributes() {
  int keyval = MPI_KEYVAL_INVALID;
  MPI_Comm_create_keyval(copy_value, delete_value, &keyval, &deleted);
  static char values[2];
  MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, &values[0]);
  MPI_Comm copy = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  void* found = nullptr;
  int flag = 0;
  MPI_Comm_get_attr(copy, keyval, &found, &flag);
  assert(flag && found == &values[1]);
  MPI_Comm_free(&copy);
  assert(deleted == 1);
  MPI_Comm_delete_attr(MPI_COMM_WORLD, keyval);
  assert(deleted == 2);
  MPI_Comm_free_keyval(&keyval);
  assert(keyval == MPI_KEYVAL_INVALID);
  MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &keyval, nullptr);
  MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, &values[0]);
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Comm_get_attr(copy, keyval, &found, &flag);
  assert(flag && found == &values[0]);
  MPI_Comm_free(&copy);
  MPI_Comm_delete_attr(MPI_COMM_WORLD, keyval);
  MPI_Comm_free_keyval(&keyval);
  int* number = nullptr;
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &number, &flag);
  assert(flag && *number >= 32767);
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_HOST, &number, &flag);
  assert(flag && *number == MPI_PROC_NULL);
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &number, &flag);
  assert(flag && *number >= MPI_ERR_LASTCODE);
}

static int class_of(int code) {
  int error_class = -1;
  MPI_Error_class(code, &error_class);
  return error_class;
}

static int handled = 0;

static void handle(MPI_Comm* comm, int* code, ...) {
  assert(*comm == MPI_COMM_WORLD && class_of(*code) == MPI_ERR_RANK);
  ++handled;
}

static void errors() {
  MPI_Errhandler before = MPI_ERRHANDLER_NULL;
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &before);
  assert(before == MPI_ERRORS_ARE_FATAL);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  int code = MPI_Send(&rank, 1, MPI_INT, size, 0, MPI_COMM_WORLD);
  assert(class_of(code) == MPI_ERR_RANK);
  code = MPI_Send(&rank, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD);
  assert(class_of(code) == MPI_ERR_TYPE);
  code = MPI_Bcast(&rank, 1, MPI_INT, -3, MPI_COMM_WORLD);
  assert(class_of(code) == MPI_ERR_ROOT);
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(MPI_ERR_TRUNCATE, text, &length);
  assert(length > 0 && static_cast<int>(std::strlen(text)) == length);
  int own_class = 0, own_code = 0, found = 0;
  MPI_Add_error_class(&own_class);
  MPI_Add_error_code(own_class, &own_code);
  MPI_Add_error_string(own_code, "our own");
  assert(own_class > MPI_ERR_LASTCODE);
  MPI_Error_class(own_code, &found);
  assert(found == own_class);
  MPI_Error_string(own_code, text, &length);
  assert(std::strcmp(text, "our own") == 0);

  MPI_Errhandler own = MPI_ERRHANDLER_NULL;
  MPI_Comm_create_errhandler(handle, &own);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, own);
  MPI_Send(&rank, 1, MPI_INT, size, 0, MPI_COMM_WORLD);
  assert(handled == 1);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  MPI_Errhandler_free(&own);
  assert(own == MPI_ERRHANDLER_NULL);
}

static void windows() {
  int memory[2] = {rank, -1};
  MPI_Win window = MPI_WIN_NULL;
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  int* model = nullptr;
  int* flavor = nullptr;
  int flag = 0;
  MPI_Win_get_attr(window, MPI_WIN_MODEL, &model, &flag);
  assert(flag && (*model == MPI_WIN_UNIFIED || *model == MPI_WIN_SEPARATE));
  MPI_Win_get_attr(window, MPI_WIN_CREATE_FLAVOR, &flavor, &flag);
  assert(flag && *flavor == MPI_WIN_FLAVOR_CREATE);
  const int next = (rank + 1) % size;
  MPI_Win_fence(MPI_MODE_NOPRECEDE, window);
  MPI_Put(&rank, 1, MPI_INT, next, 1, 1, MPI_INT, window);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
  assert(memory[1] == (rank + size - 1) % size);
  MPI_Barrier(MPI_COMM_WORLD);
  int old = -1;
  const int one = 1;
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
  MPI_Fetch_and_op(&one, &old, MPI_INT, 0, 0, MPI_SUM, window);
  MPI_Win_unlock(0, window);
  assert(old >= 0 && old < size);
  MPI_Barrier(MPI_COMM_WORLD);
  int value = -1;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
  MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
  MPI_Win_unlock(0, window);
  assert(value == size);
  MPI_Win_free(&window);
  assert(window == MPI_WIN_NULL);
}

static void infos() {
  MPI_Info info = MPI_INFO_NULL;
  MPI_Info_create(&info);
  MPI_Info_set(info, "key", "value");
  char value[MPI_MAX_INFO_VAL + 1];
  int flag = 0;
  MPI_Info_get(info, "key", MPI_MAX_INFO_VAL, value, &flag);
  assert(flag && std::strcmp(value, "value") == 0);
  MPI_Comm copy = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Comm_set_info(copy, info);
  MPI_Info_free(&info);
  assert(info == MPI_INFO_NULL);
  MPI_Comm_get_info(copy, &info);
  MPI_Info_get(info, "key", MPI_MAX_INFO_VAL, value, &flag);
  assert(flag && std::strcmp(value, "value") == 0);
  MPI_Info_free(&info);
  MPI_Comm_get_info(MPI_COMM_WORLD, &info);
  MPI_Info_get(info, "key", MPI_MAX_INFO_VAL, value, &flag);
  assert(!flag);
  MPI_Info_free(&info);
  MPI_Comm_free(&copy);
  int level = -1;
  MPI_Query_thread(&level);
  assert(level == MPI_THREAD_FUNNELED);
}

// Requests that the program completes itself.
static int asked = 0, freed = 0, cancelled = -1;
static int ask(void* extra, MPI_Status* status) {
  ++asked;
  MPI_Status_set_elements(status, MPI_INT, *static_cast<int*>(extra));
  MPI_Status_set_cancelled(status, 0);
  status->MPI_SOURCE = 5;
  status->MPI_TAG = 6;
  return MPI_SUCCESS;
}
static int release(void*) { return ++freed, MPI_SUCCESS; }
static int cancel(void*, int complete) { return cancelled = complete, MPI_SUCCESS; }

static void generalized() {
  int count = 3, flag = 1, index = -2, elements = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Grequest_start(ask, release, cancel, &count, &request);
  MPI_Status status;
  MPI_Test(&request, &flag, &status);
  assert(!flag && asked == 0);
  MPI_Testany(1, &request, &index, &flag, &status);
  assert(!flag && index == MPI_UNDEFINED);
  MPI_Cancel(&request);
  assert(cancelled == 0);
  MPI_Grequest_complete(request);
  MPI_Request_get_status(request, &flag, &status);
  assert(flag && asked == 1 && freed == 0);
  MPI_Wait(&request, &status);
  assert(request == MPI_REQUEST_NULL && asked == 2 && freed == 1);
  MPI_Get_count(&status, MPI_INT, &elements);
  assert(elements == 3 && status.MPI_SOURCE == 5 && status.MPI_TAG == 6);
  // Among others, one that is not complete is none that is done.
  int value = rank;
  MPI_Request both[2];
  MPI_Grequest_start(ask, release, cancel, &count, &both[0]);
  MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &both[1]);
  MPI_Waitany(2, both, &index, &status);
  assert(index == 1);
  MPI_Grequest_complete(both[0]);
  MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
  assert(freed == 2);
}
static void incomplete() {
  int count = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Grequest_start(ask, release, cancel, &count, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

// Values for other machines: large ends first, a long of four bytes.
static void external() {
  const int ints[2] = {1, -2};
  const long longs[1] = {-3};
  const double reals[1] = {1.0};
  unsigned char buffer[64];
  char name[] = "external32";
  MPI_Aint size = 0, position = 0;
  MPI_Pack_external_size(name, 1, MPI_LONG, &size);
  assert(size == 4);
  MPI_Pack_external(name, ints, 2, MPI_INT, buffer, sizeof buffer, &position);
  assert(position == 8 && buffer[3] == 1 && buffer[4] == 0xff && buffer[7] == 0xfe);
  MPI_Pack_external(name, longs, 1, MPI_LONG, buffer, sizeof buffer, &position);
  MPI_Pack_external(name, reals, 1, MPI_DOUBLE, buffer, sizeof buffer, &position);
  assert(position == 20 && buffer[8] == 0xff && buffer[11] == 0xfd && buffer[12] == 0x3f);
  int ints_back[2] = {};
  long longs_back[1] = {};
  double reals_back[1] = {};
  position = 0;
  MPI_Unpack_external(name, buffer, sizeof buffer, &position, ints_back, 2, MPI_INT);
  MPI_Unpack_external(name, buffer, sizeof buffer, &position, longs_back, 1, MPI_LONG);
  MPI_Unpack_external(name, buffer, sizeof buffer, &position, reals_back, 1, MPI_DOUBLE);
  assert(position == 20 && ints_back[1] == -2 && longs_back[0] == -3 && reals_back[0] == 1.0);
  const long double wide[2] = {1.5L, -0.25L};
  long double wide_back[2] = {};
  position = 0;
  MPI_Pack_external(name, wide, 2, MPI_LONG_DOUBLE, buffer, sizeof buffer, &position);
  assert(position == 32 && buffer[0] == 0x3f && buffer[1] == 0xff && buffer[2] == 0x80);
  position = 0;
  MPI_Unpack_external(name, buffer, sizeof buffer, &position, wide_back, 2, MPI_LONG_DOUBLE);
  assert(wide_back[0] == 1.5L && wide_back[1] == -0.25L);
}
static void too_large() {
  const long value = 1L << 40;
  char buffer[8];
  char name[] = "external32";
  MPI_Aint position = 0;
  MPI_Pack_external(name, &value, 1, MPI_LONG, buffer, sizeof buffer, &position);
}

// What is wrong, and is to be found.
static void deadlock() {
  int value = 0;
  if (rank < 2) MPI_Recv(&value, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
static void leak() {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  for (int i = 0; i < 2; ++i) MPI_Type_contiguous(2, MPI_INT, &type);
}
static void bad_rank() { MPI_Send(&rank, 1, MPI_INT, -3, 0, MPI_COMM_WORLD); }
static void any_destination() { MPI_Send(&rank, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD); }
static void no_communicator() { MPI_Barrier(MPI_COMM_NULL); }

int main(int argc, char** argv) {
  int provided = -1;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  assert(provided == MPI_THREAD_FUNNELED);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const std::map<std::string, void (*)()> parts = {{"messages", messages},
                                                   {"requests", requests},
                                                   {"probes", probes},
                                                   {"collectives", collectives},
                                                   {"types", types},
                                                   {"communicators", communicators},
                                                   {"topologies", topologies},
                                                   {"attributes", attributes},
                                                   {"errors", errors},
                                                   {"windows", windows},
                                                   {"infos", infos},
                                                   {"generalized", generalized},
                                                   {"incomplete", incomplete},
                                                   {"external", external},
                                                   {"too-large", too_large},
                                                   {"deadlock", deadlock},
                                                   {"leak", leak},
                                                   {"bad-rank", bad_rank},
                                                   {"any-destination", any_destination},
                                                   {"no-communicator", no_communicator}};
  const auto part = parts.find(argc > 1 ? argv[1] : "");
  if (part == parts.end()) return 2;
  part->second();
  MPI_Finalize();
  return 0;
}
