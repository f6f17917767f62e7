// What was solved, kept in the browser.

const KEY = 'sakiyomi.solved';

interface Kept {
  [set: string]: { last: number; count: number };
}

function load(): { sets: Kept; streak: number } {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (typeof value === 'object' && value !== null && 'sets' in value)
      return value as { sets: Kept; streak: number };
  } catch {
    // A damaged store counts as an empty one.
  }
  return { sets: {}, streak: 0 };
}

class Solved {
  value = $state(load());

  last(set: string): number {
    return this.value.sets[set]?.last ?? 0;
  }

  count(set: string): number {
    return this.value.sets[set]?.count ?? 0;
  }

  add(set: string, number: number, clean: boolean): void {
    const sets = { ...this.value.sets, [set]: { last: number, count: this.count(set) + (clean ? 1 : 0) } };
    this.value = { sets, streak: clean ? this.value.streak + 1 : 0 };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.value));
    } catch {
      // Progress counts for this page only.
    }
  }
}

export const solved = new Solved();
