// What the library of MPICH has for programs that mix C with Fortran: C programs may mention it.
#include <mpi.h>

namespace {

MPI_F08_status one_ignored;
MPI_F08_status all_ignored[1];

}  // namespace

extern "C" {

// Fortran's MPI_Init would set the first two.
MPI_Fint* MPI_F_STATUS_IGNORE = nullptr;
MPI_Fint* MPI_F_STATUSES_IGNORE = nullptr;
MPI_F08_status* MPI_F08_STATUS_IGNORE = &one_ignored;
MPI_F08_status* MPI_F08_STATUSES_IGNORE = all_ignored;

extern MPI_T_pvar_handle const MPI_T_PVAR_ALL_HANDLES = nullptr;
}
