// The handicaps by the names of the server, and what their start positions look like before a game begins.

export const HANDICAPS = [
  'even',
  'lance',
  'right-lance',
  'bishop',
  'rook',
  'rook-lance',
  'two-pieces',
  'three-pieces',
  'four-pieces',
  'five-pieces',
  'left-five-pieces',
  'six-pieces',
  'left-seven-pieces',
  'right-seven-pieces',
  'eight-pieces',
  'ten-pieces',
] as const;
export type HandicapName = (typeof HANDICAPS)[number];

/** The squares that White leaves empty. */
const MISSING: Record<HandicapName, string> = {
  even: '',
  lance: '1a',
  'right-lance': '9a',
  bishop: '2b',
  rook: '8b',
  'rook-lance': '8b 1a',
  'two-pieces': '8b 2b',
  'three-pieces': '8b 2b 1a',
  'four-pieces': '8b 2b 1a 9a',
  'five-pieces': '8b 2b 1a 9a 8a',
  'left-five-pieces': '8b 2b 1a 9a 2a',
  'six-pieces': '8b 2b 1a 9a 2a 8a',
  'left-seven-pieces': '8b 2b 1a 9a 2a 8a 3a',
  'right-seven-pieces': '8b 2b 1a 9a 2a 8a 7a',
  'eight-pieces': '8b 2b 1a 9a 2a 8a 3a 7a',
  'ten-pieces': '8b 2b 1a 9a 2a 8a 3a 7a 4a 6a',
};

export function missing(name: string): string[] {
  return Object.hasOwn(MISSING, name) ? MISSING[name as HandicapName].split(' ').filter(Boolean) : [];
}
