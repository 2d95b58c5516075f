/** What the server says in English, about puzzles, solvers, settings and lost games, in Vietnamese. */

/** @type {Record<string, string>} A `{name}` stands for any words. */
export const catalogueVi = {
  // Puzzles, packs and rules
  "Roll a block over a platform until it falls into the hole.": "Lăn khối hộp trên mặt bàn cho đến khi nó rơi vào lỗ.",
  "Push every box onto a goal.": "Đẩy mọi thùng vào ô đích.",
  "Bring all 52 cards home, by suit from ace to king.": "Đưa cả 52 lá bài về nhà, theo chất, từ át đến già.",
  "the 33 stages": "33 màn",
  "18 course maps": "18 bản đồ của môn học",
  "100 made levels, from easy to master": "100 màn được tạo ra, từ dễ đến bậc thầy",
  "60 made stages, from easy to master": "60 màn được tạo ra, từ dễ đến bậc thầy",
  "deals of Microsoft FreeCell (1-32000, 1-1000000) and FreeCell Pro":
    "các ván của Microsoft FreeCell (1-32000, 1-1000000) và FreeCell Pro",
  "free: only arrow moves count, as in the original game; counted: swapping the controlled cube is a move like any other":
    "free: chỉ tính các nước mũi tên, như trong trò chơi gốc; counted: đổi khối điều khiển cũng là một nước",
  "stays: a part that rests on a bridge stays there when the bridge is switched off, because support is checked on arrival only; falls: it falls, and the stage is lost":
    "stays: phần nằm trên cầu vẫn ở đó khi cầu bị tắt, vì chỗ đỡ chỉ được xét khi vừa đến; falls: nó rơi, và màn bị thua",
  "upright: a split switch fires only under the upright block; contact: it fires as soon as the whole block rolls onto it, upright or lying. Single cubes never fire it, nor does a block that has just been joined there":
    "upright: công tắc tách chỉ hoạt động dưới khối đứng; contact: nó hoạt động ngay khi cả khối lăn lên, dù đứng hay nằm. Khối nhỏ không bao giờ kích hoạt nó, khối vừa ghép lại tại đó cũng không",
  "how many cells there are": "số ô trống",
  "over how many columns a numbered deal is dealt": "ván bài được chia ra bao nhiêu cột",
  "what counts: every step of the player; only those that push a box; or only those that push none, as in two course reports":
    "tính gì: mọi bước của người chơi; chỉ các bước đẩy thùng; hoặc chỉ các bước không đẩy, như trong hai báo cáo môn học",
  "what is counted: what the player does; all moves, automatic ones included; or single cards":
    "tính gì: những nước người chơi đi; mọi nước, kể cả nước tự động; hay từng lá bài",
  "which cards go home by themselves after a move (greedy can lose the game)": "lá nào tự về nhà sau một nước (greedy có thể làm thua ván)",

  // Levels
  "Stage {number}": "Màn {number}",
  "Course map {number} ({source} up to symmetry)": "Bản đồ môn học {number} ({source}, sai khác đối xứng)",
  "Course map {number} (XSokoban screen {screen})": "Bản đồ môn học {number} (màn {screen} của XSokoban)",
  "Course map {number}": "Bản đồ môn học {number}",
  "FreeCell deal {number}": "Ván FreeCell {number}",
  "Easy {number}": "Dễ {number}",
  "Medium {number}": "Trung bình {number}",
  "Hard {number}": "Khó {number}",
  "Expert {number}": "Chuyên gia {number}",
  "Master {number}": "Bậc thầy {number}",

  // What rules and settings are called
  space: "phím cách",
  split: "tách khối",
  parked: "khối đang đậu",
  cost: "chi phí",
  cells: "số ô",
  columns: "số cột",
  autoplay: "tự về nhà",
  free: "không tính",
  counted: "có tính",
  upright: "khi đứng",
  contact: "khi chạm",
  stays: "ở lại",
  falls: "rơi",
  moves: "số nước",
  pushes: "số lần đẩy",
  walks: "số bước đi",
  player: "nước của người chơi",
  cards: "số lá",
  max: "tốt nhất",
  mean: "trung bình",
  c: "hệ số c",
  depth: "độ sâu",
  effort: "công sức",
  improve: "cải thiện",
  plies: "số tầng",
  points: "điểm",
  previous: "trạng thái tránh",
  record: "sổ ghi",
  seed: "hạt giống",
  selection: "cách chọn",
  solution: "lời giải",
  threads: "số luồng",
  threshold: "ngưỡng",
  ties: "khi bằng nhau",
  unique: "duy nhất",
  weight: "trọng số",
  width: "độ rộng",
  without: "bỏ qua",

  // What solvers and heuristics are called
  Beam: "Tìm kiếm chùm (beam)",
  "DFS on the tree": "DFS trên cây",
  Greedy: "Tham lam (greedy)",
  "Hill climbing": "Leo đồi",
  Hybrid: "Kết hợp (hybrid)",
  "Iterative deepening": "Sâu dần lặp",
  "Monte Carlo tree search": "Tìm kiếm cây Monte Carlo",
  "Simple hill climbing": "Leo đồi đơn giản",
  "Steepest hill climbing": "Leo đồi dốc nhất",
  "Uniform cost": "Chi phí đều (UCS)",
  "Weighted A*": "A* có trọng số",
  best: "tốt nhất (best)",
  expert: "chuyên gia (expert)",
  fast: "nhanh (fast)",
  optimal: "tối ưu (optimal)",
  polish: "rút ngắn (polish)",
  proof: "chứng minh (proof)",
  short: "ngắn (short)",
  rolls: "số lần lăn",
  halves: "hai nửa khối",
  "frozen boxes": "thùng kẹt",
  "frozen boxes and walk": "thùng kẹt và đường đi",
  matching: "ghép cặp",
  "player and boxes": "người chơi và thùng",
  evaluation: "đánh giá",
  deadlock: "bế tắc",
  "cards left": "số lá còn lại",

  // Solvers
  "Expand the node that is cheapest to reach: f = g (Dijkstra's algorithm).":
    "Mở rộng nút có chi phí đến thấp nhất: f = g (thuật toán Dijkstra).",
  "Expand the node that seems nearest to the goal, however it was reached: f = h.":
    "Mở rộng nút có vẻ gần đích nhất, bất kể đến bằng cách nào: f = h.",
  "Expand the node whose whole path seems cheapest: f = g + h.": "Mở rộng nút mà cả đường đi có vẻ rẻ nhất: f = g + h.",
  "Find a short plan quickly, then shorter ones, by wider and wider beams.":
    "Tìm nhanh một lời giải ngắn, rồi ngắn hơn nữa, bằng các chùm ngày càng rộng.",
  "Find any solution, quickly: macro pushes, guided by a packing plan.":
    "Tìm nhanh một lời giải bất kỳ: các cú đẩy dài, theo một kế hoạch xếp thùng.",
  "Go deep first and expand no state twice.": "Đi sâu trước và không mở rộng trạng thái nào hai lần.",
  "Go deep first and remember nothing: may run in circles for ever.": "Đi sâu trước và không nhớ gì: có thể chạy vòng mãi.",
  "Go layer by layer and keep the `width` states of each that seem nearest to the goal.":
    "Đi từng lớp và ở mỗi lớp giữ lại `width` trạng thái có vẻ gần đích nhất.",
  "Grow a tree of states node by node, playing at random from each new node.": "Dựng dần cây trạng thái, từ mỗi nút mới chơi ngẫu nhiên.",
  "Look at every state in which safe cards are home, the most promising first.":
    "Xét mọi trạng thái mà các lá an toàn đã về nhà, trạng thái hứa hẹn nhất trước.",
  "Look at the nearest states first, counting steps.": "Xét các trạng thái gần nhất trước, tính theo số bước.",
  "Make a solution shorter, never longer; find one first if none is given.":
    "Rút ngắn một lời giải, không bao giờ làm dài ra; nếu chưa có thì tìm một lời giải trước.",
  "Prove a cheapest plan, or give bounds: A* with an exact deadlock estimate.":
    "Chứng minh lời giải rẻ nhất, hoặc cho các cận: A* với ước lượng bế tắc chính xác.",
  "Prove the cheapest solution, or give the best bounds: A* over pushes.":
    "Chứng minh lời giải rẻ nhất, hoặc cho các cận tốt nhất: A* trên các cú đẩy.",
  "Search depth first where cost so far + estimate is within a bound, and raise the bound.":
    "Tìm theo chiều sâu khi chi phí đã đi + ước lượng không vượt một ngưỡng, rồi nâng ngưỡng.",
  "Search depth first with a limit of 0 steps, then 1, then 2, and so on.":
    "Tìm theo chiều sâu với giới hạn 0 bước, rồi 1, rồi 2, và cứ thế.",
  "Step to the best of all successors if it is better, and never look back.":
    "Bước đến trạng thái kế tốt nhất nếu nó tốt hơn, và không bao giờ quay lại.",
  "Step to the best successor, better or not, and step back from every dead end.":
    "Bước đến trạng thái kế tốt nhất, dù tốt hơn hay không, và lùi lại khi gặp ngõ cụt.",
  "Step to the first successor that is better, and never look back.": "Bước đến trạng thái kế đầu tiên tốt hơn, và không bao giờ quay lại.",
  "Take the most promising state from a queue and search depth first, `plies` steps, from it.":
    "Lấy trạng thái hứa hẹn nhất từ hàng đợi rồi từ đó tìm theo chiều sâu `plies` bước.",
  "Trust the estimate more than A* does, for speed: f = g + weight * h.": "Tin ước lượng hơn A* để nhanh hơn: f = g + weight * h.",
  "Try short searches with different strategies, then look at every state.":
    "Thử các tìm kiếm ngắn với nhiều chiến lược, rồi xét mọi trạng thái.",
  "Find a plan at once, then prove a shortest one: greedy search where A* takes long.":
    "Tìm ngay một lời giải, rồi chứng minh lời giải ngắn nhất: tìm kiếm tham lam khi A* mất nhiều thời gian.",
  "Find a solution at once, then shorter ones, and prove the shortest: expert, polish and optimal take turns.":
    "Tìm ngay một lời giải, rồi các lời giải ngắn hơn, và chứng minh lời giải ngắn nhất: expert, polish và optimal thay phiên nhau.",
  "Find a plan at once, then shorter ones, and prove the shortest: fast, short and optimal take turns.":
    "Tìm ngay một lời giải, rồi các lời giải ngắn hơn, và chứng minh lời giải ngắn nhất: fast, short và optimal thay phiên nhau.",

  // Are they complete, are they optimal
  yes: "có",
  "yes, given time": "có, nếu đủ thời gian",
  "yes, if the number of states is finite": "có, nếu số trạng thái hữu hạn",
  "no: it can run in circles": "không: có thể chạy vòng",
  "no: it forgets states": "không: nó quên trạng thái",
  "no: it plays at random": "không: nó chơi ngẫu nhiên",
  "no: it stops on a local peak": "không: nó dừng ở đỉnh cục bộ",
  always: "luôn luôn",
  never: "không bao giờ",
  "if every move costs 1": "nếu mọi nước có chi phí 1",
  "if it ends with a proof": "nếu kết thúc bằng một chứng minh",
  "with an admissible heuristic": "với heuristic chấp nhận được",

  // Settings
  "a state enters the tree only once": "mỗi trạng thái chỉ vào cây một lần",
  "how deep the short searches go": "các tìm kiếm ngắn đi sâu bao nhiêu",
  "how many moves a simulation has at most": "một lần mô phỏng có nhiều nhất bao nhiêu nước",
  "how many of its last states a simulation avoids": "mô phỏng tránh bao nhiêu trạng thái gần nhất của nó",
  "how many states each layer keeps": "mỗi lớp giữ bao nhiêu trạng thái",
  "how many states it remembers at once": "nhớ cùng lúc bao nhiêu trạng thái",
  "how many threads search at the same time; with more than one, the solution and the counts may differ from run to run":
    "số luồng tìm cùng lúc; với hơn một luồng, lời giải và các con số có thể khác nhau giữa các lần chạy",
  "how much more the estimate counts than the cost": "ước lượng nặng hơn chi phí bao nhiêu lần",
  "how much the selection explores": "bước chọn khám phá nhiều đến đâu",
  "max: a node is worth the best simulation through it; mean: their mean":
    "max: giá trị của nút là mô phỏng tốt nhất đi qua nó; mean: trung bình của chúng",
  "rules to leave out, joined by +: freeze+matching": "các luật bỏ qua, nối bằng +: freeze+matching",
  "stop exploring once something good or bad is known": "ngừng khám phá khi đã biết điều gì tốt hoặc xấu",
  "the moves of the solution to start from": "các nước của lời giải ban đầu",
  "the same seed gives the same run": "cùng một hạt giống cho cùng một lần chạy",
  "thousands of positions to look at; if not set, a time limit ends it":
    "số nghìn thế cờ sẽ xét; nếu không đặt, giới hạn thời gian sẽ kết thúc",
  "what the events of the puzzle are worth, in their order": "giá trị của các sự kiện trong trò chơi, theo thứ tự",
  "seconds until it is content with the best plan so far, 0 for the first plan; if not set, a limit of time or nodes is used whole":
    "số giây cho đến khi bằng lòng với lời giải tốt nhất, 0 là lời giải đầu tiên; nếu không đặt thì dùng hết giới hạn thời gian hay số nút",
  "with 2, the proof and the shortening have a thread each; the solution and the counts may then differ from run to run":
    "với 2, việc chứng minh và việc rút ngắn mỗi việc một luồng; khi đó lời giải và các con số có thể khác nhau giữa các lần chạy",
  "of the cheapest solutions, look for one with fewer moves (or pushes)":
    "trong các lời giải rẻ nhất, tìm lời giải có ít nước (hoặc ít cú đẩy) hơn",

  // Heuristics
  "Like manhattan, plus the player's distance to each of those boxes; may overestimate.":
    "Như manhattan, cộng khoảng cách từ người chơi đến từng thùng đó; có thể quá cao.",
  "The sum of both halves' Manhattan distances to the goal; may be more than the true distance.":
    "Tổng khoảng cách Manhattan từ hai nửa khối đến đích; có thể lớn hơn khoảng cách thật.",
  "Cards left, plus cards above the next card of each suit, doubled when no place is empty.":
    "Số lá còn lại, cộng số lá nằm trên lá kế tiếp của mỗi chất, gấp đôi khi không còn chỗ trống.",
  "Cards left, plus cards that must step aside because cards wait for each other in a circle.":
    "Số lá còn lại, cộng số lá phải tránh sang bên vì các lá chờ nhau thành vòng.",
  "How far from won the table looks, in points: a guide for greedy search, not a count of moves.":
    "Bàn bài trông còn xa chiến thắng bao nhiêu, tính bằng điểm: để dẫn tìm kiếm tham lam, không phải số nước.",
  "Like freeze, plus the steps before the player can touch a box; overestimates pushes.":
    "Như freeze, cộng số bước trước khi người chơi chạm được thùng; quá cao nếu tính cú đẩy.",
  "Like matching, and infinity where boxes off goal hold each other for good.":
    "Như matching, và vô cực khi các thùng ngoài đích kẹt nhau vĩnh viễn.",
  "Rows plus columns between boxes and free goals, paired in reading order; may overestimate.":
    "Số hàng cộng số cột giữa thùng và đích trống, ghép theo thứ tự đọc; có thể quá cao.",
  "Straight lines between boxes and free goals, paired in reading order; may overestimate.":
    "Đường thẳng giữa thùng và đích trống, ghép theo thứ tự đọc; có thể quá cao.",
  "The least number of pushes that brings each box, as if alone, to a goal of its own.":
    "Số cú đẩy ít nhất đưa từng thùng, như thể chỉ có mình nó, đến một đích riêng.",
  "The number of cards that are not home yet.": "Số lá chưa về nhà.",
  "The rolls to the goal if every bridge were on and a cube never waited; never too high.":
    "Số lần lăn đến đích nếu mọi cầu đều mở và không khối nào phải chờ; không bao giờ quá cao.",

  // Why a game is lost
  "the box at {boxes} can never be brought to a goal from there": "từ đó, thùng ở {boxes} không bao giờ đến được đích",
  "the boxes at {boxes} hold each other for good, and not all of them are on goals":
    "các thùng ở {boxes} kẹt nhau vĩnh viễn, và không phải tất cả đều ở đích",
  "the boxes at {boxes} are in each other's way: they can never both come home":
    "các thùng ở {boxes} cản nhau: không bao giờ cả hai về được đích",
  "the boxes at {boxes} can never all be brought home or out of each other's way":
    "các thùng ở {boxes} không bao giờ về đích được hết hay tránh khỏi đường nhau",
  "the boxes at {boxes} close off a part of the board that can never be opened":
    "các thùng ở {boxes} chặn một phần bàn không bao giờ mở lại được",
  "the boxes at {boxes} cannot have a goal each: they reach too few different ones":
    "các thùng ở {boxes} không thể có mỗi thùng một đích: chúng đến được quá ít đích",
  "with the boxes at {boxes} the goals behind that entrance can never all be filled":
    "với các thùng ở {boxes}, các đích sau lối vào đó không bao giờ đầy đủ được",
  "the box at {boxes} can never be moved again, and is not on a goal": "thùng ở {boxes} không bao giờ di chuyển được nữa, và không ở đích",
  "the box at {boxes} can never be brought to a goal with the player on this side":
    "khi người chơi ở phía này, thùng ở {boxes} không bao giờ đến được đích",
  "the box at {boxes} closes off a part of the board that can never be opened":
    "thùng ở {boxes} chặn một phần bàn không bao giờ mở lại được",
  "with the box at {boxes} the goals behind that entrance can never all be filled":
    "với thùng ở {boxes}, các đích sau lối vào đó không bao giờ đầy đủ được",
  "nothing to land on beyond the edge of the board": "không có chỗ đáp ngoài rìa bàn",
  "nothing to land on at {place}": "không có chỗ đáp ở {place}",
  "the fragile tile at {place} breaks under the upright block": "ô yếu ở {place} vỡ dưới khối đứng",
  "bridge {name} at {place} is off": "cầu {name} ở {place} đang tắt",
  "bridge {name} at {place} is off where a cube appears": "cầu {name} ở {place} đang tắt nơi một khối nhỏ xuất hiện",
  "bridge {name} at {place} goes off under a part": "cầu {name} ở {place} tắt dưới một phần khối",
};
