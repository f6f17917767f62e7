// Short messages: a toast that anyone can see, and the live region for those who listen.

export interface Toast {
  id: number;
  text: string;
  kind: 'info' | 'bad';
  action?: { label: string; run(): void };
}

class Messages {
  toast: Toast | null = $state(null);
  /** The text of the polite live region; the same text twice is made different by a blank. */
  spoken = $state('');
  #next = 1;
  #timer: ReturnType<typeof setTimeout> | undefined;

  say(text: string): void {
    this.spoken = this.spoken === text ? `${text}\u00a0` : text;
  }

  show(text: string, kind: Toast['kind'] = 'info', action?: Toast['action']): void {
    clearTimeout(this.#timer);
    this.toast = { id: this.#next, text, kind, action };
    this.#next += 1;
    this.#timer = setTimeout(() => this.hide(), action ? 8000 : 4000);
    this.say(text);
  }

  hide(): void {
    this.toast = null;
  }
}

export const messages = new Messages();
