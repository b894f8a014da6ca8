// A library of a program's own, with state that every rank must have for itself.
#include "library.hpp"

#include <map>
#include <numeric>
#include <vector>

int library_plain = 21;
thread_local int library_of_thread = 31;

static std::vector<int> values = {1, 2, 3};
static std::map<int, std::vector<int>> table = {{1, {1}}, {2, {2, 2}}};

/// Changes what the program has in its own memory before that begins.
static const bool changed = [] {
  library_plain *= 2;
  return true;
}();

int library_count() { return static_cast<int>(values.size() + table.at(2).size()); }

void library_add(int value) {
  values.push_back(value);
  values[0] += value;
  table[2].push_back(value);
}

int library_sum() { return std::accumulate(values.begin(), values.end(), 0); }
