"use strict";
// A board to walk through the game and its lines. All text from the record goes through
// textContent, never through markup.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const last = data.plies.length - 1;
  if (last < 0) return;
  const by = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  const state = { ply: 0, line: [], at: 0, flipped: false };

  // Positions: a map from squares such as "7g" to letters such as "+R" or "p", and two hands.
  function parse(sfen) {
    const [board, turn, hands] = sfen.split(" ");
    const squares = {};
    board.split("/").forEach((row, rank) => {
      let file = 9;
      for (const [, plus, letter] of row.matchAll(/(\+?)([A-Za-z]|[0-9])/g)) {
        if (/[0-9]/.test(letter)) file -= Number(letter);
        else squares[file-- + "abcdefghi"[rank]] = plus + letter;
      }
    });
    const held = { b: {}, w: {} };
    for (const [, count, letter] of (hands === "-" ? "" : hands).matchAll(/([0-9]*)([A-Za-z])/g)) {
      const side = letter === letter.toUpperCase() ? "b" : "w";
      held[side][letter.toUpperCase()] = Number(count || 1);
    }
    return { squares, held, turn };
  }

  function play(position, usi) {
    const { squares, held, turn } = position;
    const to = usi.slice(2, 4);
    const mine = (letter) => (turn === "b" ? letter.toUpperCase() : letter.toLowerCase());
    const taken = squares[to];
    if (taken) {
      const kind = taken.replace("+", "").toUpperCase();
      held[turn][kind] = (held[turn][kind] || 0) + 1;
    }
    if (usi[1] === "*") {
      squares[to] = mine(usi[0]);
      held[turn][usi[0]] -= 1;
    } else {
      const from = usi.slice(0, 2);
      squares[to] = (usi[4] === "+" ? "+" : "") + squares[from];
      delete squares[from];
    }
    position.turn = turn === "b" ? "w" : "b";
  }

  function element(name, attributes, parent, text) {
    const made = document.createElementNS(SVG, name);
    for (const key in attributes) made.setAttribute(key, attributes[key]);
    if (text !== undefined) made.textContent = text;
    if (parent) parent.append(made);
    return made;
  }

  // The same measures as the diagrams of the cards.
  const SIZE = 100, RIM = 46, STAND = 130, GAP = 26;
  const LEFT = 2 * GAP + STAND + RIM, TOP = GAP + RIM;
  const WIDTH = 9 * SIZE + 2 * RIM + 2 * STAND + 4 * GAP, HEIGHT = 9 * SIZE + 2 * RIM + 2 * GAP;

  function middle(square) {
    const file = Number(square[0]), rank = "abcdefghi".indexOf(square[1]);
    const column = state.flipped ? file - 1 : 9 - file;
    const row = state.flipped ? 8 - rank : rank;
    return [LEFT + column * SIZE + 50, TOP + row * SIZE + 50];
  }

  const isBelow = (side) => (side === "b") !== state.flipped;
  const stand = (side) =>
    isBelow(side) ? [WIDTH - GAP - STAND / 2, TOP + 850] : [GAP + STAND / 2, TOP + 50];

  function arrow(svg, usi, side, kind) {
    const [x, y] = usi[1] === "*" ? stand(side) : middle(usi.slice(0, 2));
    const [tx, ty] = middle(usi.slice(2, 4));
    const length = Math.hypot(tx - x, ty - y);
    const angle = (Math.atan2(ty - y, tx - x) * 180) / Math.PI;
    const shaft = length - 44;
    element("path", {
      class: "arrow " + kind,
      transform: `translate(${x} ${y}) rotate(${angle})`,
      d: `M14-8H${shaft}V-24L${length - 8} 0 ${shaft} 24V8H14Z`,
    }, svg);
  }

  function draw(position, lastMove, arrows) {
    const svg = element("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
    element("rect", { x: LEFT - RIM, y: GAP, width: 992, height: 992, rx: 6, class: "wood" }, svg);
    if (lastMove) {
      const squares = lastMove[1] === "*" ? [lastMove.slice(2, 4)]
        : [lastMove.slice(0, 2), lastMove.slice(2, 4)];
      squares.forEach((square, index) => {
        const [x, y] = middle(square);
        const isTo = index === squares.length - 1;
        element("rect", { x: x - 50, y: y - 50, width: 100, height: 100,
          class: isTo ? "last-to" : "last-from" }, svg);
      });
    }
    let lines = "";
    for (let index = 1; index < 9; index++) {
      lines += `M${LEFT} ${TOP + index * 100}h900M${LEFT + index * 100} ${TOP}v900`;
    }
    element("path", { d: lines, class: "thin" }, svg);
    element("path", { d: `M${LEFT} ${TOP}h900v900h-900z`, class: "thick" }, svg);
    for (const [x, y] of [[3, 3], [6, 3], [3, 6], [6, 6]]) {
      element("circle", { cx: LEFT + x * 100, cy: TOP + y * 100, r: 7, class: "star" }, svg);
    }
    for (let index = 0; index < 9; index++) {
      const [x, y] = middle(index + 1 + "abcdefghi"[index]);
      const files = data.japanese ? "１２３４５６７８９" : "123456789";
      const ranks = data.japanese ? "一二三四五六七八九" : "abcdefghi";
      element("text", { x, y: GAP + RIM / 2 + 11, class: "label" }, svg, files[index]);
      element("text", { x: LEFT + 900 + RIM / 2, y: y + 11, class: "label" }, svg, ranks[index]);
    }
    for (const side of ["b", "w"]) {
      const kinds = [..."RBGSNLP"].filter((kind) => position.held[side][kind] > 0);
      const height = Math.max(kinds.length, 1) * SIZE + 90;
      const below = isBelow(side);
      const x = below ? WIDTH - GAP - STAND : GAP + STAND, y = below ? TOP + 900 : TOP;
      const group = element("g", {
        transform: `translate(${x} ${y})${below ? "" : " rotate(180)"}`,
      }, svg);
      element("rect", { width: STAND, height, y: -height, rx: 8, class: "stand" }, group);
      if (position.turn === side) {
        element("rect", { x: 27, y: 8 - height, width: 76, height: 76, rx: 12, class: "turn" }, group);
      }
      element("path", { d: "M0-44 26-34 37 42H-37L-26-34Z", class: "side-" + side,
        transform: `translate(65 ${46 - height}) scale(.6)` }, group);
      kinds.forEach((kind, index) => {
        const at = 90 - height + 50 + index * SIZE;
        element("use", { href: "#" + data.pieces[kind],
          transform: `translate(45 ${at}) scale(.86)` }, group);
        const count = position.held[side][kind];
        if (count > 1) {
          element("text", { x: 105, y: at + 13, class: "count" }, group, String(count));
        }
      });
    }
    for (const square in position.squares) {
      const piece = position.squares[square];
      const side = piece === piece.toUpperCase() ? "b" : "w";
      const [x, y] = middle(square);
      element("use", { href: "#" + data.pieces[piece.toUpperCase()],
        transform: `translate(${x} ${y})${isBelow(side) ? "" : " rotate(180)"}` }, svg);
    }
    for (const [usi, side, kind] of arrows) arrow(svg, usi, side, kind);
    by("board").replaceChildren(svg);
  }

  function node(name, className, text, parent) {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    if (parent) parent.append(made);
    return made;
  }

  function lineOf(panel, name, from, line, words, kind) {
    if (!words.length) return;
    const row = node("p", "line " + kind, undefined, panel);
    row.dataset.from = from;
    row.dataset.line = line.join(" ");
    node("b", "", name + " ", row);
    words.forEach((word, index) => {
      const button = node("button", "mv", word, row);
      button.type = "button";
      button.dataset.at = index + 1;
      row.append(" ");
    });
  }

  function fill() {
    const ply = data.plies[state.ply];
    const panel = by("panel");
    panel.replaceChildren();
    const head = node("h2", "", undefined, panel);
    node("span", "number", String(state.ply), head);
    head.append(" " + (ply.text || data.words.start) + " ");
    if (ply.word) node("span", "badge c-" + ply.class, ply.word, head);
    // Outside the part of the game that is judged a ply has no value.
    if (ply.w !== undefined) {
      const bar = node("div", "bar", undefined, panel);
      const filled = node("i", "", undefined, bar);
      filled.style.width = ply.w + "%";
    }
    const numbers = node("p", "numbers", undefined, panel);
    if (ply.w !== undefined) {
      node("span", "", `${data.words.black} ${ply.percent} (${ply.value})`, numbers);
    }
    if (ply.loss > 0) node("span", "", `${data.words.loss} ${ply.loss.toFixed(1)}`, numbers);
    if (ply.natural && ply.natural[1] > 0) {
      node("span", "", `${data.words.natural} ${ply.natural[0]}% (#${ply.natural[1]})`, numbers);
    }
    for (const flag of ply.flags) node("span", "flag", flag, numbers);
    for (const meter of ply.meters) if (meter) node("p", "meter", meter, panel);
    const list = node("ul", "sentences", undefined, panel);
    for (const [mark, name, text, evidence] of ply.said) {
      const item = node("li", "", undefined, list);
      const link = node("a", "mark", mark, item);
      link.href = "#" + (evidence[0] || "evidence");
      link.dataset.e = evidence.join(" ");
      link.title = name;
      item.append(" " + text);
    }
    if (ply.best) lineOf(panel, data.words.best, state.ply - 1, ply.bestLine, ply.bestWords, "best");
    lineOf(panel, data.words.line, state.ply, ply.line, ply.words, "next");
    if (data.moments.includes(state.ply)) {
      const link = node("a", "to-card", data.words.card + " ↓", panel);
      link.href = "#m" + state.ply;
    }
  }

  function render() {
    const ply = data.plies[state.ply];
    const position = parse(ply.sfen);
    let lastMove = ply.move, arrows = [];
    if (state.at > 0) {
      for (const usi of state.line.slice(0, state.at)) {
        lastMove = usi;
        play(position, usi);
      }
    } else if (ply.line.length) {
      arrows = [[ply.line[0], position.turn, "best"]];
    }
    draw(position, lastMove, arrows);
    by("walk").classList.toggle("in-line", state.at > 0);
    by("leave").disabled = state.at === 0;
    for (const row of document.querySelectorAll("p.line")) {
      const isShown = state.at > 0 && Number(row.dataset.from) === state.ply &&
        row.dataset.line === state.line.join(" ");
      for (const button of row.querySelectorAll(".mv")) {
        button.classList.toggle("now", isShown && Number(button.dataset.at) === state.at);
      }
    }
    by("slider").value = state.ply;
    const graph = by("graph");
    const { left, right } = graph.dataset;
    const x = Number(left) + ((right - left) * state.ply) / Math.max(last, 1);
    by("cursor").setAttribute("x1", x);
    by("cursor").setAttribute("x2", x);
    for (const row of document.querySelectorAll("table.moves tr.now")) row.classList.remove("now");
    document.querySelector(`table.moves tr[data-ply="${state.ply}"]`)?.classList.add("now");
    document.body.dataset.ply = state.ply;
    document.body.dataset.at = state.at;
  }

  function show(ply) {
    state.ply = Math.min(Math.max(ply, 0), last);
    state.at = 0;
    state.line = [];
    fill();
    render();
    try { history.replaceState(null, "", "#ply=" + state.ply); } catch { /* a page in a frame */ }
  }

  function showLine(from, line, at) {
    if (from !== state.ply) {
      state.ply = from;
      fill();
    }
    state.line = line;
    state.at = at;
    render();
  }

  function step(by_) {
    if (state.at > 0) {
      const at = Math.min(state.at + by_, state.line.length);
      if (at > 0) showLine(state.ply, state.line, at);
      else show(state.ply);
    } else {
      show(state.ply + by_);
    }
  }

  function toMoment(direction) {
    const moments = direction > 0 ? data.moments : [...data.moments].reverse();
    const next = moments.find((ply) => (ply - state.ply) * direction > 0);
    if (next !== undefined) show(next);
  }

  function flip() {
    state.flipped = !state.flipped;
    render();
  }

  const actions = {
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    Home: () => show(0),
    End: () => show(last),
    PageUp: () => toMoment(-1),
    PageDown: () => toMoment(1),
    f: flip,
    Escape: () => show(state.ply),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in actions)) return;
    event.preventDefault();
    actions[event.key]();
  });
  const buttons = { first: "Home", back: "ArrowLeft", next: "ArrowRight", last: "End",
    before: "PageUp", after: "PageDown", flip: "f", leave: "Escape" };
  for (const id in buttons) by(id).addEventListener("click", actions[buttons[id]]);
  by("slider").addEventListener("input", () => show(Number(by("slider").value)));
  by("graph").addEventListener("click", (event) => {
    const box = by("graph").getBoundingClientRect();
    const { left, right } = by("graph").dataset;
    const x = ((event.clientX - box.left) / box.width) * 1000;
    show(Math.round(((x - left) / (right - left)) * last));
  });

  // Evidence opens below its sentence.
  function openEvidence(mark) {
    const item = mark.closest("li");
    const open = item.querySelector(".facts");
    if (open) {
      open.remove();
      return;
    }
    const facts = node("div", "facts", undefined, item);
    for (const id of mark.dataset.e.split(" ")) {
      const fact = id && by(id);
      if (!fact) continue;
      const copy = fact.cloneNode(true);
      copy.removeAttribute("id");
      facts.append(copy);
    }
  }

  document.addEventListener("click", (event) => {
    const move = event.target.closest("button.mv");
    if (move) {
      const row = move.closest("p.line");
      showLine(Number(row.dataset.from), row.dataset.line.split(" "), Number(move.dataset.at));
      return;
    }
    const mark = event.target.closest("a.mark");
    if (mark && mark.dataset.e) {
      event.preventDefault();
      openEvidence(mark);
    }
  });

  function fromAddress() {
    const found = /^#ply=([0-9]+)$/.exec(location.hash);
    if (found) show(Number(found[1]));
    return Boolean(found);
  }
  addEventListener("hashchange", () => {
    if (fromAddress()) by("walk").scrollIntoView({ block: "nearest" });
  });
  by("walk").hidden = false;
  if (!fromAddress()) {
    fill();
    render();
  }
})();
