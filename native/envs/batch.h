// Many games of one kind, stepped together: what a vector environment of Gymnasium needs.
//
// The arrays below belong to the batch and are written in place at every step. A game keeps its
// observation up to date square by square instead of drawing it again. What a step does to a game,
// what it pays and when an episode ends is `PuzzleEnv.step` of src/unriddle/envs/, and a test plays
// both; a batch gives the same results with any number of threads, because every game draws its
// levels from a generator of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace unriddle::envs {

// What a step pays; see envs/rewards.py.
struct Rewards {
    double step = 0, forward = 0, backward = 0, solved = 0, lost = 0, illegal = 0;
};

enum class Autoreset : std::uint8_t { next_step, same_step };

struct Settings {
    std::size_t envs = 0;
    std::uint32_t most_steps = 0;  // of an episode; 0 is no limit
    Rewards rewards;
    Autoreset autoreset = Autoreset::next_step;
    bool masks = true;    // which actions are legal
    bool planes = false;  // a plane for each bit of the observation, besides
    std::size_t threads = 1;
};

// The shape of what a game shows.
struct Shape {
    std::size_t rows = 0, columns = 0;
    std::size_t planes = 0;  // how many bits an entry has
    std::size_t actions = 0;

    std::size_t entries() const { return rows * columns; }
};

// Where one game writes.
struct Row {
    std::uint8_t* grid;
    std::uint8_t* mask;  // one byte an action; null if nobody wants it and the game does not either
};

// What an action did.
struct Moved {
    int progress = 0;  // boxes that came onto goals, or cards that went home; negative if they left
    bool solved = false;
    bool lost = false;
    bool illegal = false;  // nothing has changed
};

class Batch {
  public:
    using Action = std::int64_t;
    static constexpr std::int64_t any_level = -1;

    virtual ~Batch() = default;

    virtual std::size_t levels() const = 0;

    // Begins an episode in the games that `which` marks, or in all. `seeds`, if there are any, are
    // one a game, as are `levels`: `any_level` draws one.
    virtual void reset(const std::uint64_t* seeds, const std::int64_t* levels,
                       const bool* which) = 0;

    // One action a game. Throws std::invalid_argument, and does nothing, for one that there is not.
    virtual void step(const Action* actions) = 0;

    // A random legal action for each game, or 0 where there is none; needs masks.
    virtual void sample(Action* actions) = 0;

    Settings settings;
    Shape shape;
    std::vector<std::uint8_t> grids, planes, masks;
    std::vector<double> rewards;
    std::vector<std::uint8_t> terminated, truncated;
    std::vector<std::int32_t> level;
    // Of the games that ended in the last step, when they begin again in the same one.
    std::vector<std::uint8_t> final_grids, final_planes, final_masks;
    std::vector<std::int32_t> final_level;
    std::mutex busy;  // for those who step without the lock of the interpreter
};

// A pack of levels of one kind, within one frame.
class Games {
  public:
    virtual ~Games() = default;

    virtual Shape shape() const = 0;
    virtual std::size_t levels() const = 0;
    virtual std::size_t bytes() const = 0;         // what the levels take
    virtual void reserve(std::size_t levels) = 0;  // makes room
    // Games on these levels, which live as long as the batch. Throws std::invalid_argument if there
    // are no levels or no games.
    virtual std::unique_ptr<Batch> batch(std::shared_ptr<const Games> self,
                                         Settings settings) const = 0;
};

}  // namespace unriddle::envs
