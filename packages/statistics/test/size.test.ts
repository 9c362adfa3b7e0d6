import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'tsdown';
import { expect, test } from 'vitest';

test('what a summary needs is at most 8 kB, compressed, and nothing else of the package comes with it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-statistics-'));
  try {
    await build({
      entry: [join(import.meta.dirname, 'summary-part.ts')],
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
