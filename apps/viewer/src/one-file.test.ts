import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const page = readFileSync(`${dist}index.html`, 'utf8');

describe('the built page', () => {
  test('is one file, with the licences of what is in it beside it', () => {
    expect(readdirSync(dist).toSorted()).toEqual(['THIRD-PARTY-NOTICES.txt', 'index.html']);
  });

  test('is at most 150 kB when it is compressed', () => {
    expect(gzipSync(page).length).toBeLessThanOrEqual(150_000);
  });

  test('names nothing that a browser would load from elsewhere', () => {
    // Code has texts that look like it.
    const markup = page.replaceAll(/(<script\b[^>]*>)[\s\S]*?<\/script>/gu, '$1');
    expect(markup.match(/<(?:script|link|img|iframe|object|embed|source)\b[^>]*\b(?:src|href)\s*=\s*(?!["']?data:)/giu)).toBeNull();
    expect(markup).not.toMatch(/@import|url\(\s*["']?(?!data:|#)[a-z/]/iu);
  });

  test('holds code of the packages that its manifest names, and of no other', () => {
    const notices = readFileSync(`${dist}THIRD-PARTY-NOTICES.txt`, 'utf8');
    const held = [...notices.matchAll(/^-{80}\n\n(\S+) \d/gmu)].map(([, name]) => name ?? '');
    expect(held.toSorted()).toEqual(manifest.bundles);
  });
});
