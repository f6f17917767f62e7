// Reads the files named on standard input with tsshogi; prints their moves in USI as JSON.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const modules = process.argv[2];
const packageFile = JSON.parse(readFileSync(`${modules}/tsshogi/package.json`, "utf8"));
const main = packageFile.module ?? packageFile.main;
const { importKIF, importCSA } = await import(pathToFileURL(`${modules}/tsshogi/${main}`));

const names = readFileSync(0, "utf8").split("\n").filter((name) => name !== "");
const games = names.map((name) => {
  const encoding = name.endsWith(".kif") ? "shift_jis" : "utf-8";
  const text = new TextDecoder(encoding).decode(readFileSync(name));
  const record = name.endsWith(".csa") ? importCSA(text) : importKIF(text);
  if (record instanceof Error) {
    return String(record);
  }
  return record.moves.map((node) => node.move.usi).filter((usi) => usi !== undefined);
});
process.stdout.write(JSON.stringify(games));
