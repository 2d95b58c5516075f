"""The command line: one module per command, loaded only when it is called.

Standard output carries data, standard error carries talk.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from inspect import BoundArguments, cleandoc
from io import TextIOWrapper
from typing import Any

from cyclopts import App, CycloptsError, Parameter
from cyclopts.completion import CompletionContext

from unriddle.cli import exits
from unriddle.cli.output import help_page
from unriddle.core import BadInput, FaultyCode, Status, UnriddleError, WrongAnswer
from unriddle.out_of_memory import is_out_of_memory
from unriddle.text_files import STANDARD_INPUT
from unriddle.version import __version__

COMMANDS = {
    "play": """Play, watch solvers and compare them, in the terminal.

        Without a level it starts with a menu. Rules are given by name, as for solve, such as
        --cost pushes.""",
    "solve": """Solve levels, replay the solutions and show them.

        Levels are ids (bloxorz/8, sokoban/uit, freecell/1-100), files (maps.xsb, maps.xsb#3), or
        standard input, written as one hyphen.""",
    "compare": """Compare several solvers on one level.

        Each has 10 seconds unless --time says otherwise. The exit code is 0 if one of them solved
        the level, or else that of the first solver.""",
    "trace": """Follow a textbook search step by step, as JSON Lines or as text.

        Every step names the node that was expanded, what became of each successor, the line of the
        pseudo-code, and a sentence. The page opens such a file, and so does unriddle.Trace.read;
        the format is described in docs/formats.md. Runs in Python, at most 1000 steps unless
        --steps says otherwise.""",
    "analyse": "Explore Bloxorz stages completely: all states, all optimal solutions.",
    "levels": """List the levels.

        --add makes a file or a folder of yours a pack, also in the terminal app and on the page. A
        server that others can reach does not show it.""",
    "show": "Draw levels, or write them as text.",
    "prove": """Prove that a level is unsolvable, have the proof judged, and write it to a file.

        The judge knows the rules and no solver. The limits hold for the search and again for the
        proof. The exit code is 10 if it is proved and judged, and 0 if the level can be solved.""",
    "check": """Replay a solution by the rules, or judge a proof that there is none.

        A file that `unriddle prove` wrote is recognised, and --from pddl reads the plan of a
        planner. --all replays every row of a table of solutions, from any source. The exit code is
        0 if the solution solves the level, 12 if all moves are legal but the level is not solved at
        the end, and 33 if a move is illegal; 10 if the proof is accepted, and 12 if it is refused;
        with --all, 0 if no row is wrong, and 12 if one is.""",
    "heuristic-check": """Compare heuristics with the exact distances: are their claims true?

        WHAT is a Python file with heuristics of your own, or the name of one. It compares all
        states of a level, or, if there are too many, those along a proved optimal plan, and shows
        the first state where a claim fails. The exit code is 0 if no claim fails, 34 if one does,
        and 12 if no state could be compared.""",
    "grade": """Grade a student's searches and heuristics by an assignment.

        The file runs in its own process, without network and within limits. Plans are replayed,
        and estimates compared with exact distances. Assignments are TOML files, see
        docs/grading.md. The exit code is 0 if no test finds a fault, and 34 if one does.""",
    "generate": """Make levels of Sokoban, Bloxorz or FreeCell, each with a proved optimum.

        The same seed gives the same levels on every machine. If a request cannot be met, you get
        the nearest level and a note. See docs/generate.md.""",
    "rate": """Measure what makes a level hard: optimum, branching, dead ends, expansions.

        The difficulty is measured by the work of one search; docs/generate.md says what each figure
        means. It does not say how hard people find the level.""",
    "polish": """Make a solution of a Sokoban level shorter, never longer.

        It takes 10 seconds unless limits say otherwise. --cost says what counts first. Given
        only a file, it checks and shortens every solution in it, a second for each, and leaves the
        rest of the file as it was.""",
    "table": """Repeat the tables of published reports, or run your own.

        Published and measured figures are shown side by side. Without a name, the tables are
        listed. Your own tables are TOML files: see docs/experiments.md.""",
    "batch": """Solve many levels, on all processors or on a cluster, and keep every result once.

        `unriddle batch freecell/1-32000 --store runs.sqlite` can be stopped at any time; the same
        command goes on where it stopped. `unriddle batch status --store runs.sqlite` shows the
        progress.""",
    "export": """Write a level or its solution as a picture, an animation, a page, a text, or PDDL.

        svg and png show a position, gif and html play the solution, txt holds its moves, sok a
        Sokoban level with its solution, and pddl the level for planners, in two files. Without
        --plan the level is solved first, where a solution is needed. PNG and GIF need
        Pillow: pip install 'unriddle[export]'.""",
    "records": """Show the best games and statistics of the page and the terminal app.

        Games with and without help are listed separately. Imported files are not trusted:
        the rules replay every plan, and the exit code is 33 if a game is refused.""",
    "solvers": "List the solvers, heuristics and rules: what they accept and promise.",
    "serve": """Play, watch and compare in the browser: serves a page until Ctrl-C.

        The address is printed; only this machine can reach it unless --host says otherwise.""",
    "completion": """Write the script that completes commands and options in a shell.

        bash: add `eval "$(unriddle completion bash)"` to ~/.bashrc. zsh: the same in ~/.zshrc,
        after compinit. fish: `unriddle completion fish > ~/.config/fish/completions/unriddle.fish`.
        """,
}
"""What `--help` says of each command; the modules themselves are loaded only to be run."""

EXAMPLES = {
    "play": ("play", "play sokoban/uit/5 --cost pushes"),
    "solve": (
        "solve bloxorz/8",
        "solve sokoban/uit/5 --solver wastar --weight 3",
        "solve sokoban/uit/5 --with my.py --solver mine",
    ),
    "compare": (
        "compare sokoban/uit/1 --solvers bfs,astar",
        "compare bloxorz/3 --solvers all --time 1",
    ),
    "trace": (
        "trace bloxorz/1 --solver astar --text",
        "trace sokoban/uit/5 --solver astar --steps 1000 --out trace.jsonl",
    ),
    "analyse": ("analyse bloxorz/23",),
    "levels": ("levels", "levels sokoban/uit", "levels --add maps.sok"),
    "show": ("show freecell/1", "show sokoban/uit/1 --text"),
    "prove": ("prove sokoban/uit/17 --out map17.proof",),
    "check": (
        "check sokoban/uit/1 rUUdRdrUUluL",
        "check sokoban/uit/17 map17.proof",
        "check --all solutions.csv --levels boxoban/valid",
    ),
    "heuristic-check": (
        "heuristic-check my.py bloxorz/1-33",
        "heuristic-check rolls bloxorz/1-3",
    ),
    "grade": (
        "grade --list",
        "grade bloxorz-searches my.py",
        "grade mine.toml my.py --out results.json",
    ),
    "generate": (
        "generate sokoban --size 7x7 --boxes 3 --count 5 --out mine.xsb",
        "generate bloxorz --moves 40-60 --seed 7",
        "generate freecell --difficulty hard --count 10",
        "generate sokoban --longest --size 5x5 --boxes 2",
    ),
    "rate": ("rate sokoban/uit/5", "rate mine.xsb --json"),
    "polish": (
        "polish sokoban/uit/1 rUUdRdrUUluL --time 2",
        "polish mine.sok --out better.sok",
    ),
    "table": ("table", "table bloxorz-dfs-astar --levels 1-3", "table mine.toml --out results"),
    "batch": (
        "batch freecell/1-1000 --store runs.sqlite",
        "batch status --store runs.sqlite",
        "batch --export csv --store runs.sqlite",
        "batch boxoban/valid --dataset optima",
    ),
    "export": (
        "export bloxorz/5 --out stage5.svg",
        "export sokoban/uit/18 --out map18.gif",
        "export freecell/1 --step 12 --out position.png",
        "export sokoban/uit/5 --cost pushes --out map5.pddl",
    ),
    "records": ("records", "records --export mine.json", "records --import mine.json"),
    "solvers": ("solvers", "solvers astar"),
    "serve": ("serve", "serve --port 0 --open --with my.py"),
    "completion": ("completion bash",),
}
"""How each command may be called."""

_SOLVE_NOTHING = (
    *("completion", "generate", "grade", "heuristic-check", "levels", "play", "rate"),
    *("records", "serve", "show", "solvers", "table", "trace"),
)
"""Commands whose exit code says nothing about a level."""

_BUG = "this is a bug: a check caught a wrong answer of a solver; please report it with the level"


def _candidates(context: CompletionContext) -> list[str]:
    from unriddle.cli.completion import candidates

    return candidates(context)


def _default(value: Any) -> Any:
    """What `--help` shows as a default: nothing for a flag, or for what is empty."""
    return None if value is False or value == () else value


app = App(
    name="unriddle",
    help="Plays, solves and explains Bloxorz, Sokoban and FreeCell.",
    help_epilogue=exits.EXPLAINED,
    help_format="markdown",
    version=__version__,
    version_flags=["--version", "-V"],
    default_parameter=Parameter(negative=(), completer=_candidates, show_default=_default),
    suppress_keyboard_interrupt=False,
)
for command, text in COMMANDS.items():
    _module = command.replace("-", "_")
    _examples = "".join(f"- `unriddle {example}`\n" for example in EXAMPLES[command])
    _codes = exits.PLAIN if command in _SOLVE_NOTHING else exits.EXPLAINED
    _codes = exits.OF_BATCH if command == "batch" else _codes
    app.command(
        f"unriddle.cli.{_module}:{_module}",
        name=command,
        help=cleandoc(text),
        help_epilogue=f"Examples:\n\n{_examples}\n{_codes}",
    )


def load(arguments: Sequence[str]) -> None:
    """Load the module of the command that is called, if it is one."""
    if arguments and arguments[0] in COMMANDS:
        import_module(f"unriddle.cli.{arguments[0].replace('-', '_')}")


def run(arguments: Sequence[str]) -> int:
    """Carry out a command line; returns the exit code and never shows a traceback for bad input."""
    try:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):  # a title may hold what the terminal cannot show
                stream.reconfigure(errors="backslashreplace")
        if _may_want_own(arguments):
            from unriddle.remembered import register

            for problem in register():
                _quit(f"note: {problem}", 0)
        command, bound, _ = app.parse_args(
            _words(arguments), console=help_page(), exit_on_error=False, print_error=False
        )
        code = _carry_out(command, bound)
        if sys.stdout is not None:
            sys.stdout.flush()
    except CycloptsError as error:
        return _fail(_in_words(str(error), arguments), _meant(arguments))
    except exits.UnknownOption as error:
        settings = f"settings here: {', '.join(error.known)}"
        return _fail(error, _meant([*arguments[:1], f"--{error.given}"], error.known, settings))
    except FaultyCode as error:
        return _fail(error, error.hint, exits.FAULTY_CODE)
    except UnriddleError as error:
        return _fail(error, error.hint if isinstance(error, BadInput) else "")
    except WrongAnswer as error:
        return _fail(error, _BUG, exits.WRONG_ANSWER)
    except KeyboardInterrupt:
        return _quit("interrupted", exits.INTERRUPTED)
    except BrokenPipeError:
        _forget_output()  # the reader has seen enough
        return 0
    except (MemoryError, ImportError, OSError, RuntimeError) as error:
        if is_out_of_memory(error):
            return _quit("error: out of memory", exits.OF_STATUS[Status.OUT_OF_MEMORY])
        if fault := _fault_of(error):
            return _fail(fault, fault.hint, exits.FAULTY_CODE)
        if not isinstance(error, OSError):
            raise
        if place := error.filename or (isinstance(error, FileNotFoundError) and os.curdir):
            return _fail(f"{place}: {error.strerror}", "")
        _forget_output()
        return _fail(f"cannot write the output: {error.strerror}", "")
    except Exception as error:
        if fault := _fault_of(error):
            return _fail(fault, fault.hint, exits.FAULTY_CODE)
        raise
    return code if isinstance(code, int) else 0


def _carry_out(command: Callable[..., object], bound: BoundArguments) -> object:
    """Call a command; where memory runs out, let go of all that it has made.

    The traceback would hold it. What is left would not do for the message, and not even to leave
    a `with` of a large function: Python 3.11 tries that for ever, and Cyclopts has such a function.
    """
    try:
        return command(*bound.args, **bound.kwargs)
    except MemoryError as error:
        error.__traceback__ = error.__context__ = None
        raise


def _fault_of(error: BaseException) -> FaultyCode | None:
    """What a file of the user has done, if it was that; nobody else has loaded its module."""
    plugins = sys.modules.get("unriddle.plugins")
    return plugins.fault_of(error) if plugins else None


def _words(arguments: Sequence[str]) -> list[str]:
    """The arguments without what Cyclopts would misunderstand."""
    for word in arguments:
        # Names inside our functions are no options, and neither is a path into one of them.
        if re.match(r"--(settings|limit)(=|$)|--[^=]*\.", word):
            raise BadInput(f"unknown option {word.partition('=')[0]}")
    # A lone hyphen is no option either; what reads or writes knows which stream is meant.
    return [re.sub(r"^(--[^=]*=)?-$", rf"\1{STANDARD_INPUT}", word) for word in arguments]


def _forget_output() -> None:
    """Let what is still unwritten vanish, so that Python does not complain about it at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _may_want_own(arguments: Sequence[str]) -> bool:
    """Could this be about collections that are remembered? Others need not wait for them."""
    lists = not arguments or arguments[0] in ("levels", "serve", "completion")
    return lists or any("/mine/" in one for one in arguments)


def _quit(message: str, code: int) -> int:
    print(message, file=sys.stderr)
    return code


def _command(arguments: Sequence[str]) -> str:
    """The command that was called, with a blank behind it, if it is one."""
    is_command = arguments and arguments[0] in app and not arguments[0].startswith("-")
    return f"{arguments[0]} " if is_command else ""


def _in_words(problem: str, arguments: Sequence[str]) -> str:
    """What Cyclopts says; an argument that has no option in front of it is not called one."""
    found = re.fullmatch(r'Command "(.+)" parameter (--\S+) requires an argument\.', problem)
    if found is None or found[2] in arguments:
        return problem
    return f"{found[1]}: the {found[2].removeprefix('--')} is missing"


def _meant(words: Sequence[str], settings: Sequence[str] = (), otherwise: str = "") -> str:
    """A hint about the first word that looks like an option of the command and is none."""
    command = _command(words)
    lists = otherwise or f"unriddle {command}--help lists the options"
    if not command:
        return lists
    from difflib import get_close_matches

    arguments = app[words[0]].assemble_argument_collection()
    known = [name for one in arguments for name in one.names if name.startswith("--")]
    known += [f"--{name}" for name in settings]
    for word in words[1:]:
        name = word.partition("=")[0]
        if name.startswith("--") and name not in known:
            # The hyphens, which all have, would make any two short names similar.
            bare = {one.lstrip("-"): one for one in known}
            close = get_close_matches(name.lstrip("-"), bare, n=1, cutoff=0.7)
            return f"did you mean {bare[close[0]]}?" if close else lists
    return lists


def _fail(problem: object, hint: str, code: int = exits.BAD_INPUT) -> int:
    return _quit(f"error: {exits.with_hint(problem, hint)}", code)
