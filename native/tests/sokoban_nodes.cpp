// Positions packed into bytes, and the table that finds them again.
#include <algorithm>
#include <map>

#include "sokoban/board/nodes.h"
#include "tests/harness.h"

using namespace unriddle;
using namespace unriddle::sokoban;
using namespace unriddle::tests;

namespace {

// Some live squares, in ascending order.
std::vector<Square> random_boxes(SplitMix64& rng, const Mask& is_dead, std::size_t count) {
    std::vector<Square> lives;
    for (std::size_t square = 0; square < is_dead.size(); ++square) {
        if (!is_dead[square]) lives.push_back(static_cast<Square>(square));
    }
    shuffle(rng, lives);
    lives.resize(count);
    std::sort(lives.begin(), lives.end());
    return lives;
}

}  // namespace

TEST(a_packed_position_is_the_same_unpacked) {
    Control control;
    for (const std::size_t squares : {9u, 100u, 255u, 256u, 257u, 300u, 2000u}) {
        for (const std::size_t boxes : {1u, 2u, 5u}) {
            for (const int dead : {0, 50}) {
                IN_CASE(squares * 10 + boxes);
                SplitMix64 rng(squares + boxes);
                Mask is_dead(squares + 1, 0);
                for (auto& one : is_dead) one = roll(rng, 100) < dead;
                is_dead[0] = 0;
                is_dead[squares - 1] = 0;
                is_dead[squares] = 1;  // the wall
                const auto lives = static_cast<std::size_t>(
                    std::count(is_dead.begin(), is_dead.end(), std::uint8_t{0}));
                if (lives < boxes) continue;
                const Packing packing(is_dead, boxes, control);
                const std::size_t each = squares > 256 ? 2 : 1;
                CHECK_EQUAL(packing.bytes(), each + std::min(boxes * each, (lives + 7) / 8));
                std::map<std::vector<std::byte>, std::pair<std::vector<Square>, Square>> seen;
                for (int turn = 0; turn < 200; ++turn) {
                    const auto list = random_boxes(rng, is_dead, boxes);
                    const auto player = roll<Square>(rng, static_cast<Square>(squares));
                    std::vector<std::byte> bytes(packing.bytes() + 1, std::byte{0xA5});
                    packing.pack(list, player, bytes.data());
                    CHECK(bytes.back() == std::byte{0xA5});
                    bytes.pop_back();
                    std::vector<Square> again(boxes);
                    CHECK_EQUAL(packing.unpack(bytes.data(), again), player);
                    CHECK(again == list);
                    const auto [place, is_new] = seen.try_emplace(bytes, list, player);
                    CHECK(is_new || place->second == std::pair(list, player));
                }
            }
        }
    }
}

TEST(nodes_are_found_by_their_whole_keys) {
    Control control;
    {
        SplitMix64 rng(5);
        Nodes nodes(6, control);
        struct Known {
            Nodes::Id id, parent;
            std::uint32_t cost;
            bool closed;
        };
        std::map<std::array<std::byte, 6>, Known> known;
        for (std::uint32_t step = 0; step < 80000; ++step) {
            std::array<std::byte, 6> key{};
            const std::uint64_t number = roll<std::uint64_t>(rng, 60000);
            for (std::size_t i = 0; i < 3; ++i)
                key[2 * i] = static_cast<std::byte>(number >> 8 * i);
            // Few hashes for many keys: a hash is no key.
            const std::uint64_t few = mixed(number) & 0xFFF0000000000ull;
            const auto found = known.find(key);
            const Nodes::Id id = nodes.find(key.data(), few);
            nodes.prefetch(few);
            CHECK_EQUAL(id, found == known.end() ? Nodes::none : found->second.id);
            if (found == known.end()) {
                const auto parent = static_cast<Nodes::Id>(roll(rng, 1000u));
                const Nodes::Id added = nodes.add(key.data(), few, parent, step);
                CHECK_EQUAL(added, static_cast<Nodes::Id>(known.size()));
                known[key] = {added, parent, step, false};
            } else if (roll(rng, 3) == 0) {
                nodes.close(id);
                found->second.closed = true;
            } else if (roll(rng, 3) == 0) {
                nodes.improve(id, step % 77, step / 2);
                found->second = {id, step % 77, step / 2, false};
            }
            CHECK_EQUAL(nodes.size(), static_cast<Nodes::Id>(known.size()));
        }
        for (const auto& [key, wanted] : known) {
            CHECK(std::equal(key.begin(), key.end(), nodes.key(wanted.id)));
            CHECK_EQUAL(nodes.parent(wanted.id), wanted.parent);
            CHECK_EQUAL(nodes.cost(wanted.id), wanted.cost);
            CHECK_EQUAL(nodes.is_closed(wanted.id), wanted.closed);
        }
    }
    CHECK_EQUAL(control.rest().bytes, Limits{}.bytes);
}
