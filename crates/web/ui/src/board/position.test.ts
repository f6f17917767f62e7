import { describe, expect, it } from 'vitest';
import { EVEN, goals, parseSfen, play, playAll, promotionOf, squaresOf, toSfen } from './position.ts';

describe('a position on the page', () => {
  it('writes what it read', () => {
    for (const sfen of [
      EVEN,
      '8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124',
      '4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1',
    ])
      expect(toSfen(parseSfen(sfen))).toBe(sfen);
  });

  it('plays moves, captures, promotions and drops', () => {
    const after = playAll(EVEN, ['7g7f', '3c3d', '8h2b+', '3a2b', 'B*5e']);
    expect(toSfen(after)).toBe('lnsgkg1nl/1r5s1/pppppp1pp/6p2/4B4/2P6/PP1PPPPPP/7R1/LNSGKGSNL w b 6');
  });

  it('leaves words that are no moves alone', () => {
    const start = parseSfen(EVEN);
    for (const word of ['resign', 'win', '', '7g', 'K*5e']) expect(play(start, word)).toBe(start);
  });

  it('sorts legal moves into goals and drops', () => {
    const { moves, drops } = goals(['7g7f', '2b3c', '2b3c+', 'P*5e', 'P*5d'], 'sente');
    expect(moves.get('2b')).toEqual(['3c']);
    expect(drops.get('sente pawn')).toEqual(['5e', '5d']);
  });

  it('knows the three cases of promotion', () => {
    const legal = ['2b3c', '2b3c+', '1b1a+', '7g7f'];
    expect(promotionOf(legal, '2b', '3c')).toBe('choice');
    expect(promotionOf(legal, '1b', '1a')).toBe('promotes');
    expect(promotionOf(legal, '7g', '7f')).toBe('plain');
    expect(promotionOf(legal, '9i', '9a')).toBe('none');
  });

  it('finds the squares of a move', () => {
    expect(squaresOf('7g7f+')).toEqual({ from: '7g', to: '7f' });
    expect(squaresOf('S*5e')).toEqual({ to: '5e', drop: 'silver' });
    expect(squaresOf('win')).toBeNull();
  });
});
