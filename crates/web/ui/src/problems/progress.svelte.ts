// What was solved and what is due again, kept in the browser.

const KEY = 'sakiyomi.solved';
const DAY = 24 * 3600 * 1000;
/** The days after which a problem that was not solved at once comes again, each time it is solved then. */
const PAUSES = [1, 3, 7];

interface Again {
  /** When the problem is due. */
  at: number;
  /** How often it was solved since it was missed. */
  solved: number;
}

interface Progress {
  sets: Record<string, { last: number; count: number }>;
  streak: number;
  again: Record<string, Record<number, Again>>;
}

function load(): Progress {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (typeof value === 'object' && value !== null && 'sets' in value)
      return { again: {}, ...(value as Omit<Progress, 'again'>) };
  } catch {
    // A damaged store counts as an empty one.
  }
  return { sets: {}, streak: 0, again: {} };
}

class Solved {
  value = $state(load());

  /** The store was changed from elsewhere. */
  reload(): void {
    this.value = load();
  }

  last(set: string): number {
    return this.value.sets[set]?.last ?? 0;
  }

  count(set: string): number {
    return this.value.sets[set]?.count ?? 0;
  }

  /** The problems of a set that are due again, the longest waiting first. */
  due(set: string, now = Date.now()): number[] {
    const waiting = Object.entries(this.value.again[set] ?? {}).filter(([, again]) => again.at <= now);
    return waiting.sort(([, a], [, b]) => a.at - b.at).map(([number]) => Number(number));
  }

  /** A problem was solved: at once, or after a mistake, a hint or a look at the answer. */
  add(set: string, number: number, clean: boolean, now = Date.now()): void {
    const before = this.value.again[set]?.[number];
    const { [number]: _, ...others } = this.value.again[set] ?? {};
    const times = clean ? (before?.solved ?? 0) + 1 : 0;
    const pause = PAUSES[times];
    const isDue = clean ? before !== undefined && pause !== undefined : true;
    const again = isDue ? { ...others, [number]: { at: now + (pause ?? 1) * DAY, solved: times } } : others;
    // A problem that came again does not move the place in the set.
    const last = before ? this.last(set) : number;
    this.keep({
      sets: { ...this.value.sets, [set]: { last, count: this.count(set) + (clean ? 1 : 0) } },
      streak: clean ? this.value.streak + 1 : 0,
      again: { ...this.value.again, [set]: again },
    });
  }

  /** A problem was missed: it is due again after the first pause. */
  miss(set: string, number: number, now = Date.now()): void {
    const again = { ...this.value.again[set], [number]: { at: now + (PAUSES[0] ?? 1) * DAY, solved: 0 } };
    this.keep({ ...this.value, again: { ...this.value.again, [set]: again } });
  }

  private keep(value: Progress): void {
    this.value = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(value));
    } catch {
      // Progress counts for this page only.
    }
  }
}

export const solved = new Solved();
