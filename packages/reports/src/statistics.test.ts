import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/** Every file that the entry loads at run time; imports of types are gone by then. */
async function runtimeImports(file: URL, found = new Map<string, readonly string[]>()): Promise<typeof found> {
  if (found.has(file.href)) return found;
  const source = await readFile(file, 'utf8');
  const imports = [...source.matchAll(/^(?:import|export)\s(?!type\b)[^;]*?from '([^']+)';/gmu)].map(
    (match) => match[1] ?? '',
  );
  found.set(file.href, imports);
  for (const name of imports.filter((from) => from.startsWith('.'))) {
    await runtimeImports(new URL(name.replace(/\.js$/u, '.ts'), file), found);
  }
  return found;
}

test('the statistics can be loaded in a browser: they import nothing but each other and @assay/statistics, which does so itself', async () => {
  const loaded = await runtimeImports(new URL('./statistics.ts', import.meta.url));
  expect(loaded.size).toBeGreaterThan(8);
  expect([...new Set([...loaded.values()].flat())].filter((name) => !name.startsWith('.'))).toEqual(['@assay/statistics']);
});
