// The open lists of the searches give what comes first.
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "containers/bucket_queue.h"
#include "containers/open_list.h"
#include "tests/harness.h"

using namespace unriddle;
using namespace unriddle::tests;

namespace {

// Pushes and pops at random, next to a set of (f, h, turn).
void compare_open_list(std::uint64_t seed, auto&& random_pair) {
    Control control;
    SplitMix64 rng(seed);
    OpenList open(control);
    std::set<std::tuple<double, double, NodeId>> plain;
    NodeId next = 0;
    std::size_t wanted = 0;
    for (int step = 0; step < 6000; ++step) {
        if (step % 300 == 0) wanted = roll<std::size_t>(rng, 400);
        CHECK_EQUAL(open.size(), plain.size());
        CHECK_EQUAL(open.empty(), plain.empty());
        if (plain.size() < wanted || plain.empty()) {
            const auto [f, h] = random_pair(rng);
            open.push(f, h, next);
            plain.insert({f, h, next});
            next += 1 + roll(rng, 2u);
        } else {
            const auto [f, h, node] = *plain.begin();
            if (roll(rng, 2) == 0) CHECK_EQUAL(open.front(), node);
            const OpenList::Entry entry = open.pop();
            CHECK_EQUAL(entry.node, node);
            CHECK_EQUAL(entry.h, h);
            plain.erase(plain.begin());
        }
        if (roll(rng, 1000) == 0) {
            open.clear();
            plain.clear();
        }
    }
}

}  // namespace

TEST(an_open_list_is_in_order_of_small_whole_numbers) {
    compare_open_list(1, [](SplitMix64& rng) {
        return std::pair<double, double>(roll(rng, 2048), roll(rng, 256));
    });
    compare_open_list(2, [](SplitMix64& rng) {
        return std::pair<double, double>(1000 + roll(rng, 60), roll(rng, 5));
    });
}

TEST(an_open_list_is_in_order_of_any_numbers) {
    compare_open_list(3, [](SplitMix64& rng) {
        return std::pair<double, double>(roll(rng, 40) / 4.0, roll(rng, 8) / 3.0);
    });
    compare_open_list(4, [](SplitMix64& rng) {  // at and beyond the limits of the small ones
        return std::pair<double, double>(2040 + roll(rng, 12), 250 + roll(rng, 10));
    });
    compare_open_list(5, [](SplitMix64& rng) {  // below 0, and -0.0, which is 0.0
        const double f = roll(rng, 7) - 3.0;
        return std::pair<double, double>(f == 0 && roll(rng, 2) ? -0.0 : f, roll(rng, 3) - 1.0);
    });
    compare_open_list(6, [](SplitMix64& rng) {
        return std::pair<double, double>(roll(rng, 300) * 1e6 + 0.5, roll(rng, 300));
    });
}

TEST(an_open_list_grows_pair_by_pair) {
    Control control;
    OpenList list(control);
    NodeId pushed = 0;
    for (int f = 0; f < 12; ++f) {
        for (int h = 0; h < 256; h += 32) list.push(f, h, pushed++);
    }
    for (NodeId node = 0; node < pushed; ++node) {
        CHECK_EQUAL(list.front(), node);
        const OpenList::Entry entry = list.pop();
        CHECK_EQUAL(entry.node, node);
        CHECK_EQUAL(entry.h, node % 8 * 32.0);
    }
    CHECK(list.empty());
}

TEST(a_bucket_queue_gives_a_node_of_the_least_f) {
    Control control;
    {
        SplitMix64 rng(14);
        BucketQueue queue(control);
        std::map<std::size_t, std::vector<std::uint32_t>> plain;  // by f, the last one first
        std::size_t size = 0;
        for (std::uint32_t step = 0; step < 60000; ++step) {
            CHECK_EQUAL(queue.size(), size);
            CHECK_EQUAL(queue.empty(), size == 0);
            const int more = step / 8000 % 2 == 0 ? 70 : 35;
            if (size == 0 || roll(rng, 100) < more) {
                const std::size_t f = roll<std::size_t>(rng, step % 3 == 0 ? 200 : 20);
                queue.push(f, step);
                plain[f].push_back(step);
                ++size;
            } else {
                auto& first = plain.begin()->second;
                CHECK_EQUAL(queue.least(), plain.begin()->first);
                CHECK_EQUAL(queue.pop(), first.back());
                first.pop_back();
                if (first.empty()) plain.erase(plain.begin());
                --size;
            }
        }
        // What was emptied is used again.
        while (!queue.empty()) queue.pop();
        const std::uint64_t before = control.rest().bytes;
        for (std::uint32_t i = 0; i < 10000; ++i) queue.push(i % 7, i);
        CHECK_EQUAL(control.rest().bytes, before);
    }
    CHECK_EQUAL(control.rest().bytes, Limits{}.bytes);  // everything was given back
}

TEST(a_bucket_queue_survives_a_lack_of_memory) {
    for (const std::uint64_t bytes : {80'000u, 150'000u, 500'000u}) {
        IN_CASE(bytes);
        Control control(Limits{.bytes = bytes});
        {
            BucketQueue queue(control);
            std::uint32_t count = fill_up([&](std::uint32_t i) {
                CHECK_EQUAL(queue.size(), std::size_t{i});
                queue.push(i % 5, i);
            });
            CHECK_EQUAL(queue.size(), std::size_t{count});
            std::vector<std::uint32_t> left(5);
            for (std::uint32_t i = 0; i < 5; ++i) {
                left[i] = count == 0 ? 0 : (count - 1 - i) / 5 * 5 + i;
            }
            std::size_t f = 0;
            for (; count > 0; --count) {  // of every bucket the last one first
                f = queue.least();
                CHECK_EQUAL(queue.pop(), left[f]);
                left[f] -= 5;
            }
            CHECK(queue.empty());
        }
        CHECK_EQUAL(control.rest().bytes, bytes);
    }
}
