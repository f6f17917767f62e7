// The messages between page and server. Written by the test `the_typescript_is_current` of the crate `web`
// from its Rust types; to change it, change them and run SAKIYOMI_WRITE=1 cargo test -p web typescript.

export const VERSION = 1;

/**
 * When an analysis ends by itself; one field at most.
 */
export type AnalyseLimit = { ms?: number, nodes?: number, depth?: number, };

/**
 * How often games ended in a way.
 */
export type ArenaEnding = { ending: string, count: number, };

/**
 * A results file.
 */
export type ArenaFile = { n: number, name: string, games: number, planned: number, players: Array<string>, problem: string | null, };

/**
 * A game of a match.
 */
export type ArenaGame = { k: number, black: string, white: string, winner: Side | null, ending: string, plies: number, seconds: number, note: string | null, };

/**
 * A point of the Elo curve.
 */
export type ArenaPoint = { games: number, elo: number, margin: number, };

/**
 * A sequential test.
 */
export type ArenaSprt = { elo0: number, elo1: number, llr: number, lower: number, upper: number, verdict: string, curve: Array<number>, };

/**
 * A row of the table of standings.
 */
export type ArenaStanding = { name: string, wins: number, draws: number, losses: number, elo: number | null, margin: number | null, };

/**
 * A match as it stands.
 */
export type ArenaState = { n: number, name: string, games: number, planned: number, failures: number, standings: Array<ArenaStanding>, curve: Array<ArenaPoint>, sprt: ArenaSprt | null, endings: Array<ArenaEnding>, newest: Array<ArenaGame>, };

/**
 * The kind of a score.
 */
export type Bound = "exact" | "lower" | "upper";

/**
 * The most that a session may ask for, and what the server can do.
 */
export type Caps = { threads: number, hashMb: number, lines: number, engines: number, review: boolean, arena: boolean, };

/**
 * The clocks when the message was sent.
 */
export type Clock = { black: number, white: number, byoyomi: number, increment: number, running: Side | null, inByoyomi: boolean, byoyomiLeft: number, };

/**
 * Why a job ended.
 */
export type DoneReason = "limit" | "stopped" | "cancelled" | "found" | "error";

/**
 * The engine behind the server.
 */
export type EngineName = { name: string, network: boolean, };

/**
 * The body of a REST answer that is no success.
 */
export type ErrorBody = { error: ErrorDetail, };

/**
 * The kind of a failure.
 */
export type ErrorCode = "bad-json" | "bad-version" | "unknown" | "too-big" | "too-fast" | "not-your-turn" | "stale-ply" | "illegal" | "no-game" | "game-over" | "cannot-declare" | "bad-sfen" | "bad-setup" | "bad-record" | "no-session" | "too-many-sessions" | "engine-busy" | "engine-failed" | "limit" | "not-found" | "unavailable" | "forbidden" | "no-hint" | "no-move";

/**
 * What is wrong with a REST request.
 */
export type ErrorDetail = { code: ErrorCode, message: string, at: string | null, };

/**
 * What is known of a position beside its lines. A field that is null was not asked or is not
 * proved.
 */
export type Facts = { natural: Natural | null, mate: ThreatFact | null, tsumero: ThreatFact | null, hisshi: boolean | null, terms: Array<TermValue> | null, sentences: Array<Sentence> | null, };

/**
 * A failure of a request.
 */
export type Failure = { code: ErrorCode, message: string, why: string | null, unmet: Array<Unmet> | null, };

/**
 * A page of saved games, newest first.
 */
export type GameList = { games: Array<GameSummary>, total: number, };

/**
 * What a game waits for.
 */
export type GamePhase = "human" | "engine" | "paused" | "over";

/**
 * The start of a game: a handicap by name, or any position and moves from it.
 */
export type GameStart = { handicap: string, } | { sfen: string, moves?: Array<string>, };

/**
 * A game as it stands.
 */
export type GameState = { game: string, start: string, handicap: string | null, human: Human, level: number, rule: Rule, maxPlies: number | null, time: TimeControl | null, friendly: boolean, phase: GamePhase, pos: Pos, moves: Array<PlayedMove>, undone: Array<Undone>, clock: Clock | null, result: Over | null, engineScore: Score | null, };

/**
 * A saved game in a list.
 */
export type GameSummary = { id: string, began: number, changed: number, black: string, white: string, level: number, plies: number, result: Over | null, };

/**
 * A page of the games of a match.
 */
export type GamesPage = { games: Array<ArenaGame>, total: number, };

/**
 * The answer of `/api/health`.
 */
export type Health = { name: string, version: string, build: string, protocol: number, };

/**
 * The sides that a human plays.
 */
export type Human = "black" | "white" | "both";

/**
 * The kind of a job.
 */
export type JobKind = "analyse" | "review" | "solve";

/**
 * The state of a job.
 */
export type JobState = "queued" | "preparing" | "running";

/**
 * The judgement of a try at a problem.
 */
export type JudgeOutcome = "solved" | "right" | "longer" | "wrong" | "unknown";

/**
 * How a king stands with a declaration.
 */
export type King = { points: number, needed: number, pieces: number, inCamp: boolean, inCheck: boolean, steps: number | null, mayDeclare: boolean, unmet: Array<Unmet>, };

/**
 * Both kings; a side without a king has none.
 */
export type Kings = { rule: Rule, black: King | null, white: King | null, };

/**
 * A line of the search.
 */
export type Line = { rank: number, score: Score, bound: Bound, w: number, depth: number, deepest: number, moves: Array<string>, text: Array<MoveText>, natural: Natural | null, };

/**
 * A part of a game that a format cannot carry.
 */
export type LossCount = { loss: string, count: number, };

/**
 * What a format cannot carry; the answer of a dry run and the header `X-Losses`.
 */
export type Losses = { losses: Array<LossCount>, };

/**
 * The class of a move by what it loses.
 */
export type MoveClass = "inaccuracy" | "dubious" | "mistake" | "blunder" | "good" | "brilliant";

/**
 * A move in words; USI stands beside it.
 */
export type MoveText = { ja: string, en: string, };

/**
 * How natural a move is: how often strong programs choose a move of its kind.
 */
export type Natural = { percent: number, rank: number, of: number, estimate: boolean, };

/**
 * The subject of a notice.
 */
export type NoticeCode = "engine" | "analysis-time" | "gave-way" | "engine-restarted" | "not-saved" | "stopping";

/**
 * The end of a game.
 */
export type Over = { winner: Side | null, reason: OverReason, };

/**
 * The reason why a game is over.
 */
export type OverReason = "mate" | "resign" | "time" | "repetition" | "perpetual-check" | "declaration" | "wrong-declaration" | "no-contest" | "max-moves" | "illegal";

/**
 * A move of a game.
 */
export type PlayedMove = { usi: string, text: MoveText, spentMs: number, score: Score | null, };

/**
 * A position with what a board needs to know of it.
 */
export type Pos = { sfen: string, ply: number, turn: Side, check: boolean, legal: Array<string>, last: string | null, text: MoveText | null, repetition: number, over: Over | null, progress: number, kings: Kings, };

/**
 * The settings of a session.
 */
export type Prefs = { lines: number, threads: number, hashMb: number, rule: Rule, visible: boolean, };

/**
 * Settings that the page asks for; the answer has those granted.
 */
export type PrefsWish = { lines?: number, threads?: number, hashMb?: number, rule?: Rule, visible?: boolean, };

/**
 * A problem.
 */
export type Problem = { id: string, set: string, kind: ProblemKind, number: number, total: number, sfen: string, plies: number | null, solution: Array<string>, };

/**
 * The kind of a problem.
 */
export type ProblemKind = "mate" | "hisshi" | "next";

/**
 * A set of problems.
 */
export type ProblemSet = { set: string, kind: ProblemKind, plies: number | null, total: number, };

/**
 * A game that was read.
 */
export type ReadGame = { tree: Tree | null, failure: ErrorDetail | null, format: string, encoding: string, warnings: Array<ReadWarning>, };

/**
 * The games of a file.
 */
export type ReadRecords = { games: Array<ReadGame>, more: boolean, };

/**
 * A remark of the reader of a record.
 */
export type ReadWarning = { place: string, kind: string, repair: boolean, read: string, meant: string, };

/**
 * A message of the page. Its `id` comes back with the direct answer.
 */
export type Request = { id?: number, } & ({ "t": "hello", v: number, session?: string, build?: string, }
  | { "t": "prefs" } & PrefsWish
  | { "t": "pong", n: number, }
  | { "t": "session.restore", game: SavedPosition, }
  | { "t": "position", start: string, moves: Array<string>, rule?: Rule, }
  | { "t": "position.why", start: string, moves: Array<string>, usi: string, }
  | { "t": "position.read", start: string, moves: Array<string>, text: string, }
  | { "t": "position.check", setup: string, }
  | { "t": "game.new", start: GameStart, human: Human, level: number, time?: TimeControl, rule?: Rule, maxPlies?: number, friendly?: boolean, }
  | { "t": "game.open", game: string, }
  | { "t": "game.move", ply: number, usi: string, }
  | { "t": "game.undo", ply: number, }
  | { "t": "game.resign", ply: number, }
  | { "t": "game.declare", ply: number, }
  | { "t": "game.pause", ply: number, }
  | { "t": "game.resume", ply: number, }
  | { "t": "game.hint", ply: number, }
  | { "t": "game.close", }
  | { "t": "analyse.start", start: string, moves: Array<string>, lines?: number, limit?: AnalyseLimit, threat?: boolean, explain?: boolean, }
  | { "t": "analyse.stop", }
  | { "t": "review.start", tree: Tree, effort?: ReviewEffort, nodes?: number, }
  | { "t": "review.stop", }
  | { "t": "solve.start", kind: SolveKind, start: string, moves: Array<string>, limitMs?: number, shortest?: boolean, plies?: number, }
  | { "t": "solve.stop", }
  | { "t": "solve.try", problem: string, moves: Array<string>, }
  | { "t": "arena.watch", n: number, }
  | { "t": "arena.unwatch", }
  | { "t": "release", });

/**
 * The effort of the analysis of a whole game.
 */
export type ReviewEffort = "quick" | "normal" | "deep";

/**
 * A moment of an analysed game.
 */
export type ReviewMoment = { ply: number, why: Array<string>, lines: Array<Line>, played: Line | null, sentences: Array<Sentence>, };

/**
 * A player in an analysed game.
 */
export type ReviewPlayer = { side: Side, moves: number, meanLoss: number | null, accuracy: number | null, counts: [number, number, number, number, number, number], castle: Words | null, opening: Words | null, };

/**
 * A ply of an analysed game: the position after its move.
 */
export type ReviewPly = { ply: number, score: Score | null, w: number | null, depth: number | null, nodes: number | null, best: Array<string>, text: Array<MoveText>, loss: number | null, class: MoveClass | null, natural: Natural | null, progress: number | null, flags: Array<string>, marks: Array<Words>, sentences: Array<Sentence>, };

/**
 * The head of an analysed game.
 */
export type ReviewSummary = { black: ReviewPlayer, white: ReviewPlayer, sentences: Array<Sentence>, };

/**
 * Under which rule an entered king wins.
 */
export type Rule = "none" | "points27" | "points24" | "points27-handicap" | "points24-handicap" | "try";

/**
 * The clocks of a game that is restored.
 */
export type SavedClock = { black: number, white: number, };

/**
 * A game from the page's own copy, for a server that was started again and does not have it.
 */
export type SavedPosition = { game?: string, start: string, moves: Array<string>, spentMs?: Array<number>, undone?: Array<Undone>, human: Human, level: number, rule?: Rule, maxPlies?: number, time?: TimeControl, clock?: SavedClock, friendly?: boolean, resigned?: Side, };

/**
 * A score from Black's view.
 */
export type Score = { "cp": number } | { "mate": number } | { "wins": Side };

/**
 * A sentence of the analysis, in both languages.
 */
export type Sentence = { ja: string, en: string, strength: Strength, evidence: Array<string>, };

/**
 * What the server says. An answer to a request repeats its `id`.
 */
export type ServerMessage = { "t": "welcome", v: number, session: string, build: string, engine: EngineName, caps: Caps, fresh: boolean, }
  | { "t": "state" } & SessionState
  | { "t": "ping", n: number, }
  | { "t": "prefs" } & Prefs
  | { "t": "pos", pos: Pos, }
  | { "t": "why", code: string | null, }
  | { "t": "move", usi: string, text: MoveText, }
  | { "t": "game" } & GameState
  | { "t": "hint", ply: number, usi: string, text: MoveText, }
  | { "t": "job", job: number, kind: JobKind, state: JobState, }
  | { "t": "info", job: number, lines: Array<Line>, nodes: number, nps: number, hashfull: number, ms: number, }
  | { "t": "facts", job: number, facts: Facts, }
  | { "t": "ply", job: number, ply: ReviewPly, }
  | { "t": "moment", job: number, moment: ReviewMoment, }
  | { "t": "summary", job: number, summary: ReviewSummary, }
  | { "t": "progress", job: number, done: number, total: number, etaMs: number | null, }
  | { "t": "solving", job: number, nodes: number | null, ms: number, best: number | null, }
  | { "t": "verdict", job: number, kind: SolveKind, outcome: VerdictOutcome, reason: UnknownReason | null, plies: number | null, shortest: boolean, line: Array<string>, text: Array<MoveText>, }
  | { "t": "judged", problem: string, outcome: JudgeOutcome, tried: MoveText, reply: string | null, text: MoveText | null, mateIn: number | null, pos: Pos | null, }
  | { "t": "done", job: number, reason: DoneReason, }
  | { "t": "arena", seq: number, state: ArenaState, }
  | { "t": "notice", code: NoticeCode, text: string | null, }
  | { "t": "error" } & Failure;

/**
 * What a page needs after it has connected.
 */
export type SessionState = { game: GameState | null, job: number | null, prefs: Prefs, };

/**
 * A side.
 */
export type Side = "black" | "white";

/**
 * A question to a solver.
 */
export type SolveKind = "mate" | "hisshi" | "tsumero";

/**
 * How sure a sentence is.
 */
export type Strength = "proved" | "searched" | "counted";

/**
 * A term of the classic evaluation for both sides.
 */
export type TermValue = { name: string, meaning: string, black: number, white: number, };

/**
 * A proved threat or mate.
 */
export type ThreatFact = { line: Array<string>, text: Array<MoveText>, plies: number, };

/**
 * The time of a game. All numbers are milliseconds; zero in all means no clock, which a game
 * without this object has, too.
 */
export type TimeControl = { main: number, byoyomi: number, increment: number, };

/**
 * A game record. Children of a node are those that name it as their parent, in the order of the
 * list; the first continues the line.
 */
export type Tree = { headers: Array<[string, string]>, start: string, nodes: Array<TreeNode>, };

/**
 * A score that a program left in a record.
 */
export type TreeEvaluation = { score: Score, w?: number, depth?: number, };

/**
 * A node of a record. The start has neither a parent nor a move; every other node has a parent
 * with a smaller index, and either a move or an end.
 */
export type TreeNode = { parent?: number, move?: string, text?: MoveText, end?: string, comments?: Array<string>, spentMs?: number, eval?: TreeEvaluation, };

/**
 * Moves that were taken back.
 */
export type Undone = { ply: number, moves: Array<string>, };

/**
 * Why nothing is proved.
 */
export type UnknownReason = "time" | "nodes" | "memory" | "stopped" | "position";

/**
 * A condition of a declaration that does not hold.
 */
export type Unmet = "camp" | "check" | "pieces" | "points" | "turn" | "rule";

/**
 * The answer of a solver.
 */
export type VerdictOutcome = "mate" | "nomate" | "hisshi" | "nohisshi" | "tsumero" | "notsumero" | "unknown";

/**
 * A short text in both languages.
 */
export type Words = { ja: string, en: string, };
