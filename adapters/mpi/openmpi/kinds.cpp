// Numbers of Open MPI's interface and those of MPICH's.
#include "kinds.hpp"

#include <algorithm>
#include <array>

namespace harrier::mpi::openmpi {

namespace {

struct NumberPair {
  int program;
  int engine;
};

template <std::size_t size>
int engine_of(const std::array<NumberPair, size>& pairs, int program, int otherwise) {
  const auto* const found = std::find_if(
      pairs.begin(), pairs.end(), [&](const NumberPair& pair) { return pair.program == program; });
  return found != pairs.end() ? found->engine : otherwise;
}

template <std::size_t size>
int program_of(const std::array<NumberPair, size>& pairs, int engine, int otherwise) {
  const auto* const found = std::find_if(
      pairs.begin(), pairs.end(), [&](const NumberPair& pair) { return pair.engine == engine; });
  return found != pairs.end() ? found->program : otherwise;
}

constexpr auto errors = std::to_array<NumberPair>({{0, MPI_SUCCESS},
                                                   {1, MPI_ERR_BUFFER},
                                                   {2, MPI_ERR_COUNT},
                                                   {3, MPI_ERR_TYPE},
                                                   {4, MPI_ERR_TAG},
                                                   {5, MPI_ERR_COMM},
                                                   {6, MPI_ERR_RANK},
                                                   {7, MPI_ERR_REQUEST},
                                                   {8, MPI_ERR_ROOT},
                                                   {9, MPI_ERR_GROUP},
                                                   {10, MPI_ERR_OP},
                                                   {11, MPI_ERR_TOPOLOGY},
                                                   {12, MPI_ERR_DIMS},
                                                   {13, MPI_ERR_ARG},
                                                   {14, MPI_ERR_UNKNOWN},
                                                   {15, MPI_ERR_TRUNCATE},
                                                   {16, MPI_ERR_OTHER},
                                                   {17, MPI_ERR_INTERN},
                                                   {18, MPI_ERR_IN_STATUS},
                                                   {19, MPI_ERR_PENDING},
                                                   {20, MPI_ERR_ACCESS},
                                                   {21, MPI_ERR_AMODE},
                                                   {22, MPI_ERR_ASSERT},
                                                   {23, MPI_ERR_BAD_FILE},
                                                   {24, MPI_ERR_BASE},
                                                   {25, MPI_ERR_CONVERSION},
                                                   {26, MPI_ERR_DISP},
                                                   {27, MPI_ERR_DUP_DATAREP},
                                                   {28, MPI_ERR_FILE_EXISTS},
                                                   {29, MPI_ERR_FILE_IN_USE},
                                                   {30, MPI_ERR_FILE},
                                                   {31, MPI_ERR_INFO_KEY},
                                                   {32, MPI_ERR_INFO_NOKEY},
                                                   {33, MPI_ERR_INFO_VALUE},
                                                   {34, MPI_ERR_INFO},
                                                   {35, MPI_ERR_IO},
                                                   {36, MPI_ERR_KEYVAL},
                                                   {37, MPI_ERR_LOCKTYPE},
                                                   {38, MPI_ERR_NAME},
                                                   {39, MPI_ERR_NO_MEM},
                                                   {40, MPI_ERR_NOT_SAME},
                                                   {41, MPI_ERR_NO_SPACE},
                                                   {42, MPI_ERR_NO_SUCH_FILE},
                                                   {43, MPI_ERR_PORT},
                                                   {44, MPI_ERR_QUOTA},
                                                   {45, MPI_ERR_READ_ONLY},
                                                   {46, MPI_ERR_RMA_CONFLICT},
                                                   {47, MPI_ERR_RMA_SYNC},
                                                   {48, MPI_ERR_SERVICE},
                                                   {49, MPI_ERR_SIZE},
                                                   {50, MPI_ERR_SPAWN},
                                                   {51, MPI_ERR_UNSUPPORTED_DATAREP},
                                                   {52, MPI_ERR_UNSUPPORTED_OPERATION},
                                                   {53, MPI_ERR_WIN},
                                                   {68, MPI_ERR_RMA_RANGE},
                                                   {69, MPI_ERR_RMA_ATTACH},
                                                   {70, MPI_ERR_RMA_FLAVOR},
                                                   {71, MPI_ERR_RMA_SHARED},
                                                   {92, MPI_ERR_LASTCODE}});

// All others have the same number for both: those that programs make.
constexpr auto keyvals = std::to_array<NumberPair>({{-1, MPI_KEYVAL_INVALID},
                                                    {0, MPI_TAG_UB},
                                                    {1, MPI_HOST},
                                                    {2, MPI_IO},
                                                    {3, MPI_WTIME_IS_GLOBAL},
                                                    {4, MPI_APPNUM},
                                                    {5, MPI_LASTUSEDCODE},
                                                    {6, MPI_UNIVERSE_SIZE},
                                                    {7, MPI_WIN_BASE},
                                                    {8, MPI_WIN_SIZE},
                                                    {9, MPI_WIN_DISP_UNIT},
                                                    {10, MPI_WIN_CREATE_FLAVOR},
                                                    {11, MPI_WIN_MODEL}});

// The last one is nobody's: it keeps the program's -3 from being the engine's MPI_ROOT.
constexpr auto ranks = std::to_array<NumberPair>(
    {{-1, MPI_ANY_SOURCE}, {-2, MPI_PROC_NULL}, {-4, MPI_ROOT}, {-3, -4}});

constexpr auto assertions = std::to_array<NumberPair>({{1, MPI_MODE_NOCHECK},
                                                       {2, MPI_MODE_NOPRECEDE},
                                                       {4, MPI_MODE_NOPUT},
                                                       {8, MPI_MODE_NOSTORE},
                                                       {16, MPI_MODE_NOSUCCEED}});

}  // namespace

int error_to_engine(int code) {
  // A code that the program has not made and MPI has not either is none of the engine's.
  return engine_of(errors, code, code <= 92 ? -1 : code);
}

int error_to_program(int code) {
  // Classes that came after the interface was made are errors of no other class there.
  return program_of(errors, code, code < MPI_ERR_LASTCODE ? 16 : code);
}

namespace kind {

int rank::to_engine(int value) { return value >= 0 ? value : engine_of(ranks, value, value); }
int rank::to_program(int value) { return value >= 0 ? value : program_of(ranks, value, value); }

int keyval::to_engine(int value) { return engine_of(keyvals, value, value); }
int keyval::to_program(int value) { return program_of(keyvals, value, value); }

int assertion::to_engine(int bits) {
  int result = 0;
  for (const NumberPair& one : assertions) result |= (bits & one.program) != 0 ? one.engine : 0;
  return result;
}

MPI_Status status::to_engine(const Status& status) {
  MPI_Status result = {};
  result.count_lo = static_cast<int>(status.bytes & 0xffff'ffffU);
  result.count_hi_and_cancelled =
      static_cast<int>(static_cast<unsigned>(status.bytes >> 32U) << 1U) |
      (status.cancelled != 0 ? 1 : 0);
  result.MPI_SOURCE = rank::to_engine(status.source);
  result.MPI_TAG = status.tag;
  result.MPI_ERROR = error_to_engine(status.error);
  return result;
}

Status status::to_program(const MPI_Status& status) {
  const auto high = static_cast<unsigned>(status.count_hi_and_cancelled);
  return {.source = rank::to_program(status.MPI_SOURCE),
          .tag = status.MPI_TAG,
          .error = error_to_program(status.MPI_ERROR),
          .cancelled = static_cast<int>(high & 1U),
          .bytes = (static_cast<std::size_t>(high >> 1U) << 32U) |
                   static_cast<unsigned>(status.count_lo)};
}

}  // namespace kind

}  // namespace harrier::mpi::openmpi
