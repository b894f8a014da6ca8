// MPI programs drawn at random, run by interpreting them, and written as C where one fails.
#include "random_program.hpp"

#include "random_calls.hpp"

namespace harrier::mpi {

namespace {

int source_of(int peer) { return peer == no_number ? MPI_ANY_SOURCE : peer; }
int tag_of(int tag) { return tag == no_number ? MPI_ANY_TAG : tag; }

void run_call(const ScriptedCall& call, Running& now) {
  int value = 7;
  int result = 0;
  int flag = 0;
  int index = 0;
  int indices[Running::requests_max];
  const int source = source_of(call.peer);
  const int tag = tag_of(call.tag);
  const MPI_Comm world = MPI_COMM_WORLD;
  switch (call.act) {
    case Act::send:
      MPI_Send(&value, 1, MPI_INT, call.peer, call.tag, world);
      break;
    case Act::ssend:
      MPI_Ssend(&value, 1, MPI_INT, call.peer, call.tag, world);
      break;
    case Act::isend:
      MPI_Isend(&now.values[now.count], 1, MPI_INT, call.peer, call.tag, world, now.next());
      ++now.count;
      break;
    case Act::issend:
      MPI_Issend(&now.values[now.count], 1, MPI_INT, call.peer, call.tag, world, now.next());
      ++now.count;
      break;
    case Act::recv:
      MPI_Recv(&value, 1, MPI_INT, source, tag, world, MPI_STATUS_IGNORE);
      break;
    case Act::irecv:
      MPI_Irecv(&now.values[now.count], 1, MPI_INT, source, tag, world, now.next());
      ++now.count;
      break;
    case Act::wait_last:
      if (now.count > 0) MPI_Wait(&now.requests[now.count - 1], MPI_STATUS_IGNORE);
      break;
    case Act::waitall:
      MPI_Waitall(now.count, now.requests, MPI_STATUSES_IGNORE);
      break;
    case Act::waitany:
      MPI_Waitany(now.count, now.requests, &index, MPI_STATUS_IGNORE);
      break;
    case Act::waitsome:
      MPI_Waitsome(now.count, now.requests, &index, indices, MPI_STATUSES_IGNORE);
      break;
    case Act::test:
      if (now.count > 0) MPI_Test(&now.requests[now.count - 1], &flag, MPI_STATUS_IGNORE);
      // What is learned decides what is done: a message more where it was done.
      if (flag != 0) MPI_Send(&value, 0, MPI_INT, call.peer, call.tag, world);
      break;
    case Act::testany:
      MPI_Testany(now.count, now.requests, &index, &flag, MPI_STATUS_IGNORE);
      if (flag != 0 && index == 0) MPI_Send(&value, 0, MPI_INT, call.peer, call.tag, world);
      break;
    case Act::testsome:
      MPI_Testsome(now.count, now.requests, &index, indices, MPI_STATUSES_IGNORE);
      if (index > 1) MPI_Send(&value, 0, MPI_INT, call.peer, call.tag, world);
      break;
    case Act::cancel:
      if (now.count > 0 && now.requests[now.count - 1] != MPI_REQUEST_NULL) {
        MPI_Cancel(&now.requests[now.count - 1]);
      }
      break;
    case Act::probe:
      MPI_Probe(source, tag, world, MPI_STATUS_IGNORE);
      break;
    case Act::iprobe: {
      MPI_Status status;
      MPI_Iprobe(source, tag, world, &flag, &status);
      if (flag != 0) {
        MPI_Recv(&value, 1, MPI_INT, status.MPI_SOURCE, status.MPI_TAG, world, MPI_STATUS_IGNORE);
      }
      break;
    }
    case Act::barrier:
      MPI_Barrier(world);
      break;
    case Act::ibarrier:
      MPI_Ibarrier(world, now.next());
      ++now.count;
      break;
    case Act::bcast:
      MPI_Bcast(&value, 1, MPI_INT, 0, world);
      break;
    case Act::reduce:
      MPI_Reduce(&value, &result, 1, MPI_INT, MPI_SUM, 0, world);
      break;
    case Act::mprobe:
      if (now.kept == MPI_MESSAGE_NULL)
        MPI_Mprobe(source, tag, world, &now.kept, MPI_STATUS_IGNORE);
      break;
    case Act::improbe:
      if (now.kept == MPI_MESSAGE_NULL)
        MPI_Improbe(source, tag, world, &flag, &now.kept, MPI_STATUS_IGNORE);
      break;
    case Act::mrecv:
      if (now.kept != MPI_MESSAGE_NULL) MPI_Mrecv(&value, 1, MPI_INT, &now.kept, MPI_STATUS_IGNORE);
      break;
    case Act::bsend:
      MPI_Bsend(&value, 1, MPI_INT, call.peer, call.tag, world);
      break;
    case Act::send_init:
      MPI_Send_init(&now.values[now.count], 1, MPI_INT, call.peer, call.tag, world, now.next());
      ++now.count;
      break;
    case Act::recv_init:
      MPI_Recv_init(&now.values[now.count], 1, MPI_INT, source, tag, world, now.next());
      ++now.count;
      break;
    case Act::start:
      if (now.count > 0 && now.requests[now.count - 1] != MPI_REQUEST_NULL)
        MPI_Start(&now.requests[now.count - 1]);
      break;
    case Act::request_free:
      if (now.count > 0 && now.requests[now.count - 1] != MPI_REQUEST_NULL)
        MPI_Request_free(&now.requests[now.count - 1]);
      break;
    default:
      run_window_call(call, now);
  }
}

std::string number(int value, const char* any) {
  return value == no_number ? any : std::to_string(value);
}

std::string call_text(const ScriptedCall& call) {
  const std::string source = number(call.peer, "MPI_ANY_SOURCE");
  const std::string tag = number(call.tag, "MPI_ANY_TAG");
  const std::string to =
      std::to_string(call.peer) + ", " + std::to_string(call.tag) + ", MPI_COMM_WORLD";
  const std::string extra = "MPI_Send(&x, 0, MPI_INT, " + to + ");";
  switch (call.act) {
    case Act::send:
      return "MPI_Send(&x, 1, MPI_INT, " + to + ");";
    case Act::ssend:
      return "MPI_Ssend(&x, 1, MPI_INT, " + to + ");";
    case Act::isend:
      return "MPI_Isend(&v[n], 1, MPI_INT, " + to + ", &r[n]); ++n;";
    case Act::issend:
      return "MPI_Issend(&v[n], 1, MPI_INT, " + to + ", &r[n]); ++n;";
    case Act::recv:
      return "MPI_Recv(&x, 1, MPI_INT, " + source + ", " + tag +
             ", MPI_COMM_WORLD, MPI_STATUS_IGNORE);";
    case Act::irecv:
      return "MPI_Irecv(&v[n], 1, MPI_INT, " + source + ", " + tag +
             ", MPI_COMM_WORLD, &r[n]); ++n;";
    case Act::wait_last:
      return "if (n > 0) MPI_Wait(&r[n - 1], MPI_STATUS_IGNORE);";
    case Act::waitall:
      return "MPI_Waitall(n, r, MPI_STATUSES_IGNORE);";
    case Act::waitany:
      return "MPI_Waitany(n, r, &i, MPI_STATUS_IGNORE);";
    case Act::waitsome:
      return "MPI_Waitsome(n, r, &i, is, MPI_STATUSES_IGNORE);";
    case Act::test:
      return "f = 0; if (n > 0) MPI_Test(&r[n - 1], &f, MPI_STATUS_IGNORE); if (f) " + extra;
    case Act::testany:
      return "MPI_Testany(n, r, &i, &f, MPI_STATUS_IGNORE); if (f && i == 0) " + extra;
    case Act::testsome:
      return "MPI_Testsome(n, r, &i, is, MPI_STATUSES_IGNORE); if (i > 1) " + extra;
    case Act::cancel:
      return "if (n > 0 && r[n - 1] != MPI_REQUEST_NULL) MPI_Cancel(&r[n - 1]);";
    case Act::probe:
      return "MPI_Probe(" + source + ", " + tag + ", MPI_COMM_WORLD, MPI_STATUS_IGNORE);";
    case Act::iprobe:
      return "MPI_Iprobe(" + source + ", " + tag +
             ", MPI_COMM_WORLD, &f, &s); if (f) MPI_Recv(&x, 1, MPI_INT, s.MPI_SOURCE, s.MPI_TAG, "
             "MPI_COMM_WORLD, MPI_STATUS_IGNORE);";
    case Act::barrier:
      return "MPI_Barrier(MPI_COMM_WORLD);";
    case Act::ibarrier:
      return "MPI_Ibarrier(MPI_COMM_WORLD, &r[n]); ++n;";
    case Act::bcast:
      return "MPI_Bcast(&x, 1, MPI_INT, 0, MPI_COMM_WORLD);";
    case Act::reduce:
      return "MPI_Reduce(&x, &y, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);";
    case Act::mprobe:
      return "if (m == MPI_MESSAGE_NULL) MPI_Mprobe(" + source + ", " + tag +
             ", MPI_COMM_WORLD, &m, MPI_STATUS_IGNORE);";
    case Act::improbe:
      return "if (m == MPI_MESSAGE_NULL) MPI_Improbe(" + source + ", " + tag +
             ", MPI_COMM_WORLD, &f, &m, MPI_STATUS_IGNORE);";
    case Act::mrecv:
      return "if (m != MPI_MESSAGE_NULL) MPI_Mrecv(&x, 1, MPI_INT, &m, MPI_STATUS_IGNORE);";
    case Act::bsend:
      return "MPI_Bsend(&x, 1, MPI_INT, " + to + ");";
    case Act::send_init:
      return "MPI_Send_init(&v[n], 1, MPI_INT, " + to + ", &r[n]); ++n;";
    case Act::recv_init:
      return "MPI_Recv_init(&v[n], 1, MPI_INT, " + source + ", " + tag +
             ", MPI_COMM_WORLD, &r[n]); ++n;";
    case Act::start:
      return "if (n > 0 && r[n - 1] != MPI_REQUEST_NULL) MPI_Start(&r[n - 1]);";
    case Act::request_free:
      return "if (n > 0 && r[n - 1] != MPI_REQUEST_NULL) MPI_Request_free(&r[n - 1]);";
    default:
      return window_call_text(call);
  }
}

/// Draws numbers below a bound.
struct Below {
  std::mt19937_64& random;
  int operator()(int count) const {
    return static_cast<int>(random() % static_cast<unsigned>(count));
  }
};

/// Lets every rank take part in a collective at some moment of its own.
void add_collective(RandomProgram& program, const Below& below) {
  constexpr Act together[] = {Act::barrier, Act::ibarrier, Act::bcast, Act::reduce};
  const Act act = together[below(4)];
  for (std::vector<ScriptedCall>& calls : program.ranks) {
    const auto at = below(static_cast<int>(calls.size()) + 1);
    calls.insert(calls.begin() + at, ScriptedCall{act});
  }
}

}  // namespace

int RandomProgram::run() const {
  int rank = 0;
  MPI_Init(nullptr, nullptr);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  Running now;
  for (int i = 0; i < Running::requests_max; ++i) now.given[i] = i + 1;
  MPI_Buffer_attach(now.buffer, sizeof now.buffer);
  make_window(*this, now);
  for (const ScriptedCall& call : ranks[static_cast<std::size_t>(rank)]) run_call(call, now);
  MPI_Waitall(now.count, now.requests, MPI_STATUSES_IGNORE);
  for (int i = 0; i < now.count; ++i) {
    if (now.requests[i] != MPI_REQUEST_NULL) MPI_Request_free(&now.requests[i]);
  }
  void* detached = nullptr;
  int bytes = 0;
  MPI_Buffer_detach(&detached, &bytes);
  if (has_window) MPI_Win_free(&now.window);
  MPI_Finalize();
  return 0;
}

std::string RandomProgram::text() const {
  std::string text =
      "#include <mpi.h>\nint main() {\n  int rank, x = 7, y, n = 0, f, i, is[16], v[16], b;\n"
      "  char buffer[2 * (MPI_BSEND_OVERHEAD + 8)];\n  void *d;\n  MPI_Request r[16];\n"
      "  MPI_Message m = MPI_MESSAGE_NULL;\n  MPI_Status s;\n  MPI_Init(0, 0);\n"
      "  MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
      "  MPI_Buffer_attach(buffer, sizeof buffer);\n";
  if (has_window) {
    text +=
        "  int zero = 0, o = 0, memory[2] = {0}, got[16] = {0}, give[16];\n"
        "  MPI_Group all, g;\n  MPI_Win w;\n"
        "  for (i = 0; i < 16; ++i) give[i] = i + 1;\n"
        "  MPI_Comm_group(MPI_COMM_WORLD, &all);\n"
        "  MPI_Win_create(memory, sizeof memory, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &w);\n";
  }
  if (is_shared) {
    text +=
        "  int *shared;\n  MPI_Aint bytes;\n  MPI_Win_free(&w);\n"
        "  MPI_Win_allocate_shared(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &d, &w);\n"
        "  MPI_Win_shared_query(w, 0, &bytes, &b, &shared);\n";
  }
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    text += "  if (rank == " + std::to_string(rank) + ") {\n";
    for (const ScriptedCall& call : ranks[rank]) text += "    " + call_text(call) + "\n";
    text += "  }\n";
  }
  text +=
      "  MPI_Waitall(n, r, MPI_STATUSES_IGNORE);\n"
      "  for (i = 0; i < n; ++i)\n    if (r[i] != MPI_REQUEST_NULL) MPI_Request_free(&r[i]);\n"
      "  MPI_Buffer_detach(&d, &b);\n";
  if (has_window) text += "  MPI_Win_free(&w);\n  MPI_Group_free(&all);\n";
  return text + "  MPI_Finalize();\n}\n";
}

RandomProgram draw(std::mt19937_64& random, const Kinds& kinds) {
  const Below below{random};
  std::vector<Act> acts = {Act::send, Act::ssend, Act::isend, Act::issend,    Act::recv,
                           Act::recv, Act::irecv, Act::irecv, Act::wait_last, Act::waitany};
  if (kinds.tests) {
    acts.insert(acts.end(), {Act::test, Act::testany, Act::testsome, Act::waitsome});
  }
  if (kinds.probes) acts.insert(acts.end(), {Act::probe, Act::iprobe});
  if (kinds.cancels) acts.insert(acts.end(), 3, Act::cancel);
  if (kinds.keeps) {
    acts.insert(acts.end(), {Act::mprobe, Act::mprobe, Act::improbe, Act::improbe, Act::mrecv,
                             Act::mrecv, Act::mrecv});
  }
  if (kinds.persists) {
    acts.insert(acts.end(), {Act::send_init, Act::send_init, Act::recv_init, Act::recv_init,
                             Act::start, Act::start, Act::start, Act::start, Act::bsend, Act::bsend,
                             Act::request_free, Act::request_free});
  }
  RandomProgram program;
  const int size = 2 + below(3);
  program.ranks.resize(static_cast<std::size_t>(size));
  for (int rank = 0; rank < size; ++rank) {
    std::vector<ScriptedCall>& calls = program.ranks[static_cast<std::size_t>(rank)];
    const int count = 1 + below(size == 2 ? 5 : 3);
    for (int i = 0; i < count; ++i) {
      ScriptedCall call{acts[static_cast<std::size_t>(below(static_cast<int>(acts.size())))]};
      const bool receives = call.act == Act::recv || call.act == Act::irecv ||
                            call.act == Act::probe || call.act == Act::iprobe ||
                            call.act == Act::mprobe || call.act == Act::improbe ||
                            call.act == Act::recv_init;
      call.peer = (rank + 1 + below(size - 1)) % size;
      call.tag = below(2);
      if (receives && below(2) == 0) call.peer = no_number;
      if (receives && below(3) == 0) call.tag = no_number;
      calls.push_back(call);
    }
  }
  if (!kinds.collectives) return program;
  for (int i = 0; i < 1 + below(2); ++i) add_collective(program, below);
  return program;
}

RandomProgram draw_matched(std::mt19937_64& random) {
  const Below below{random};
  RandomProgram program;
  const int size = 3 + below(2);
  program.ranks.resize(static_cast<std::size_t>(size));
  const int messages = 2 + below(3);
  const int receiver = below(size);
  for (int i = 0; i < messages; ++i) {
    const int to = below(4) == 0 ? below(size) : receiver;
    const int from = (to + 1 + below(size - 1)) % size;
    const int tag = below(2);
    program.ranks[static_cast<std::size_t>(from)].push_back(
        {below(2) == 0 ? Act::send : Act::isend, to, tag});
    program.ranks[static_cast<std::size_t>(to)].push_back({below(4) == 0 ? Act::recv : Act::irecv,
                                                           below(4) == 0 ? from : no_number,
                                                           below(4) == 0 ? tag : no_number});
    if (below(4) == 0) {
      program.ranks[static_cast<std::size_t>(to)].push_back({Act::wait_last});
    }
  }
  for (int i = 0; i < 1 + below(2); ++i) add_collective(program, below);
  return program;
}

}  // namespace harrier::mpi
