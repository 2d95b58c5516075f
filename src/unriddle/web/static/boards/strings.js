/** What the boards say, in English and in Vietnamese; {words in braces} are filled in. */

/** @type {Record<string, [en: string, vi: string]>} */
export const boardStrings = {
  "board.place": ["row {row}, column {column}", "hàng {row}, cột {column}"],
  "board.bloxorz.name": ["Bloxorz board", "Bàn Bloxorz"],
  "board.bloxorz.upright": ["The block stands on {first}.", "Khối đứng ở {first}."],
  "board.bloxorz.lying": ["The block lies on {first} and {second}.", "Khối nằm ở {first} và {second}."],
  "board.bloxorz.split": [
    "Two cubes: the active one on {first}, the other on {second}.",
    "Hai khối nhỏ: khối đang điều khiển ở {first}, khối kia ở {second}.",
  ],
  "board.bloxorz.home": ["The block is in the goal.", "Khối đã vào đích."],
  "board.bloxorz.goal": ["The goal is at {place}.", "Đích ở {place}."],
  "board.bloxorz.bridges": ["Bridges that are there: {on}.", "Các cầu đang mở: {on}."],
  "board.bloxorz.safe": ["It can go: {ways}.", "Có thể lăn: {ways}."],
  "board.way.u": ["up", "lên"],
  "board.way.r": ["right", "phải"],
  "board.way.d": ["down", "xuống"],
  "board.way.l": ["left", "trái"],
  "board.way.s": ["change cubes", "đổi khối"],
  "board.sokoban.name": ["Sokoban board", "Bàn Sokoban"],
  "board.sokoban.scene": [
    "The player is on {place}. Up: {up}, right: {right}, down: {down}, left: {left}. Boxes on goals: {home} of {boxes}.",
    "Người chơi ở {place}. Lên: {up}, phải: {right}, xuống: {down}, trái: {left}. Thùng ở đích: {home} trên {boxes}.",
  ],
  "board.sokoban.whole": [
    "Rows: {rows}, columns: {columns}. Boxes on: {boxes}. Goals on: {goals}.",
    "Số hàng: {rows}, số cột: {columns}. Thùng ở: {boxes}. Đích ở: {goals}.",
  ],
  "board.sokoban.at.wall": ["wall", "tường"],
  "board.sokoban.at.floor": ["floor", "sàn"],
  "board.sokoban.at.goal": ["goal", "đích"],
  "board.sokoban.at.box": ["box", "thùng"],
  "board.sokoban.at.home": ["box on a goal", "thùng ở đích"],
  "board.freecell.name": ["FreeCell table", "Bàn FreeCell"],
  "board.freecell.scene": [
    "{home} of 52 cards are home; {free} of {cells} cells are free.",
    "{home} trong 52 lá đã về; {free} trong {cells} ô còn trống.",
  ],
  "board.freecell.column": ["Column {name}: {cards}.", "Cột {name}: {cards}."],
  "board.freecell.cell": ["Cell {name}: {cards}.", "Ô {name}: {cards}."],
  "board.freecell.home": ["Home: {cards}.", "Đã về: {cards}."],
  "board.freecell.empty": ["empty", "trống"],
  "board.drawn.name": ["Board", "Bàn chơi"],
  "board.drawn.moves": ["Moves: {moves}.", "Các nước đi: {moves}."],
  "board.drawn.choose": ["Moves that can be made", "Các nước có thể đi"],
};
