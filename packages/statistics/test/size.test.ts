import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'tsdown';
import { expect, test } from 'vitest';

test('what a summary needs is at most 8 kB, compressed, and nothing else of the package comes with it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-statistics-'));
  const index = join(import.meta.dirname, '../src/index.ts');
  const entry = join(folder, 'summary-part.ts');
  const used = ['clopperPearson', 'gaffkeRatio', 'passAtK', 'passHatK', 'quantile', 'weightedMean'];
  try {
    writeFileSync(entry, `export { ${used.join(', ')} } from ${JSON.stringify(index)};\n`);
    await build({
      entry: [entry],
      outDir: folder,
      config: false,
      clean: false,
      dts: false,
      format: 'esm',
      minify: true,
      logLevel: 'error',
    });
    const text = readFileSync(join(folder, 'summary-part.mjs'), 'utf8');
    expect(text).not.toContain('winner');
    expect(gzipSync(text).length).toBeLessThanOrEqual(8192);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
