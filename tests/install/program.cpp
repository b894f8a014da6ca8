// The program that the install tests build outside the tree; main() comes from harrier::main.

namespace {

[[maybe_unused]] const int answer = 42;

}  // namespace
