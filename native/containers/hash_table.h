// From the keys of states to nodes: what a search has met.
//
// A tag (domain.h) leads to a node of a `StateStore` (slot_table.h), 8 bytes a slot. Where the tags
// agree the whole keys are compared in the store, which is one more miss of the cache: the table
// never takes a hash for a state. Only where the domain says that its tags are exact, which is so
// for all 33 stages of Bloxorz and 17 of the 18 course maps of Sokoban, tags are keys, and nothing
// else is looked at.
//
// Most searches only ask whether they have met a state. With exact tags a slot then stands for a
// row of 64 tags and has a bit for each, 12 bytes a slot. Domains number their states so that
// neighbours are mostly in one row (Sokoban: all squares of the player for the same boxes), so
// nearly every look-up is where the one before was. The time of a search through some hundred
// thousand states is mostly that of the misses of the cache: with rows, depth-first search on
// course map 16 of Sokoban takes half of the time, and 20 bytes a state instead of 35. (What did
// not help: the same for tables that are asked for nodes, as lines of sixteen node numbers for
// neighbouring tags. They took a quarter less memory for uniform cost on map 16 and no less time,
// and on stage 23 more of both.)
//
// The table is half full at most, and after it has grown an eighth, or a quarter if it is large.
//
// A caller that meets a state more than once, or in two tables, keeps its tag (successors.h).
#pragma once

#include <cstddef>
#include <cstdint>

#include "containers/slot_table.h"
#include "containers/state_store.h"
#include "core/domain.h"

namespace unriddle {

// What a table is asked: for the node of a key, or only whether it holds the key, or whether the
// key is one of a short path, which are forgotten from the last one on.
enum class Asked : std::uint8_t { node, held, on_path };

template <Domain D>
class HashTable {
  public:
    using State = typename D::State;

    HashTable(const D& domain, const StateStore<D>& store, Control& control,
              Asked asked = Asked::node)
        : domain_(domain),
          store_(store),
          exact_(domain.tags_are_exact()),
          in_rows_(exact_ && asked == Asked::held),
          nodes_(control, in_rows_                  ? 0
                          : asked == Asked::on_path ? few_groups
                                                    : some_groups),
          rows_(control, in_rows_ ? few_groups : 0) {}

    // Fetches what the search for a key with this tag will look at first.
    [[gnu::always_inline]] void prefetch(Tag tag) const {
        if (in_rows_) {
            rows_.prefetch(row_of(tag));
        } else {
            nodes_.prefetch(tag);
        }
    }

    // The node of the key of `state`. It is `no_node` where the key is new: the caller then sets it
    // to the node it adds. The reference holds until the next call. Not for a table that is asked
    // only what it holds.
    NodeId& operator[](const State& state) { return at(state, domain_.tag(state)); }
    [[gnu::always_inline]] NodeId& at(const State& state, Tag tag) {
        const auto [node, is_new] = nodes_.enter(tag, same_as(state));
        if (is_new) node = no_node;
        return node;
    }

    // Enters the key of `state`, if it is new, and says whether it was: the caller then adds the
    // node, which will be `node`.
    [[gnu::always_inline]] bool enter(const State& state, Tag tag, std::size_t node) {
        if (in_rows_) {
            const auto [row, is_new] = rows_.enter(row_of(tag), any_row);
            const Row before = is_new ? 0 : row;
            row = before | bit_of(tag);
            return row != before;
        }
        const auto [there, is_new] = nodes_.enter(tag, same_as(state));
        if (is_new) there = static_cast<NodeId>(node);
        return is_new;
    }

    bool contains(const State& state) const { return contains(state, domain_.tag(state)); }
    [[gnu::always_inline]] bool contains(const State& state, Tag tag) const {
        if (!in_rows_) return nodes_.find(tag, same_as(state)) != nullptr;
        const Row* const row = rows_.find(row_of(tag), any_row);
        return row != nullptr && (*row & bit_of(tag)) != 0;
    }

    // Enters a key that is known to be new, so nothing is compared.
    [[gnu::always_inline]] void add(Tag tag, NodeId node) {
        if (in_rows_) {
            const auto [row, is_new] = rows_.enter(row_of(tag), any_row);
            row = (is_new ? 0 : row) | bit_of(tag);
        } else {
            nodes_.enter(tag, [](NodeId) { return false; }).value = node;
        }
    }

    // Forgets `node`, whose key has this tag, of all in the table the last one that has come. Only
    // for the keys of a path.
    void erase_last(Tag tag, NodeId node) {
        nodes_.erase_last(tag, [node](NodeId there) { return there == node; });
    }

    // Does a slot stand for a row? Then any key may be forgotten, and the next look-up is probably
    // where the last one was.
    bool is_in_rows() const { return in_rows_; }
    void forget(Tag tag) { *rows_.find(row_of(tag), any_row) &= ~bit_of(tag); }

    // Forgets every key and keeps the memory.
    void clear() {
        nodes_.clear();
        rows_.clear();
    }

  private:
    using Row = std::uint64_t;  // bit i: is the i-th tag of the row here?

    // To begin with: 8 to 12 KiB for the states of a path, which then stay in the fastest cache,
    // and for rows; otherwise 64 KiB, because growing takes a search of a few thousand nodes a
    // tenth of its time, and clearing so much takes a microsecond.
    static constexpr std::size_t few_groups = 128, some_groups = 1024;

    static constexpr auto any_row = [](Row) { return true; };
    static Tag row_of(Tag tag) { return tag / tags_in_a_row; }
    static Row bit_of(Tag tag) { return Row{1} << tag % tags_in_a_row; }

    auto same_as(const State& state) const {
        return [this, &state](NodeId node) {
            return exact_ || domain_.same(state, store_.packed(node));
        };
    }

    const D& domain_;
    const StateStore<D>& store_;
    const bool exact_;
    const bool in_rows_;
    // One of the two is used.
    SlotTable<NodeId> nodes_;
    SlotTable<Row> rows_;
};

}  // namespace unriddle
