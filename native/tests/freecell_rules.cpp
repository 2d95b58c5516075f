// FreeCell packed into bits plays as FreeCell written out does.
#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <vector>

#include "freecell/cards.h"
#include "freecell/domain.h"
#include "freecell/fast_state.h"
#include "freecell/layout.h"
#include "freecell/layout_store.h"
#include "freecell/metric.h"
#include "freecell/moves.h"
#include "freecell/plan.h"
#include "tests/freecell_oracle.h"
#include "tests/harness.h"

using namespace unriddle;
using namespace unriddle::freecell;
using namespace unriddle::tests;

namespace {

Cards cards_where(auto&& holds_for) {
    Cards cards = 0;
    for (int card = 0; card < 52; ++card) {
        if (holds_for(card)) cards |= set_of(static_cast<Card>(card));
    }
    return cards;
}

Plain random_game(SplitMix64& rng, std::uint64_t seed) {
    const std::size_t columns = 1 + roll<std::size_t>(rng, 10), cells = roll<std::size_t>(rng, 9);
    return random_plain(rng, seed % 3 == 0 ? 52 : 5 + roll(rng, 30), columns, cells);
}

// What a plain position looks like as the columns of a board, and back.
Plain plain_of(const Table& table, const Board& board) {
    Plain plain;
    for (std::size_t i = 0; i < table.columns(); ++i) {
        const std::vector<Card> column = table.column(board, i);
        plain.columns.emplace_back(column.begin(), column.end());
    }
    for (std::size_t i = 0; i < table.cells(); ++i) {
        plain.cells.push_back(board.cell[i] == no_card ? -1 : board.cell[i]);
    }
    for (int card = 0; card < 52; ++card) {
        if (holds(board.home(), static_cast<Card>(card)))
            ++plain.home[static_cast<std::size_t>(card % 4)];
    }
    return plain;
}

bool same_plain(const Plain& one, const Plain& other) {
    return one.columns == other.columns && one.cells == other.cells && one.home == other.home;
}

}  // namespace

TEST(sets_of_cards_are_what_they_say) {
    for (int card = 0; card < 52; ++card) {
        const auto c = static_cast<Card>(card);
        CHECK_EQUAL(rank_of(c), Plain::rank(card));
        CHECK_EQUAL(suit_of(c), Plain::suit(card));
        CHECK_EQUAL(carries(c), cards_where([&](int other) { return Plain::fits(other, card); }));
        CHECK_EQUAL(fast::lies_on[c],
                    cards_where([&](int other) { return Plain::fits(card, other); }));
        CHECK_EQUAL(higher(c),
                    cards_where([&](int other) { return other % 4 == card % 4 && other > card; }));
    }
    CHECK_EQUAL(carries(no_card), Cards{0});
    CHECK_EQUAL(kings, cards_where([](int card) { return Plain::rank(card) == 13; }));
    SplitMix64 rng(1);
    for (int turn = 0; turn < 2000; ++turn) {
        const Cards set = rng.next() & rng.next() & deck;
        CHECK_EQUAL(carriers(set), cards_where([&](int onto) {
                        return (carries(static_cast<Card>(onto)) & set) != 0;
                    }));
        CHECK_EQUAL(fitting(set), cards_where([&](int card) {
                        return (fast::lies_on[static_cast<std::size_t>(card)] & set) != 0;
                    }));
        if (set == 0) continue;
        CHECK(holds(set, first_of(set)) && holds(set, last_of(set)));
        CHECK_EQUAL(set & (set_of(first_of(set)) - 1), Cards{0});
        CHECK_EQUAL(set >> last_of(set), Cards{1});
    }
}

TEST(what_goes_home_by_itself) {
    Plain plain;
    const auto check = [&] {
        const Cards home = cards_where([&](int card) {
            return Plain::rank(card) <= plain.home[static_cast<std::size_t>(card % 4)];
        });
        CHECK_EQUAL(next_cards(home), cards_where([&](int card) { return plain.goes_home(card); }));
        for (const Autoplay autoplay : autoplays) {
            CHECK_EQUAL(ready_cards(autoplay, home), cards_where([&](int card) {
                            return plain.goes_home(card) && plain.is_safe(card, autoplay);
                        }));
        }
    };
    for (int a = 0; a < 14; ++a) {
        for (int b = 0; b < 14; ++b) {
            for (int c = 0; c < 14; ++c) {
                for (int d = 0; d < 14; d += a % 3 == 0 ? 1 : 3) {
                    plain.home = {a, b, c, d};
                    check();
                }
            }
        }
    }
}

TEST(a_position_that_makes_no_sense_is_refused) {
    SplitMix64 rng(4);
    for (int turn = 0; turn < 50; ++turn) {
        const Plain plain = random_game(rng, static_cast<std::uint64_t>(turn));
        plain.position().check();
        Plain wrong = plain;
        wrong.cells.resize(9, -1);
        CHECK_THROWS(wrong.position().check(), std::invalid_argument);
        wrong = plain;
        wrong.columns.resize(11);
        CHECK_THROWS(wrong.position().check(), std::invalid_argument);
        wrong = plain;
        for (const int card : {-1, 52, 60}) {
            wrong.columns[0] = plain.columns[0];
            wrong.columns[0].push_back(card);
            CHECK_THROWS(wrong.position().check(), std::invalid_argument);
        }
        wrong = plain;
        if (plain.columns[0].empty()) continue;
        wrong.columns.back().push_back(plain.columns[0][0]);
        CHECK_THROWS(wrong.position().check(), std::invalid_argument);
        wrong = plain;
        const int gone = wrong.columns[0].back();
        wrong.columns[0].pop_back();
        if (plain.goes_home(gone)) {
            wrong.position().check();
        } else {
            CHECK_THROWS(wrong.position().check(), std::invalid_argument);
        }
    }
    CHECK_THROWS((Position{{}, {}}).check(), std::invalid_argument);
    (Position{std::vector<std::vector<int>>(10), std::vector<int>(8, -1)}).check();
}

TEST(single_moves_are_as_in_the_book_and_can_be_made) {
    for (int cells = 0; cells <= 8; ++cells) {
        for (int columns = 0; columns <= 10; ++columns) {
            for (int cards = 1; cards <= std::min(13, (cells + 1) << columns); ++cards) {
                CHECK_EQUAL(single_moves(cards, cells, columns),
                            plain_single_moves(cards, cells, columns));
            }
        }
    }
    // A sequence of this many cards moved card by card, found by looking at all ways.
    for (int cells = 0; cells <= 2; ++cells) {
        for (int columns = 0; columns <= 2; ++columns) {
            for (int cards = 1; cards <= std::min(6, (cells + 1) << columns); ++cards) {
                Plain start;
                start.columns.resize(static_cast<std::size_t>(2 + columns));
                start.cells.assign(static_cast<std::size_t>(cells), -1);
                const auto of_rank = [](int rank) { return 4 * (rank - 1) + rank % 2; };
                start.columns[0] = {of_rank(cards + 1)};
                for (int rank = cards; rank > 0; --rank) start.columns[1].push_back(of_rank(rank));
                start.columns[1].insert(start.columns[1].begin(), 50);  // a king: it stays
                std::vector<int> wanted = {of_rank(cards + 1)};
                for (int rank = cards; rank > 0; --rank) wanted.push_back(of_rank(rank));
                start.home = {-1, -1, -1, -1};  // nothing goes home
                std::map<Plain::Key, int> steps = {{start.key(), 0}};
                std::vector<Plain> layer = {start};
                int found = -1;
                for (int depth = 0; found < 0 && !layer.empty(); ++depth) {
                    std::vector<Plain> next;
                    for (const Plain& here : layer) {
                        if (std::count(here.columns.begin(), here.columns.end(), wanted) != 0) {
                            found = depth;
                        }
                        for (PlainStep& step :
                             plain_steps(here, {Autoplay::none, Counted::moves})) {
                            if (step.moved != 1) continue;
                            if (!steps.try_emplace(step.after.key(), depth + 1).second) continue;
                            next.push_back(step.after);
                        }
                    }
                    layer.swap(next);
                }
                CHECK_EQUAL(found, single_moves(cards, cells, columns));
            }
        }
    }
}

TEST(boards_are_played_as_plain_positions_are) {
    on_seeds(120, 0, [&](SplitMix64& rng, std::uint64_t seed) {
        Plain plain = random_game(rng, seed);
        const Rules rules{autoplays[roll<std::size_t>(rng, 4)],
                          countings[roll<std::size_t>(rng, 3)]};
        const FreeCell puzzle(plain.position(), rules);
        const Table& table = puzzle.table();
        Board board = puzzle.initial();
        std::vector<std::pair<Board, Plain>> met;
        for (int step = 0; step < 30; ++step) {
            CHECK(same_plain(plain_of(table, board), plain));
            CHECK_EQUAL(puzzle.is_goal(board), plain.won());
            CHECK_EQUAL(table.empty_cells(board), plain.empty_cells());
            CHECK_EQUAL(table.empty_columns(board), plain.empty_columns());

            // Into as many bytes as it says, and no more.
            constexpr std::byte untouched{0xA5};
            std::vector<std::byte> packed(puzzle.packed_bytes() + 8, untouched);
            puzzle.pack(board, packed.data());
            CHECK(std::all_of(packed.end() - 8, packed.end(),
                              [](std::byte byte) { return byte == untouched; }));
            const Board again = puzzle.unpack(packed.data());
            CHECK(again.lies == board.lies);
            CHECK_EQUAL(again.top.word(), board.top.word());
            CHECK_EQUAL(again.cell.word(), board.cell.word());
            CHECK(same_plain(plain_of(table, again), plain));
            for (const auto& [other, as_plain] : met) {
                const bool is_same = as_plain.key() == plain.key();
                CHECK_EQUAL(puzzle.same(other, packed.data()), is_same);
                if (is_same) CHECK_EQUAL(puzzle.tag(other), puzzle.tag(board));
                CHECK_EQUAL(puzzle.events(other, board) != 0, as_plain.home != plain.home);
            }
            met.emplace_back(board, plain);

            StepsOf<FreeCell> steps;
            puzzle.successors(board, steps);
            const std::vector<PlainStep> wanted = plain_steps(plain, rules);
            CHECK_EQUAL(steps.size(), wanted.size());
            for (std::size_t i = 0; i < wanted.size(); ++i) {
                CHECK(same_plain(plain_of(table, steps[i].state), wanted[i].after));
                CHECK_EQUAL(static_cast<int>(steps[i].cost), wanted[i].cost);
                const Move move = puzzle.move_of(board, steps[i].action);
                CHECK_EQUAL(static_cast<int>(move.count), wanted[i].moved);
                Board carried = board;
                table.carry(carried, move);
                table.settle(carried, rules.autoplay);
                CHECK(carried.lies == steps[i].state.lies);
            }
            if (wanted.empty()) break;
            const std::size_t chosen = roll(rng, wanted.size());
            board = steps[chosen].state;
            plain = wanted[chosen].after;
        }
    });
}

TEST(layouts_are_boards_without_order) {
    on_seeds(120, 1000, [&](SplitMix64& rng, std::uint64_t seed) {
        Plain plain = random_game(rng, seed);
        const Rules rules{autoplays[roll<std::size_t>(rng, 4)],
                          countings[roll<std::size_t>(rng, 3)]};
        const Table table(plain.position());
        const Metric metric(rules);
        Layout layout(table, table.start().lies);
        for (int step = 0; step < 25; ++step) {
            CHECK(layout.lies == plain.board().lies);
            CHECK_EQUAL(layout.tops, cards_where([&](int card) {
                            return std::any_of(plain.columns.begin(), plain.columns.end(),
                                               [&](const auto& column) {
                                                   return !column.empty() && column.back() == card;
                                               });
                        }));
            CHECK(layout.tops == Layout(table, layout.lies).tops);
            const LayoutNode node{LayoutNode::key_of(layout), 0, 0, 0};
            CHECK(node.lies() == layout.lies);
            CHECK_EQUAL(count_of(layout.left()), plain.left());

            for (const bool singly : {false, true}) {
                std::multiset<std::pair<std::array<Cards, 3>, int>> found, wanted;
                each_shift(table, layout, singly, [&](const Shift& shift) {
                    Layout after = layout;
                    carry(table, after, shift);
                    CHECK(after.tops == Layout(table, after.lies).tops);
                    const Cards ready = ready_cards(rules.autoplay, after.home());
                    CHECK_EQUAL(unsettled(after, ready),
                                (ready & (after.tops | after.held())) != 0);
                    const int automatic = settle(table, after, rules.autoplay);
                    int price = metric.price(table, layout, shift, automatic);
                    if (rules.counted == Counted::player && metric.home_is_counted) {
                        price -= automatic;  // none by itself
                    }
                    found.insert({after.lies, price});
                });
                for (const PlainStep& next : plain_steps(plain, rules)) {
                    if (singly && next.moved != 1) continue;
                    wanted.insert({next.after.board().lies, next.cost});
                }
                CHECK(found == wanted);
            }
            const std::vector<PlainStep> steps = plain_steps(plain, rules);
            if (steps.empty()) break;
            plain = steps[roll(rng, steps.size())].after;
            layout = Layout(table, plain.board().lies);
        }
    });
}

TEST(a_layout_store_finds_what_was_added) {
    Control control;
    SplitMix64 rng(12);
    const Plain plain = random_plain(rng, 52, 8, 4);
    const Table table(plain.position());
    LayoutStore store(control);
    std::map<std::array<Cards, 3>, NodeNumber> known;
    const auto random_layout = [&] {
        Layout layout;
        for (Card card = 0; card < 52; ++card) {
            layout.lay(card, static_cast<Lie>(roll(rng, 6)));
        }
        return layout;
    };
    std::vector<Layout> met;
    for (int i = 0; i < 30000; ++i) {
        Layout layout =
            !met.empty() && roll(rng, 3) == 0 ? met[roll(rng, met.size())] : random_layout();
        // One bit of difference is a difference.
        if (roll(rng, 2) == 0)
            layout.lies[roll<std::size_t>(rng, 3)] ^= set_of(roll<Card>(rng, 52));
        const std::uint64_t hash = layout.hash();
        const auto found = known.find(layout.lies);
        const NodeNumber number = store.find(layout, hash);
        CHECK_EQUAL(number, found == known.end() ? no_number : found->second);
        if (number != no_number) continue;
        const NodeNumber added =
            store.add(layout, hash, static_cast<NodeNumber>(i), i % 500, i % 200);
        CHECK_EQUAL(added, static_cast<NodeNumber>(known.size()));
        known[layout.lies] = added;
        met.push_back(layout);
        const LayoutNode& node = store[added];
        CHECK(node.lies() == layout.lies);
        CHECK(node.parent == static_cast<NodeNumber>(i) && node.cost == i % 500);
        CHECK(node.estimate == i % 200);
    }
    CHECK_EQUAL(store.size(), static_cast<NodeNumber>(known.size()));
    // Layouts that share all bits of their hash but are different.
    for (const Layout& layout : met) {
        CHECK_EQUAL(store.find(layout, layout.hash()), known[layout.lies]);
        CHECK_EQUAL(store.find(random_layout(), layout.hash()), no_number);
    }
}

TEST(a_layout_store_survives_a_lack_of_memory) {
    const auto some_layout = [](std::uint64_t number) {
        Layout layout;
        layout.lies = {mixed(3 * number) & deck, mixed(3 * number + 1) & deck,
                       mixed(3 * number + 2) & deck};
        return layout;
    };
    for (const std::uint64_t bytes : {50'000u, 190'000u, 310'000u, 800'000u, 3'000'000u}) {
        IN_CASE(bytes);
        Control control(Limits{.bytes = bytes});
        try {
            LayoutStore store(control);
            const NodeNumber count = fill_up([&](NodeNumber i) {
                CHECK_EQUAL(store.size(), i);
                const Layout layout = some_layout(i);
                store.add(layout, layout.hash(), no_number, 7, 9);
            });
            CHECK_EQUAL(store.size(), count);
            for (NodeNumber i = 0; i < count; ++i) {
                const Layout layout = some_layout(i);
                CHECK_EQUAL(store.find(layout, layout.hash()), i);
            }
            CHECK(bytes > 100'000);
        } catch (const Interruption& interruption) {  // too little to begin
            CHECK(interruption.status == Status::out_of_memory && bytes < 100'000);
        }
        CHECK_EQUAL(control.rest().bytes, bytes);
    }
}

TEST(plans_are_written_by_the_rules_of_the_puzzle) {
    on_seeds(60, 77, [&](SplitMix64& rng, std::uint64_t seed) {
        const Plain plain = random_game(rng, seed);
        const FreeCell puzzle(plain.position(), {autoplays[seed % 4], countings[seed % 3]});
        PlanWriter writer(puzzle);
        Plain wanted = plain;
        for (int step = 0; step < 10; ++step) {
            const auto steps = plain_steps(wanted, puzzle.rules());
            StepsOf<FreeCell> ways;
            puzzle.successors(writer.board(), ways);
            CHECK_EQUAL(ways.size(), steps.size());
            if (steps.empty()) break;
            const std::size_t i = roll(rng, steps.size());
            const Move move = puzzle.move_of(writer.board(), ways[i].action);
            if (move.target == home_place) {
                writer.send_home(set_of(move.lowest));
            } else if (move.target >= first_cell) {
                writer.move_to_cell(move.lowest);
            } else {
                writer.move_onto(move.lowest, writer.board().at(move.target));
            }
            wanted = steps[i].after;
            CHECK(plain_of(puzzle.table(), writer.board()).key() == wanted.key());
            wanted = plain_of(puzzle.table(), writer.board());
        }
    });
}
