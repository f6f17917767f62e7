// The match that is watched: standings and curve come by the socket, games by pages.

import type { ArenaFile, ArenaGame, ArenaState } from '../protocol/protocol.ts';
import { record } from '../record/record.svelte.ts';
import { route } from '../routes.svelte.ts';
import { arenaFiles, arenaGame, arenaGames } from '../server/rest.ts';
import { session } from '../server/session.svelte.ts';

class Arena {
  files: ArenaFile[] | null = $state.raw(null);
  n = $state(0);
  state: ArenaState | null = $state.raw(null);
  games: ArenaGame[] = $state.raw([]);
  total = $state(0);
  filter = $state('all');
  #seq = -1;

  constructor() {
    session.on('arena', (message) => {
      if (message.state.n !== this.n || message.seq <= this.#seq) return;
      const more = message.state.games !== this.state?.games;
      this.#seq = message.seq;
      this.state = message.state;
      if (more) void this.page(0);
    });
  }

  async load(): Promise<void> {
    try {
      this.files = await arenaFiles();
    } catch {
      this.files = [];
    }
    const [first] = this.files;
    if (first && !this.files.some((file) => file.n === this.n)) this.n = first.n;
    if (first) this.watch(this.n);
  }

  watch(n: number): void {
    this.n = n;
    this.state = null;
    this.games = [];
    this.total = 0;
    this.#seq = -1;
    session.tell({ t: 'arena.watch', n });
  }

  unwatch(): void {
    session.tell({ t: 'arena.unwatch' });
  }

  choose(filter: string): void {
    this.filter = filter;
    void this.page(0);
  }

  /** Loads the games from an offset on; zero starts the list anew. */
  async page(offset: number): Promise<void> {
    const { n, filter } = this;
    try {
      const page = await arenaGames(n, offset, filter);
      if (n !== this.n || filter !== this.filter) return;
      this.games = offset === 0 ? page.games : [...this.games, ...page.games];
      this.total = page.total;
    } catch {
      // The file is being written or has gone; the next news asks again.
    }
  }

  async open(game: ArenaGame): Promise<void> {
    record.load(await arenaGame(this.n, game.k), { name: `${game.black} – ${game.white}` });
    route.go('review');
  }
}

export const arena = new Arena();
