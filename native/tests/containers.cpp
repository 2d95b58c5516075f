// The containers of the searches do what the plain ones of the standard library do, only faster.
#include <map>
#include <set>
#include <vector>

#include "containers/chunked_runs.h"
#include "containers/chunked_stack.h"
#include "containers/growing_list.h"
#include "containers/hash_table.h"
#include "containers/key_map.h"
#include "containers/slot_table.h"
#include "containers/state_store.h"
#include "tests/graph_domain.h"
#include "tests/harness.h"

using namespace unriddle;
using namespace unriddle::tests;

namespace {

bool everything_was_given_back(const Control& control) {
    return control.rest().bytes == Limits{}.bytes;
}

}  // namespace

TEST(a_chunked_stack_is_a_stack) {
    Control control;
    for (const std::uint64_t seed : {1, 2, 3}) {
        SplitMix64 rng(seed);
        ChunkedStack<int> chunked(control);
        std::vector<int> stack;
        std::size_t wanted = 0;
        for (int step = 0; step < 60000; ++step) {
            if (step % 3000 == 0) wanted = roll<std::size_t>(rng, 13000);
            if (stack.size() < wanted || stack.empty()) {
                chunked.push_back(step);
                stack.push_back(step);
            } else {
                chunked.pop_back();
                stack.pop_back();
            }
            CHECK_EQUAL(chunked.size(), stack.size());
            CHECK_EQUAL(chunked.empty(), stack.empty());
            if (!stack.empty()) CHECK_EQUAL(chunked.back(), stack.back());
        }
    }
    CHECK(everything_was_given_back(control));
}

TEST(a_chunked_stack_keeps_one_empty_chunk_and_no_more) {
    Control control;
    ChunkedStack<int> chunked(control);
    for (int i = 0; i < 5 * 4096; ++i) chunked.push_back(i);
    const std::uint64_t full = control.rest().bytes;
    for (int i = 0; i < 2 * 4096 + 1; ++i) chunked.pop_back();
    CHECK(control.rest().bytes >= full + 4096 * sizeof(int));
    const std::uint64_t lower = control.rest().bytes;
    for (int turn = 0; turn < 10; ++turn) {  // up and down at the edge of a chunk
        for (int i = 0; i < 3; ++i) chunked.push_back(i);
        for (int i = 0; i < 3; ++i) chunked.pop_back();
        CHECK_EQUAL(control.rest().bytes, lower);
    }
}

TEST(a_chunked_stack_survives_a_lack_of_memory) {
    Control control(Limits{.bytes = 4096 * sizeof(int) + 1000});
    ChunkedStack<int> chunked(control);
    for (int i = 0; i < 4096; ++i) chunked.push_back(i);
    CHECK(runs_out([&] { chunked.push_back(0); }));
    CHECK_EQUAL(chunked.size(), 4096u);
    CHECK_EQUAL(chunked.back(), 4095);
}

TEST(chunked_runs_are_runs_side_by_side) {
    Control control;
    for (const std::size_t longest : {1u, 7u, 3000u, 200'000u}) {
        IN_CASE(longest);
        SplitMix64 rng(longest);
        ChunkedRuns<std::uint32_t> chunked(longest, control);
        std::vector<std::pair<std::size_t, std::uint32_t>> runs;  // where, and how many
        std::uint32_t written = 0;
        while (chunked.size() < 600'000) {
            const auto count = static_cast<std::uint32_t>(1 + roll<std::size_t>(rng, longest));
            const std::size_t before = chunked.size(), first = chunked.add(count);
            CHECK(first >= before);
            CHECK_EQUAL(chunked.size(), first + count);
            CHECK(before > 0 || first == 0);
            runs.emplace_back(first, count);
            std::uint32_t* const run = &chunked[first];
            for (std::uint32_t i = 0; i < count; ++i) {
                CHECK_EQUAL(run[i], 0u);
                run[i] = ++written;
            }
        }
        const auto& seen = chunked;
        std::uint32_t read = 0;
        for (const auto& [first, count] : runs) {
            for (std::uint32_t i = 0; i < count; ++i) CHECK_EQUAL(seen[first + i], ++read);
        }
    }
    CHECK(everything_was_given_back(control));
}

TEST(chunked_runs_survive_a_lack_of_memory) {
    Control control(Limits{.bytes = 8000});
    ChunkedRuns<std::uint32_t> chunked(1000, control);
    chunked[chunked.add(500) + 499] = 7;
    CHECK(runs_out([&] { chunked.add(1000); }));
    CHECK_EQUAL(chunked.size(), 500u);
    CHECK_EQUAL(chunked[499], 7u);
}

TEST(a_growing_list_is_a_list_that_never_moves) {
    Control control;
    {
        GrowingList<std::uint64_t, 4> list(control);
        std::vector<const std::uint64_t*> places;
        CHECK_EQUAL(list.size(), 0u);
        for (std::size_t i = 0; i < 5000; ++i) {
            places.push_back(&list.emplace_back(i * i));
            CHECK_EQUAL(list.size(), i + 1);
        }
        for (std::size_t i = 0; i < 5000; ++i) {
            CHECK_EQUAL(list[i], i * i);
            CHECK(&list[i] == places[i]);
        }
    }
    CHECK(everything_was_given_back(control));
}

TEST(a_tag_group_sees_a_tag_and_what_is_free) {
    SplitMix64 rng(5);
    for (int turn = 0; turn < 2000; ++turn) {
        TagGroup group;
        const std::size_t filled = roll(rng, TagGroup::size + 1);
        std::uint32_t equal = 0, free = 0;
        const std::uint32_t wanted = 1 + roll(rng, 3u) * 0x10001u;
        for (std::size_t i = 0; i < TagGroup::size; ++i) {
            if (i < filled) group.tags[i] = 1 + roll(rng, 3u) * 0x10001u;
            equal |= static_cast<std::uint32_t>(i < filled && group.tags[i] == wanted) << i;
            free |= static_cast<std::uint32_t>(i >= filled) << i;
        }
        const TagGroup::Seen seen = group.look_for(wanted);
        CHECK_EQUAL(seen.equal, equal);
        CHECK_EQUAL(seen.free, free);
    }
}

TEST(a_slot_table_is_a_map_from_tags_and_values) {
    Control control;
    for (const std::uint32_t range : {40u, 3000u, 4000000u}) {
        SlotTable<std::uint32_t> table(control, 4);
        std::set<std::pair<Tag, std::uint32_t>> known;
        SplitMix64 rng(range);
        for (int step = 0; step < 20000; ++step) {
            const Tag tag = 1 + roll(rng, range);
            const std::uint32_t value = roll(rng, 4u) * 1000 + tag % 97;
            const auto is_it = [value](std::uint32_t there) { return there == value; };
            const bool is_known = known.contains({tag, value});
            std::uint32_t* const found = table.find(tag, is_it);
            CHECK_EQUAL(found != nullptr, is_known);
            if (found != nullptr) CHECK_EQUAL(*found, value);
            if (roll(rng, 3) == 0) continue;
            const auto [there, is_new] = table.enter(tag, is_it);
            CHECK_EQUAL(is_new, !is_known);
            if (is_new) there = value;
            CHECK_EQUAL(there, value);
            known.insert({tag, value});
        }
        for (const auto& [tag, value] : known) {
            const std::uint32_t wanted = value;
            CHECK(table.find(tag, [=](std::uint32_t there) { return there == wanted; }) != nullptr);
        }
        table.clear();
        for (const auto& [tag, value] : known) {
            CHECK(table.find(tag, [](std::uint32_t) { return true; }) == nullptr);
        }
    }
    CHECK(everything_was_given_back(control));
}

TEST(a_slot_table_grows_when_it_is_half_full_and_keeps_all) {
    Control control;
    SlotTable<std::uint32_t> table(control, 2);
    const auto bytes = [&] { return Limits{}.bytes - control.rest().bytes; };
    const std::uint64_t small = bytes();
    const auto add = [&](Tag tag) {
        table.enter(tag, [](std::uint32_t) { return true; }).value = tag;
    };
    for (int turn = 0; turn < 5; ++turn) {  // what is there already takes nothing more
        for (Tag tag = 1; tag <= 7; ++tag) add(tag);
    }
    add(8);
    CHECK_EQUAL(bytes(), small);
    add(9);
    CHECK_EQUAL(bytes(), 4 * small);
    for (Tag tag = 10; tag <= 32; ++tag) add(tag);
    CHECK_EQUAL(bytes(), 4 * small);
    add(33);
    CHECK_EQUAL(bytes(), 16 * small);
    for (Tag tag = 34; tag <= 100000; ++tag) add(tag);
    for (Tag tag = 1; tag <= 100000; ++tag) {
        const std::uint32_t* const found = table.find(tag, [](std::uint32_t) { return true; });
        CHECK(found != nullptr && *found == tag);
    }
    CHECK(table.find(100001, [](std::uint32_t) { return true; }) == nullptr);
}

TEST(a_slot_table_forgets_the_last_one) {
    Control control;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        SplitMix64 rng(seed);
        SlotTable<std::uint32_t> table(control, 2);
        std::vector<std::pair<Tag, std::uint32_t>> path;
        for (std::uint32_t step = 0; step < 400; ++step) {
            if (!path.empty() && roll(rng, 5) < 2) {
                const auto [tag, value] = path.back();
                table.erase_last(tag, [value = value](std::uint32_t v) { return v == value; });
                path.pop_back();
            } else {
                const Tag tag = 1 + roll(rng, 9u);
                const auto never = [](std::uint32_t) { return false; };
                table.enter(tag, never).value = step;
                path.emplace_back(tag, step);
            }
            for (const auto& [tag, value] : path) {
                CHECK(table.find(tag, [value = value](std::uint32_t v) { return v == value; }));
            }
            std::size_t found = 0;
            for (Tag tag = 1; tag <= 9; ++tag) {
                table.find(tag, [&](std::uint32_t) { return ++found, false; });
            }
            CHECK_EQUAL(found, path.size());
        }
    }
}

TEST(a_hash_table_knows_keys_and_nothing_else) {
    for (const Tags tags : {Tags::exact, Tags::hashed, Tags::few}) {
        for (const Asked asked : {Asked::node, Asked::held, Asked::on_path}) {
            IN_CASE(static_cast<int>(tags) * 10 + static_cast<int>(asked));
            Control control;
            SplitMix64 rng(7);
            const std::uint32_t vertices = tags == Tags::few ? 300 : 5000;
            const Graph graph(rng, vertices, 1, tags);
            StateStore<Graph> nodes(graph, control);
            HashTable<Graph> table(graph, nodes, control, asked);
            CHECK_EQUAL(table.is_in_rows(), tags == Tags::exact && asked == Asked::held);
            std::map<std::uint32_t, NodeId> known;
            for (std::uint32_t step = 0; step < 4 * vertices; ++step) {
                const Graph::State state{roll(rng, vertices), step % 7};
                const bool is_known = known.contains(state.vertex);
                const Tag tag = graph.tag(state);
                CHECK_EQUAL(table.contains(state), is_known);
                CHECK_EQUAL(table.contains(state, tag), is_known);
                const auto there = static_cast<NodeId>(nodes.size());
                switch (roll(rng, 4)) {
                    case 0:
                        CHECK_EQUAL(table.enter(state, tag, there), !is_known);
                        if (!is_known) known[state.vertex] = nodes.add(state, no_node, 0, 0);
                        break;
                    case 1:
                        if (is_known) break;
                        known[state.vertex] = nodes.add(state, no_node, 0, 0);
                        table.add(tag, there);
                        break;
                    case 2:
                        if (table.is_in_rows()) break;
                        if (NodeId& node = table[state]; node == no_node) {
                            CHECK(!is_known);
                            known[state.vertex] = node = nodes.add(state, no_node, 0, 0);
                        } else {
                            CHECK(is_known);
                            CHECK_EQUAL(node, known[state.vertex]);
                        }
                        break;
                    default:
                        if (!table.is_in_rows() || !is_known) break;
                        table.forget(tag);
                        known.erase(state.vertex);
                }
            }
            for (std::uint32_t v = 0; v < vertices; ++v) {
                CHECK_EQUAL(table.contains({v, 3}), known.contains(v));
            }
            table.clear();
            for (std::uint32_t v = 0; v < vertices; ++v) CHECK(!table.contains({v, 3}));
        }
    }
}

TEST(a_store_keeps_states_and_the_ways_to_them) {
    Control control;
    SplitMix64 rng(3);
    const Graph graph(rng, 100000, 1, Tags::hashed);
    StateStore<Graph> nodes(graph, control);
    StateStore<Graph> states(graph, control, Keeps::states);
    CHECK_EQUAL(StateStore<Graph>::node_bytes(graph), 15u);
    struct Way {
        NodeId parent;
        Action action;
        Cost cost;
    };
    std::vector<Way> ways;
    for (NodeId i = 0; i < 10000; ++i) {
        const Way way{i == 0 ? no_node : roll(rng, i), static_cast<Action>(i % 60000),
                      roll(rng, 70000u)};
        CHECK_EQUAL(nodes.add({i * 5, i % 200}, way.parent, way.action, way.cost), i);
        CHECK_EQUAL(states.add({i * 3, i % 200}), i);
        CHECK_EQUAL(nodes.size(), i + 1u);
        ways.push_back(way);
        if (i == 9000) {  // forgets some, and goes on where they were
            for (StateStore<Graph>* store : {&nodes, &states}) store->truncate(4000);
            ways.resize(4000);
            CHECK_EQUAL(nodes.size(), 4000u);
            i = 3999;
            nodes.add({1, 2}, 17, 3, 9);
            states.add({1, 2});
            ways.push_back({17, 3, 9});
            CHECK_EQUAL(nodes.state(4000).vertex, 1u);
            CHECK_EQUAL(states.state(4000).shade, 2u);
            break;
        }
    }
    for (NodeId i = 0; i < 4000; ++i) {
        CHECK_EQUAL(nodes.state(i).vertex, i * 5);
        CHECK_EQUAL(nodes.state(i).shade, i % 200);
        CHECK_EQUAL(states.state(i).vertex, i * 3);
        CHECK_EQUAL(states.state(i).shade, i % 200);
        CHECK_EQUAL(nodes.parent(i), ways[i].parent);
        CHECK_EQUAL(nodes.action(i), ways[i].action);
        CHECK_EQUAL(nodes.cost(i), ways[i].cost);
        CHECK(!nodes.is_outdone(i));
    }
    nodes.outdo(1234);
    CHECK(nodes.is_outdone(1234));
    CHECK(!nodes.is_outdone(1233) && !nodes.is_outdone(1235));
    CHECK_EQUAL(nodes.parent(1234), ways[1234].parent);
    std::vector<Action> plan;
    for (NodeId at = 3999; ways[at].parent != no_node; at = ways[at].parent) {
        plan.insert(plan.begin(), ways[at].action);
    }
    CHECK(nodes.plan(3999) == plan);
}

TEST(stores_survive_a_lack_of_memory) {
    for (const std::uint64_t bytes : {100'000u, 200'000u, 350'000u, 1'000'000u}) {
        IN_CASE(bytes);
        SplitMix64 rng(3);
        const Graph graph(rng, 100, 1, Tags::hashed);
        Control control(Limits{.bytes = bytes});
        {
            StateStore<Graph> nodes(graph, control);
            const NodeId count = fill_up([&](NodeId i) {
                CHECK_EQUAL(nodes.size(), i);
                nodes.add({i, 0}, no_node, 0, i);
            });
            CHECK_EQUAL(nodes.size(), count);
            for (NodeId i = 0; i < count; ++i) CHECK_EQUAL(nodes.cost(i), i);
        }
        CHECK_EQUAL(control.rest().bytes, bytes);
        {
            GrowingList<std::uint64_t, 4> list(control);
            const std::uint32_t count = fill_up([&](std::uint32_t i) {
                CHECK_EQUAL(list.size(), i);
                list.emplace_back(i);
            });
            CHECK_EQUAL(list.size(), count);
            for (std::size_t i = 0; i < count; ++i) CHECK_EQUAL(list[i], i);
        }
        CHECK_EQUAL(control.rest().bytes, bytes);
        {
            ChunkedStack<std::uint32_t> chunked(control);
            std::uint32_t count = fill_up([&](std::uint32_t i) {
                CHECK_EQUAL(chunked.size(), i);
                chunked.push_back(i);
            });
            CHECK_EQUAL(chunked.size(), count);
            for (; count > 0; --count) {
                CHECK_EQUAL(chunked.back(), count - 1);
                chunked.pop_back();
            }
        }
        CHECK_EQUAL(control.rest().bytes, bytes);
        {
            SlotTable<std::uint32_t> table(control, 2);
            const auto any = [](std::uint32_t) { return true; };
            const std::uint32_t count =
                fill_up([&](std::uint32_t i) { table.enter(i + 1, any).value = i; });
            for (std::uint32_t i = 0; i < count; ++i) {
                const std::uint32_t* const found = table.find(i + 1, any);
                CHECK(found != nullptr && *found == i);
            }
        }
        CHECK_EQUAL(control.rest().bytes, bytes);
    }
}

TEST(a_key_map_is_a_map) {
    Control control;
    SplitMix64 rng(15);
    KeyMap map(control);
    std::map<std::uint64_t, std::uint32_t> plain;
    for (std::uint32_t step = 0; step < 30000; ++step) {
        // Neighbouring keys, far ones, and 0.
        const std::uint64_t key = roll<std::uint64_t>(rng, 6000) << (step % 2 == 0 ? 0 : 40);
        const auto known = plain.find(key);
        CHECK_EQUAL(map.get(key), known == plain.end() ? KeyMap::absent : known->second);
        if (roll(rng, 2) == 0) continue;
        std::uint32_t& number = map[key];
        CHECK_EQUAL(number, known == plain.end() ? KeyMap::absent : known->second);
        number = plain[key] = step;
    }
    for (const auto& [key, number] : plain) CHECK_EQUAL(map.get(key), number);
}
