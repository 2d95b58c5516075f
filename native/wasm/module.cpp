// The engine as a WebAssembly module of its own: what src/unriddle/native/wasm.py sees of it.
//
// Python runs in another module with another memory, so everything passes as messages (value.h).
// `unriddle_call` takes a list of the name of a function and its arguments, and gives a list of
// nothing and the answer, or of the name of a Python exception and why. What lives on, such as a
// problem or a run, is a number there, until `release`. Names are those of _core.pyi, where each
// thing is explained; a method has that of its class before it, and the object as first argument.
//
// There are no threads: a search happens while it is awaited. Meanwhile, about every 20
// milliseconds, the module calls `pulse` of its JavaScript object with the number of states that it
// has looked at, and ends the search if that returns true. It may call the engine itself.
#include <emscripten.h>

#include <cstdlib>
#include <functional>
#include <limits>
#include <new>

#include "interface/judging.h"
#include "interface/puzzles.h"
#include "interface/runs.h"
#include "search/rng.h"
#include "sokoban/pulling/pulls.h"
#include "wasm/value.h"

EM_JS(int, unriddle_pulse, (double looked_at),
      { return Module["pulse"] && Module["pulse"](looked_at) ? 1 : 0; });

namespace unriddle::wasm {

// What lives on
// ------------------------------------------------------------------------------------

using bloxorz::Analysis;
using sokoban::Pulls;

template <class T>
concept LivesOn = std::same_as<T, Problem> || std::same_as<T, AnyEngine> || std::same_as<T, Run> ||
                  std::same_as<T, Analysis> || std::same_as<T, Pulls>;

using Object =
    std::variant<std::shared_ptr<const Problem>, std::shared_ptr<const AnyEngine>,
                 std::shared_ptr<Run>, std::shared_ptr<Analysis>, std::shared_ptr<const Pulls>>;

static std::map<std::int64_t, Object> objects;
static std::int64_t last_object = 0;

template <class T>
    requires LivesOn<std::remove_const_t<T>>
Value to_value(std::shared_ptr<T> object) {
    objects.emplace(++last_object, std::move(object));
    return {last_object};
}

namespace {

template <LivesOn T>
auto object(const Value& value) {
    constexpr bool changes = std::same_as<T, Run> || std::same_as<T, Analysis>;
    using Held = std::shared_ptr<std::conditional_t<changes, T, const T>>;
    const auto found = objects.find(value.as<std::int64_t>());
    if (found == objects.end() || !std::holds_alternative<Held>(found->second)) wrong_kind();
    return std::get<Held>(found->second);
}

// Functions by name
// --------------------------------------------------------------------------------

using Function = std::function<Value(const List&)>;

// A value as the parameter of a function.
template <class T>
decltype(auto) argument(const Value& value) {
    using Bare = std::remove_cvref_t<T>;
    if constexpr (LivesOn<Bare>) {
        return *object<Bare>(value);
    } else {
        return value.as<Bare>();
    }
}

template <class Result, class... Types>
Function bound(std::function<Result(Types...)> function) {
    return [=](const List& given) {
        if (given.size() != sizeof...(Types)) wrong_kind();
        return [&]<std::size_t... i>(std::index_sequence<i...>) {
            if constexpr (std::is_void_v<Result>) {
                function(argument<Types>(given[i])...);
                return Value{};
            } else {
                return to_value(function(argument<Types>(given[i])...));
            }
        }(std::index_sequence_for<Types...>());
    };
}

Function bound(auto function) { return bound(std::function(function)); }

template <class Class, class Result, class... Types>
Function bound(Result (Class::*method)(Types...) const) {
    return bound(std::function<Result(const Class&, Types...)>(method));
}

// A new `Made`, which lives on as a `T`, by what makes its data of values; its one argument is
// these values by their names.
template <LivesOn T, class Made, class Data, class... Types>
Function made_by(Data (*make)(Types...), std::array<const char*, sizeof...(Types)> names) {
    return [=](const List& given) {
        if (given.size() != 1) wrong_kind();
        return [&]<std::size_t... i>(std::index_sequence<i...>) {
            return to_value(std::shared_ptr<const T>(
                new Made(make(given[0].get<std::remove_cvref_t<Types>>(names[i])...))));
        }(std::index_sequence_for<Types...>());
    };
}

}  // namespace

// Limits and settings
// ------------------------------------------------------------------------------

template <>
struct From<Limits> {
    static Limits from(const Value& value) {
        using Most = std::optional<std::uint64_t>;
        const auto [seconds, nodes, bytes] =
            value.as<std::tuple<std::optional<double>, Most, Most>>();
        Limits limits;
        if (seconds) limits.seconds = *seconds;
        if (nodes) limits.nodes = *nodes;
        if (bytes) limits.bytes = *bytes;
        return limits;
    }
};

template <>
struct From<Settings> {
    static Settings from(const Value& value) {
        const auto* all = std::get_if<ByName>(&value.held);
        if (all == nullptr) wrong_kind();
        Settings settings;
        for (const auto& [name, one] : *all) settings.set(name, setting(name, one));
        return settings;
    }

  private:
    static Settings::Value setting(const std::string& name, const Value& value) {
        using Wholes = std::vector<std::uint64_t>;
        using Texts = std::vector<std::string>;
        Settings::Value found;
        const auto fits = [&]<class Type>(Type) {
            try {
                found = value.as<Type>();
                return true;
            } catch (const std::invalid_argument&) {
                return false;
            }
        };
        // A whole number is not negative, and not just any number.
        const bool is_whole = std::holds_alternative<std::int64_t>(value.held) ||
                              std::holds_alternative<Numbers>(value.held);
        if (fits(bool{}) || fits(std::uint64_t{}) || fits(std::string{}) || fits(Wholes{}) ||
            (!is_whole && (fits(double{}) || fits(std::vector<double>{}) || fits(Texts{})))) {
            return found;
        }
        throw std::invalid_argument("the setting " + name +
                                    " is of a kind that the engine does not know");
    }
};

// What there is
// ------------------------------------------------------------------------------------

namespace {

bool is_interrupted(std::uint64_t looked_at) {
    return unriddle_pulse(static_cast<double>(looked_at)) != 0;
}

using Ended = std::tuple<std::optional<bool>, std::size_t, std::string>;

std::shared_ptr<Run> run_of(Run::Work work, const std::optional<Limits>& limits) {
    return std::make_shared<Run>(std::move(work), limits.value_or(Limits()));
}

Ended judged(const std::string& puzzle, const Value& start, const Numbers& parents,
             const Numbers& moves, const std::vector<Claim>& claims, std::uint64_t most) {
    judge::Work work(most, [] { return is_interrupted(0); });
    auto [accepted, states, reason] =
        judging::judge_of(puzzle, start)(judging::proof_of(parents, moves, claims), work);
    return {accepted, states, std::move(reason)};
}

using OptionalLimits = std::optional<Limits>;
using Text = std::string;

const std::map<std::string, Function>& functions() {
    static const std::map<std::string, Function> all = {
        {"release", bound([](std::int64_t object) { objects.erase(object); })},
        {"offers", bound(offers)},

        {"Run.wait", bound([](Run& run) {
             return run.wait(std::numeric_limits<double>::infinity(),
                             [&run] { return is_interrupted(run.progress().expanded); });
         })},
        {"Run.poll", bound(poll)},
        {"Run.bounds", bound(bounds)},
        {"Run.latest", bound([](Run& run) { return run.latest(); })},
        {"Run.stop", bound([](Run& run) { run.stop(); })},
        {"Run.result", bound(result)},
        {"Run.proof", bound(proof)},
        {"Run.proved", bound([](const Run& run) { return run.outcome().proved; })},
        {"Run.seconds", bound(&Run::seconds)},

        {"Engine.search", bound([](const AnyEngine& engine, const Text& name,
                                   const Settings& settings, const OptionalLimits& limits) {
             return run_of(engine.search(name, settings), limits);
         })},
        {"Engine.initial", bound(&AnyEngine::initial)},
        {"Engine.successors", bound(&AnyEngine::successors)},
        {"Engine.is_goal", bound(&AnyEngine::is_goal)},
        {"Engine.same", bound(&AnyEngine::same)},
        {"Engine.events", bound(&AnyEngine::events)},
        {"Engine.estimate", bound(&AnyEngine::estimate)},
        {"Engine.describe", bound(&AnyEngine::describe)},
        {"Engine.layers", bound(&AnyEngine::layers)},
        {"Engine.bytes_per_node", bound(&AnyEngine::bytes_per_node)},

        {"Problem.engine", bound(&Problem::engine)},
        {"Problem.solve", bound([](const Problem& problem, const Text& name,
                                   const Settings& settings, const OptionalLimits& limits) {
             return run_of(problem.solver(name, settings), limits);
         })},
        {"Problem.prove", bound([](const Problem& problem, const OptionalLimits& limits) {
             return run_of(problem.prover(), limits);
         })},

        {"BloxorzStage", made_by<Problem, BloxorzStage>(bloxorz_stage, bloxorz_stage_names)},
        {"bloxorz_analysis", bound([](const Problem& stage, const OptionalLimits& limits) {
             return std::shared_ptr<Analysis>(bloxorz::make_analysis(
                 dynamic_cast<const BloxorzStage&>(stage).data, limits.value_or(Limits())));
         })},
        {"BloxorzAnalysis.run",
         [](const List& given) {
             const auto analysis = object<Analysis>(given.at(0));
             return to_value(std::shared_ptr<Run>(analysis, &analysis->run()));
         }},
        {"BloxorzAnalysis.findings", bound(findings)},
        {"BloxorzAnalysis.touched", bound(touched)},
        {"BloxorzAnalysis.distance", bound(distance)},

        {"FreeCellGame", made_by<Problem, FreeCellGame>(freecell_game, freecell_game_names)},
        {"freecell_shuffled", bound(freecell_shuffled)},

        {"SokobanLevel", made_by<Problem, SokobanLevel>(sokoban_level, sokoban_level_names)},
        {"SokobanLevel.find_deadlock", bound([](const Problem& level, double seconds) {
             return deadlock_of(dynamic_cast<const SokobanLevel&>(level), seconds);
         })},
        {"sokoban_rules", bound(sokoban::rules_of)},
        {"SokobanPulls", made_by<Pulls, Pulls>(sokoban_pulls, sokoban_pulls_names)},
        {"SokobanPulls.layers", bound(&Pulls::layers)},
        {"SokobanPulls.exact", bound(&Pulls::exact)},
        {"SokobanPulls.position", bound(&Pulls::position)},

        {"judge", bound(judged)},
        {"replay", bound([](const Text& puzzle, const Value& game, const judge::Plan& plan) {
             return judging::replayed(puzzle, game, plan);
         })},
        {"splitmix64", bound(splitmix64)},
    };
    return all;
}

Value answer_to(const Value& message) {
    const auto refusal = [](const char* exception, const char* why) {
        return Value{List{to_value(exception), to_value(why)}};
    };
    try {
        List words = message.as<List>();
        const auto name = words.at(0).as<Text>();
        words.erase(words.begin());
        return {List{{}, functions().at(name)(words)}};
    } catch (const std::invalid_argument& error) {
        return refusal("ValueError", error.what());
    } catch (const std::out_of_range& error) {
        return refusal("IndexError", error.what());
    } catch (const std::bad_alloc& error) {
        return refusal("MemoryError", error.what());
    } catch (const std::exception& error) {
        return refusal("RuntimeError", error.what());
    }
}

}  // namespace

}  // namespace unriddle::wasm

// The answer is the length of a message in 32 bits and the message, to be freed by the caller.
extern "C" EMSCRIPTEN_KEEPALIVE std::uint8_t* unriddle_call(const std::uint8_t* message,
                                                            std::size_t size) {
    using unriddle::wasm::Value;
    std::vector<std::uint8_t> bytes(4);
    unriddle::wasm::answer_to(Value::read({message, size})).write(bytes);
    const auto length = static_cast<std::uint32_t>(bytes.size() - 4);
    std::memcpy(bytes.data(), &length, sizeof length);
    auto* answer = static_cast<std::uint8_t*>(std::malloc(bytes.size()));
    if (answer != nullptr) std::memcpy(answer, bytes.data(), bytes.size());
    return answer;
}
