import { createRedactor } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { createPieceGuard } from './piece-guard.js';

const SECRET = 'sk-9fQ2xT7b';

const redactor = createRedactor();
redactor.add(SECRET);

const guard = () => createPieceGuard(redactor, false);

describe('a secret that comes in pieces', () => {
  const text = `a sk sk-9 ${SECRET}${SECRET} s\n`;

  test('is redacted wherever it is cut', () => {
    for (let first = 0; first <= text.length; first++) {
      for (let second = first; second <= text.length; second++) {
        const pieces = guard();
        const shown = [text.slice(0, first), text.slice(first, second), text.slice(second)].map((piece) => pieces.take(piece)).join('');
        expect(shown + pieces.end()).toBe('a sk sk-9 [redacted][redacted] s\n');
      }
    }
  });

  test('shows no more of its beginning than was shown before the rest came', () => {
    for (let cut = 0; cut < text.length; cut++) {
      for (const step of [1, 2, 30]) {
        const pieces = guard();
        let shown = pieces.take(text.slice(0, cut));
        const early = pieces.waiting < 4 ? pieces.show() : '';
        shown += early;
        for (let at = cut; at < text.length; at += step) shown += pieces.take(text.slice(at, at + step));
        shown += pieces.end();
        expect(shown).not.toContain('9fQ2');
        expect([shown, shown.replace(`${early}[redacted]`, '[redacted]')]).toContain('a sk sk-9 [redacted][redacted] s\n');
      }
    }
  });
});

test('what was no secret after all is shown once', () => {
  const pieces = guard();
  expect([pieces.take('ask'), pieces.waiting, pieces.show(), pieces.take(' again s'), pieces.show(), pieces.take('k'), pieces.take('i\n'), pieces.end()]).toEqual(['a', 2, 'sk', ' again ', 's', '', 'ki\n', '']);
});
