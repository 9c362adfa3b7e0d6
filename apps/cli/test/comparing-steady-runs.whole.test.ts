import { describe, expect, test } from 'vitest';
import { comparedWords } from './support/projects/compared-words.js';

const project = comparedWords();

describe('assay compare', () => {
  test('two equal runs of replies that do not vary: what would have been seen grows with the cases', async () => {
    const { workspace, assay } = await project();
    for (const cases of [4, 200]) {
      const lines = Array.from({ length: cases }, (_, index) => JSON.stringify({ id: `c${index}`, expected_outcome: 'x', input: 'blue', evaluators: [{ type: 'contains', value: 'blue' }] }));
      await workspace.write({ 'steady.jsonl': lines.join('\n') });
      for (const out of [`a${cases}`, `b${cases}`]) await assay('run', 'steady.jsonl', '--target', 'mock', '--out', out);
      const { stdout } = await assay('compare', `a${cases}`, `b${cases}`);
      expect(stdout).toContain(cases === 4 ? 'even a drop to 0 would hardly have been seen with so few replies\n' : 'a drop of 0.03 would mostly have been seen\n');
    }
  });
});
