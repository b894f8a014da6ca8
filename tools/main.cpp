// The command line's main() for every binary that links harrier::main.
#include "tools/commands.hpp"

int main(int argc, char** argv) { return harrier::tools::run(argc, argv); }
