// The main() of the harrier executable, whose programs may be executed by several threads at once.
#include "tools/commands.hpp"

int main(int argc, char** argv) { return harrier::tools::run(argc, argv, /*shares_nothing=*/true); }
