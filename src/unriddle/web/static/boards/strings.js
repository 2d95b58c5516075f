// @ts-check
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
  "board.sokoban.name": ["Sokoban board", "Bàn Sokoban"],
  "board.sokoban.scene": [
    "The player is on {place}; {home} of {boxes} boxes are on goals.",
    "Người chơi ở {place}; {home} trong {boxes} thùng đã ở đích.",
  ],
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
  "board.drawn.scene": ["{picture}.", "{picture}."],
  "board.drawn.moves": ["Moves: {moves}.", "Các nước đi: {moves}."],
  "board.drawn.choose": ["Moves that can be made", "Các nước có thể đi"],
};
