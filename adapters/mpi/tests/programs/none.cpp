// A program that knows nothing of MPI.
int main() { return 0; }
