// Names of functions and types as their author wrote them.
#include "host/symbol_names.hpp"

#include <gtest/gtest.h>

namespace {

[[gnu::noinline]] int worker(int i) { return i + 1; }

TEST(SymbolNames, OfAFunctionThatIsNotExportedIsFound) {
  EXPECT_EQ(harrier::host::function_name(reinterpret_cast<const void*>(&worker)), "worker");
}

TEST(SymbolNames, OfWhatIsNoFunctionIsEmpty) {
  const int local = 0;
  EXPECT_EQ(harrier::host::function_name(&local), "");
}

TEST(SymbolNames, LeaveOutScopesParametersAndArguments) {
  using harrier::host::last_name;
  EXPECT_EQ(last_name("worker"), "worker");
  EXPECT_EQ(last_name("app::(anonymous namespace)::worker(caf::actor const&, int (*)(int))"),
            "worker");
  EXPECT_EQ(last_name("caf::result<int> app::worker<std::map<int, int> >(caf::actor)"), "worker");
  EXPECT_EQ(last_name("app::worker[abi:cxx11](int)"), "worker");
}

}  // namespace
