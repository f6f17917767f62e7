// The start position chosen in the form; Review sets it by "play from here".

class Setup {
  handicap: string = $state('even');
  sfen = $state('');
}

export const setup = new Setup();
