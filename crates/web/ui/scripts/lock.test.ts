// The lock file must work on every system and name no registry.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Package {
  version?: string;
  resolved?: string;
  optionalDependencies?: Record<string, string>;
}

const packages = (
  JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Package> }
).packages;

it('holds the optional packages of all systems', () => {
  for (const [name, entry] of Object.entries(packages))
    for (const optional of Object.keys(entry.optionalDependencies ?? {}))
      expect(
        Object.keys(packages).some((path) => path.endsWith(`node_modules/${optional}`)),
        `${name} wants ${optional}`,
      ).toBe(true);
});

it('names no host', () => {
  expect(Object.values(packages).filter((entry) => entry.resolved)).toEqual([]);
});
