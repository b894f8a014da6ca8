// Names for interchangeable things, compared with all permutations.
#include "core/renaming.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace harrier {
namespace {

/// A graph with labels: who refers to whom.
class Graph final : public Terms {
 public:
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  std::vector<std::uint64_t> labels;

  std::size_t term_count() const override { return edges.size() + labels.size(); }
  std::uint64_t mentions(std::size_t term) const override {
    if (term >= edges.size()) return std::uint64_t{1} << (term - edges.size());
    return std::uint64_t{1} << edges[term].first | std::uint64_t{1} << edges[term].second;
  }
  Fingerprint hash(std::size_t term, std::span<const Fingerprint> names) const override {
    Fingerprint value;
    if (term >= edges.size()) {
      value.add(labels[term - edges.size()]);
      value.add(names[term - edges.size()]);
      return value;
    }
    value.add(names[edges[term].first]);
    value.add(names[edges[term].second]);
    return value;
  }
};

Renaming renaming_of(std::vector<Renaming::Group> groups) {
  std::vector<Fingerprint> names(groups.back().end);
  for (std::size_t i = 0; i < names.size(); ++i) names[i].add(i + 100);
  return {std::move(groups), std::move(names)};
}

/// Returns the least sum that any permutation within the groups gives.
Fingerprint least_of_all(const Renaming& renaming, const Graph& graph, std::size_t group = 0,
                         Renaming::Places places = {}) {
  if (places.empty()) {
    places.resize(graph.labels.size());
    std::iota(places.begin(), places.end(), 0U);
  }
  if (group == renaming.groups().size()) return renaming.sum(graph, places);
  Fingerprint least{~std::uint64_t{0}, ~std::uint64_t{0}};
  const auto begin = places.begin() + renaming.groups()[group].begin;
  const auto end = places.begin() + renaming.groups()[group].end;
  std::sort(begin, end);
  do {
    least = std::min(least, least_of_all(renaming, graph, group + 1, places));
  } while (std::next_permutation(begin, end));
  return least;
}

TEST(Renaming, TakesGraphsForOneExactlyIfTheyAreOneUpToNames) {
  std::mt19937 random(1);
  for (const auto& groups : std::vector<std::vector<Renaming::Group>>{
           {{0, 3}}, {{0, 4}}, {{0, 5}}, {{0, 2}, {2, 5}}, {{0, 3}, {3, 6}}}) {
    Renaming renaming = renaming_of(groups);
    std::map<Fingerprint, Fingerprint> found;
    std::set<Fingerprint> canonical;
    for (int i = 0; i < 400; ++i) {
      Graph graph;
      const std::uint32_t size = groups.back().end;
      for (std::uint32_t thing = 0; thing < size; ++thing) graph.labels.push_back(random() % 2);
      const std::size_t edges = random() % (2 * size);
      for (std::size_t edge = 0; edge < edges; ++edge) {
        graph.edges.emplace_back(random() % size, random() % size);
      }
      const Fingerprint sum = renaming.canonical_sum(graph);
      const auto [known, is_new] = found.try_emplace(least_of_all(renaming, graph), sum);
      EXPECT_EQ(known->second, sum);
      EXPECT_EQ(canonical.insert(sum).second, is_new);
    }
  }
}

Graph circles(std::uint32_t size, std::uint32_t each) {
  Graph graph;
  graph.labels.assign(size, 0);
  for (std::uint32_t i = 0; i < size; ++i) {
    graph.edges.emplace_back(i, i / each * each + (i + 1) % each);
  }
  return graph;
}

TEST(Renaming, TellsApartWhatColoursDoNot) {
  Renaming renaming = renaming_of({{0, 6}});
  // In a circle of six and in two of three every thing looks the same.
  EXPECT_NE(renaming.canonical_sum(circles(6, 6)), renaming.canonical_sum(circles(6, 3)));
  Graph turned = circles(6, 6);
  for (auto& [from, to] : turned.edges) {
    from = (from * 5 + 2) % 6;
    to = (to * 5 + 2) % 6;
  }
  EXPECT_EQ(renaming.canonical_sum(circles(6, 6)), renaming.canonical_sum(turned));
}

TEST(Renaming, ListsWhatAStateStandsForOnce) {
  const Renaming renaming = renaming_of({{0, 4}});
  Graph graph;
  graph.labels = {0, 0, 0, 0};
  EXPECT_EQ(renaming.others(graph, 100)->size(), 0U);
  graph.labels = {0, 1, 0, 0};
  EXPECT_EQ(renaming.others(graph, 100)->size(), 3U);  // who of four has the other label
  graph.labels = {0, 1, 2, 3};
  EXPECT_EQ(renaming.others(graph, 100)->size(), 23U);  // 4! - 1
  EXPECT_FALSE(renaming.others(graph, 22).has_value());
  EXPECT_EQ(renaming.others(circles(4, 4), 100)->size(), 5U);  // 4! / 4 - 1
}

TEST(Renaming, OfManyThingsTakesFewAttempts) {
  Renaming renaming = renaming_of({{0, 64}});
  Graph graph;
  graph.labels.assign(64, 0);
  const Fingerprint alike = renaming.canonical_sum(graph);
  graph.labels[40] = 1;
  const Fingerprint one = renaming.canonical_sum(graph);
  EXPECT_NE(alike, one);
  std::swap(graph.labels[40], graph.labels[3]);
  EXPECT_EQ(renaming.canonical_sum(graph), one);
}

}  // namespace
}  // namespace harrier
