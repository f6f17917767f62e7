// The start position chosen in the form; Review sets it by "play from here".

/** The moves that led to a position, so that repetitions count and the record has them. */
interface Past {
  sfen: string;
  start: string;
  moves: string[];
}

class Setup {
  handicap: string = $state('even');
  sfen = $state('');
  #past: Past | null = $state.raw(null);

  /** A game is to go on from a position of a record. */
  from(past: Past): void {
    this.handicap = 'sfen';
    this.sfen = past.sfen;
    this.#past = past;
  }

  /** The past of the chosen position; none if the user wrote another one. */
  get past(): Past | null {
    const past = this.#past;
    return this.handicap === 'sfen' && past?.sfen === this.sfen.trim() && past.moves.length > 0 ? past : null;
  }
}

export const setup = new Setup();
