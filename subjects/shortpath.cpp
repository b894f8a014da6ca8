// Finds shortest paths by Chandy and Misra's algorithm on the graphs of Lauterburg's thesis
// (Basset) and of TransDPOR (FORTE'12).
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "harrier/harrier.hpp"

namespace {

constexpr int node_count = 5;
constexpr int weight = 10;

struct Graph {
  std::string_view name;
  std::size_t start;
  std::string_view edges;  ///< `0>1` leads one way, `0-1` both ways
};

constexpr std::array graphs{
    Graph{"3", 0, "0-1 0-2 1-2"},
    Graph{"4", 0, "0>1 0>2 0>3 1-3 2-3"},
    Graph{"5", 4, "0-1 0-2 1-3 4-0 4-1"},
    Graph{"b1", 0, "0>1 0>2 0>3 1-2 2-3"},
    Graph{"b2", 0, "0>1 0>2 0>3 1>2 2>3"},
    Graph{"b3", 0, "0-1 0-2 1-3 1-4"},
    Graph{"b4", 0, "0>1 0>2 1>2 1>3 2>3 2>0 3>0 3>1"},
    Graph{"b5", 0, "0-1 1-2 2-3"},
    Graph{"b6", 0, "0-1 1-2 2-3 3-0"},
    Graph{"b7", 0, "0>1 1-2 1-3"},
    Graph{"b8", 0, "0>1 0>2 0>3 1-2 2-3 3-1"},
};

class Node;

struct AddNeighbour {
  harrier::Ref<Node> node;
};
struct Distance {
  int to_sender;
  int edge;
};

class Node : public harrier::Actor<Node> {
 public:
  void on(AddNeighbour m) {
    neighbours_.edit().nodes[neighbours_->count] = m.node;
    ++neighbours_.edit().count;
  }

  void on(Distance m) {
    const int distance = m.to_sender + m.edge;
    if (distance_ != -1 && distance_ <= distance) return;
    distance_ = distance;
    for (std::size_t i = 0; i < neighbours_->count; ++i) {
      send(neighbours_->nodes[i], Distance{distance, weight});
    }
  }

 private:
  struct Neighbours {
    std::array<harrier::Ref<Node>, node_count - 1> nodes;
    std::size_t count = 0;
  };
  harrier::Tracked<Neighbours> neighbours_;
  harrier::Tracked<int> distance_ = -1;
};

void set_up(harrier::System& system, const harrier::Arguments& arguments) {
  const std::string& name = arguments.word("graph");
  const Graph* graph = graphs.data();
  while (graph->name != name) ++graph;

  std::vector<harrier::Ref<Node>> nodes;
  for (int i = 0; i < node_count; ++i) nodes.push_back(system.spawn<Node>());
  for (std::string_view edges = graph->edges; !edges.empty();
       edges.remove_prefix(edges.size() > 3 ? 4 : 3)) {
    const auto from = nodes[edges[0] - '0'];
    const auto to = nodes[edges[2] - '0'];
    system.send(from, AddNeighbour{to});
    if (edges[1] == '-') system.send(to, AddNeighbour{from});
  }
  system.settle();
  system.send(nodes[graph->start], Distance{0, 0});
}

std::vector<std::string> graph_names() {
  std::vector<std::string> names;
  for (const Graph& graph : graphs) names.emplace_back(graph.name);
  return names;
}

const harrier::Register shortpath("shortpath", "Chandy and Misra's shortest paths",
                                  {harrier::word("graph", graph_names(), "which graph")}, set_up);

}  // namespace
