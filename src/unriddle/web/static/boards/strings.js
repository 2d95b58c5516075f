// @ts-check
/** What the boards say, by language; {words in braces} are filled in. */

/** @type {Record<string, Record<string, string>>} */
export const boardStrings = {
  en: {
    "board.place": "row {row}, column {column}",
    "board.bloxorz.name": "Bloxorz board",
    "board.bloxorz.upright": "The block stands on {first}.",
    "board.bloxorz.lying": "The block lies on {first} and {second}.",
    "board.bloxorz.split": "Two cubes: the active one on {first}, the other on {second}.",
    "board.bloxorz.home": "The block is in the goal.",
    "board.bloxorz.goal": "The goal is at {place}.",
    "board.bloxorz.bridges": "Bridges that are there: {on}.",
    "board.sokoban.name": "Sokoban board",
    "board.sokoban.scene": "The player is on {place}; {home} of {boxes} boxes are on goals.",
    "board.freecell.name": "FreeCell table",
    "board.freecell.scene": "{home} of 52 cards are home; {free} of {cells} cells are free.",
    "board.freecell.column": "Column {name}: {cards}.",
    "board.freecell.cell": "Cell {name}: {cards}.",
    "board.freecell.home": "Home: {cards}.",
    "board.freecell.empty": "empty",
  },
  vi: {
    "board.place": "hàng {row}, cột {column}",
    "board.bloxorz.name": "Bàn Bloxorz",
    "board.bloxorz.upright": "Khối đứng ở {first}.",
    "board.bloxorz.lying": "Khối nằm ở {first} và {second}.",
    "board.bloxorz.split": "Hai khối nhỏ: khối đang điều khiển ở {first}, khối kia ở {second}.",
    "board.bloxorz.home": "Khối đã vào đích.",
    "board.bloxorz.goal": "Đích ở {place}.",
    "board.bloxorz.bridges": "Các cầu đang mở: {on}.",
    "board.sokoban.name": "Bàn Sokoban",
    "board.sokoban.scene": "Người chơi ở {place}; {home} trong {boxes} thùng đã ở đích.",
    "board.freecell.name": "Bàn FreeCell",
    "board.freecell.scene": "{home} trong 52 lá đã về; {free} trong {cells} ô còn trống.",
    "board.freecell.column": "Cột {name}: {cards}.",
    "board.freecell.cell": "Ô {name}: {cards}.",
    "board.freecell.home": "Đã về: {cards}.",
    "board.freecell.empty": "trống",
  },
};
