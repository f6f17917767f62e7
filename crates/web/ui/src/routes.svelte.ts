// The place the user is at, kept in the hash of the address.

export const PLACES = ['play', 'review', 'problems', 'arena', 'settings'] as const;
export type PlaceName = (typeof PLACES)[number];

export function parseRoute(hash: string): PlaceName {
  const name = hash.replace(/^#\/?/, '').split('/')[0] ?? '';
  return PLACES.find((place) => place === name) ?? 'play';
}

class Route {
  place: PlaceName = $state(typeof location === 'undefined' ? 'play' : parseRoute(location.hash));

  constructor() {
    if (typeof window !== 'undefined')
      window.addEventListener('hashchange', () => {
        this.place = parseRoute(location.hash);
      });
  }

  go(place: PlaceName): void {
    location.hash = `#/${place}`;
    this.place = place;
  }
}

export const route = new Route();
