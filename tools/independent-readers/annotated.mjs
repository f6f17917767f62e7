// Reads annotated records (KIF) with tsshogi and compares them with our JSON reports of the same
// games: moves, scores, mates, and the comments of the record before it was annotated.
//
//     npm install tsshogi
//     node annotated.mjs node_modules REPORTS [ORIGINALS]
//
// REPORTS is a folder that `sakiyomi analyze GAMES --report json --report kif --report kifu --out
// REPORTS` has written; ORIGINALS is the folder GAMES, whose comments must be found again.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [modules, reports, originals] = process.argv.slice(2);
const packageFile = JSON.parse(readFileSync(`${modules}/tsshogi/package.json`, "utf8"));
const main = packageFile.module ?? packageFile.main;
const { importKIF } = await import(pathToFileURL(`${process.cwd()}/${modules}/tsshogi/${main}`));

const read = (path) => {
  const encoding = path.endsWith(".kif") ? "shift_jis" : "utf-8";
  const record = importKIF(new TextDecoder(encoding).decode(readFileSync(path)));
  if (record instanceof Error) {
    throw new Error(`${path}: ${record}`);
  }
  return record;
};

// The score as ShogiHome understands it: the last line of a kind counts.
const scoreOf = (comment) => {
  const cp = [...comment.matchAll(/^#評価値=([+-]?\d+)/gm)].pop();
  const mate = [...comment.matchAll(/^#詰み=(先手|後手)勝ち(?::(\d+)手)?/gm)].pop();
  if (mate) {
    return `mate ${mate[1] === "先手" ? "black" : "white"} ${mate[2] ?? "?"}`;
  }
  return cp ? `cp ${Number(cp[1])}` : "none";
};

const expectedScore = (ply) => {
  const isBlack = ply.w >= 50;
  if (ply.mate !== undefined && ply.basis !== "searched") {
    return `mate ${isBlack ? "black" : "white"} ${Math.abs(ply.mate)}`;
  }
  return `cp ${ply.mate !== undefined ? (isBlack ? 30000 : -30000) : (ply.cp ?? 0)}`;
};

let [files, moves, scores, mates, comments, failures] = [0, 0, 0, 0, 0, 0];
const fail = (text) => {
  failures += 1;
  console.log(text);
};

for (const name of readdirSync(reports).filter((name) => /\.kifu?$/.test(name))) {
  const path = join(reports, name);
  const report = JSON.parse(readFileSync(path.replace(/\.kifu?$/, ".json"), "utf8"));
  const record = read(path);
  files += 1;
  const nodes = record.moves;
  const played = nodes.map((node) => node.move.usi).filter((usi) => usi !== undefined);
  if (played.join(" ") !== report.game.moves.join(" ")) {
    fail(`${name}: other moves`);
    continue;
  }
  moves += played.length;
  for (const ply of report.plies) {
    const [found, expected] = [scoreOf(nodes[ply.ply].comment), expectedScore(ply)];
    scores += 1;
    mates += expected.startsWith("mate") ? 1 : 0;
    if (found !== expected) {
      fail(`${name}: ply ${ply.ply}: ${found}, expected ${expected}`);
    }
  }
  const original = originals && ["kif", "kifu"]
    .map((ending) => join(originals, name.replace(/\.kifu?$/, `.${ending}`)))
    .find((path) => existsSync(path));
  if (original) {
    read(original).moves.forEach((node, index) => {
      const lines = node.comment.split("\n").filter((line) => line !== "");
      comments += lines.length;
      const kept = nodes[index].comment.split("\n");
      lines.filter((line) => !kept.includes(line)).forEach((line) => fail(`${name}: ply ${index} lost: ${line}`));
    });
  }
}
console.log(`${files} files, ${moves} moves, ${scores} scores, ${mates} of them mates, ${comments} lines of comments, ${failures} failures`);
process.exit(failures > 0 || files === 0 ? 1 : 0);
