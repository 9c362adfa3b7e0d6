import { edgeCaseRows, sampleErrorRow, sampleRow } from '@assay/schema/testing';
import { expect, test } from 'vitest';
import { textWidth } from '../text-layout/text-width.js';
import { renderCase } from './render-case.js';

const plain = { columns: 80, color: false };

test('what came out and why, what was said and expected, and who scored it how', () => {
  const row = sampleRow({
    score: 0,
    source: 'evals/geography.yaml:3:5',
    input: [{ role: 'system', content: 'Be short.' }, { role: 'user', content: 'Capital?\n\n  - of Italy' }],
    output: { text: 'Milan\n\nis it.', messages: [], toolCalls: [{ tool: 'look', input: { q: 'Italy' } }] },
    expectedOutcome: 'Names Rome',
    reference: 'Rome',
    evaluators: [{ name: 'grade', type: 'llm_judge', weight: 1, score: 0, misses: ['no Rome'], judges: [{ id: 'openai:x', model: 'x', score: 0, reflection: 'It names Milan.' }] }],
  });
  expect(renderCase(row, plain)).toBe(
    [
      '✗ geography › capital-of-france',
      '  0  fail',
      '  on mock  evals/geography.yaml:3:5',
      '  grade: no Rome',
      '  system',
      '    Be short.',
      '  user',
      '    Capital?',
      '',
      '      - of Italy',
      '  tool call',
      '    look({"q":"Italy"})',
      '  reply',
      '    Milan',
      '',
      '    is it.',
      '  expected',
      '    Names Rome',
      '  right answer',
      '    Rome',
      '  scored by',
      '    ✗ grade (llm_judge)  0',
      '      - no Rome',
      '      openai:x 0: It names Milan.',
      '  420 ms, 22 tokens, $0.0001',
      '',
    ].join('\n'),
  );
});

test('without a reply it says why', () => {
  expect(renderCase(sampleErrorRow(), plain)).toContain('  connection refused\n');
  expect(renderCase(sampleErrorRow(), plain)).toContain('  no reply\n');
});

test('a conversation with turns that were generated in the middle is shown as it went', () => {
  const text = renderCase(sampleRow({ transcript: [{ role: 'user', content: 'one' }, { role: 'assistant', content: 'two', generated: true }, { role: 'user', content: 'three' }, { role: 'assistant', content: 'four' }] }), plain);
  expect(text).toMatch(/user\n {4}one\n {2}assistant\n {4}two\n {2}user\n {4}three\n {2}assistant\n {4}four\n/u);
});

test.each([20, 33, 80, 200])('rows of any shape keep to %i columns and move no cursor', (columns) => {
  for (const row of edgeCaseRows()) {
    const text = renderCase(row, { columns, color: false });
    expect(text).not.toMatch(/(?!\n)\p{Cc}|[\u2028\u2029\u202E]/u);
    for (const line of text.split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(columns);
  }
});

test('a huge reply is no flood', () => {
  const text = renderCase(sampleRow({ output: { text: 'word\n'.repeat(500_000), messages: [], toolCalls: [] } }), plain);
  expect(text.split('\n').length).toBeLessThan(1100);
  expect(text).toContain('more characters: assay show --json');
});
