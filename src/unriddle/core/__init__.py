"""The vocabulary that all of unriddle shares.

A `Puzzle` says what is legal, a search chooses what to look at next, a `Run` is a search one can
watch and stop, and a `Result` is how it ended. Nothing here knows a particular puzzle, a clock or
a screen, or imports anything from the rest of unriddle.
"""

from unriddle.core.drawing import Drawing as Drawing
from unriddle.core.drawing import Glyph as Glyph
from unriddle.core.drawing import as_drawing as as_drawing
from unriddle.core.drawing import plain as plain
from unriddle.core.errors import BadInput as BadInput
from unriddle.core.errors import FaultyCode as FaultyCode
from unriddle.core.errors import IllegalMove as IllegalMove
from unriddle.core.errors import JudgesDiffer as JudgesDiffer
from unriddle.core.errors import LosingMove as LosingMove
from unriddle.core.errors import UnriddleError as UnriddleError
from unriddle.core.errors import WrongAnswer as WrongAnswer
from unriddle.core.heuristic import Heuristic as Heuristic
from unriddle.core.heuristic import Steps as Steps
from unriddle.core.heuristic import T as T
from unriddle.core.heuristic import finish as finish
from unriddle.core.heuristic import pickles as pickles
from unriddle.core.puzzle import A as A
from unriddle.core.puzzle import OnBoard as OnBoard
from unriddle.core.puzzle import Puzzle as Puzzle
from unriddle.core.puzzle import S as S
from unriddle.core.puzzle import Step as Step
from unriddle.core.puzzle import label_of as label_of
from unriddle.core.puzzle import on_board as on_board
from unriddle.core.puzzle import starting_from as starting_from
from unriddle.core.puzzle import text_of as text_of
from unriddle.core.replaying import Replay as Replay
from unriddle.core.replaying import Verdict as Verdict
from unriddle.core.replaying import certify as certify
from unriddle.core.replaying import replay as replay
from unriddle.core.result import Limits as Limits
from unriddle.core.result import Plan as Plan
from unriddle.core.result import Proof as Proof
from unriddle.core.result import Result as Result
from unriddle.core.result import Run as Run
from unriddle.core.result import Stats as Stats
from unriddle.core.result import Status as Status
