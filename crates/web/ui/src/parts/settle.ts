// What follows the user's steps, such as questions about the shown position, without flooding the server.

/** Does the first of several things at once and of those that follow closely only the newest, after a rest. */
export class Settle {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last = Number.NEGATIVE_INFINITY;

  constructor(private readonly restMs: number) {}

  call(act: () => void): void {
    clearTimeout(this.#timer);
    const now = performance.now();
    const isCalm = now - this.#last >= this.restMs;
    this.#last = now;
    if (isCalm) act();
    else this.#timer = setTimeout(act, this.restMs);
  }
}
