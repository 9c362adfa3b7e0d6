import { describe, expect, test } from 'vitest';
import { comparedWords } from './support/projects/compared-words.js';

const project = comparedWords();

/** Replies are picked by case and repeat, so targets differ by the same in each of them: cases differ less than their repeats do. */
const TARGETS = `targets:
  - { name: old, provider: mock, replies: ['0.9', '0.5', '0.7'] }
  - { name: new, provider: mock, replies: ['0.83', '0.4', '0.65'] }
  - { name: near, provider: mock, replies: ['0.88', '0.46', '0.68'] }
  - { name: half, provider: mock, reply: '0.5' }
`;

const graded = (cases: number, more: (index: number) => object = () => ({})): string =>
  Array.from({ length: cases }, (_, index) => JSON.stringify({ id: `c${index}`, expected_outcome: 'x', input: `question ${index}`, evaluators: [{ type: 'javascript', value: 'Number(output)' }], ...more(index) })).join('\n');

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

  test('what differs less between cases than between repeats: what would have been seen is more than what was not, and a drop to 0 would have been', async () => {
    const { workspace, assay } = await project();
    await workspace.write({ 'graded.jsonl': graded(8), '.assay/targets.yaml': TARGETS });
    for (const target of ['old', 'new', 'half']) await assay('run', 'graded.jsonl', '--target', target, '--repeat', '3', '--threshold', '0', '--out', target);
    const { stdout } = await assay('compare', 'old', 'new', '--json');
    const { change } = (JSON.parse(stdout) as { total: { change: { difference: number; verdict: string; detectable: number; needed: { cases: number; repeats: number } } } }).total;
    expect(change.verdict).toBe('undecided');
    expect(change.detectable).toBeGreaterThan(-change.difference);
    expect([change.needed.cases > 8, change.needed.repeats > 3]).toEqual([true, true]);

    // Half of them have nothing to lose, and the others are too few for their fall to show: no drop that is less would be seen.
    await workspace.write({ 'graded.jsonl': graded(8, (index) => (index < 4 ? {} : { evaluators: [{ type: 'javascript', value: '0' }] })) });
    for (const target of ['old', 'near']) await assay('run', 'graded.jsonl', '--target', target, '--threshold', '0', '--out', `few-${target}`);
    expect((await assay('compare', 'few-old', 'few-near')).stdout).toContain('p = 0.063; even a drop to 0 would hardly have been seen with so few replies');

    await workspace.write({ 'graded.jsonl': graded(5) });
    for (const out of ['half-a', 'half-b']) await assay('run', 'graded.jsonl', '--target', 'half', '--out', out);
    expect((await assay('compare', 'half-a', 'half-b')).stdout).toContain('a drop of 0.50 would mostly have been seen\n');
    await workspace.write({ '.assay/targets.yaml': TARGETS.replace("'0.5' }", "'0' }") });
    await assay('run', 'graded.jsonl', '--target', 'half', '--out', 'fallen');
    expect((await assay('compare', 'half-a', 'fallen')).stdout).toContain('graded: worse: 0.50 → 0.00');
  });

  test('of conversations, as many cases would decide as those conversations have', async () => {
    const { workspace, assay } = await project();
    await workspace.write({ '.assay/targets.yaml': TARGETS });
    const needed = async (name: string, suite: string): Promise<number> => {
      await workspace.write({ [`${name}.jsonl`]: suite });
      for (const target of ['old', 'near']) await assay('run', `${name}.jsonl`, '--target', target, '--threshold', '0', '--out', `${name}-${target}`);
      const { stdout } = await assay('compare', `${name}-old`, `${name}-near`, '--margin', '0.05', '--json');
      const { cases, clusters, needed: size } = (JSON.parse(stdout) as { total: { change: { cases: number; clusters: number; needed: { cases: number } } } }).total.change;
      expect(cases / clusters).toBe(name === 'alone' ? 1 : 3);
      return size.cases;
    };
    const alone = await needed('alone', graded(4));
    const asked = await needed('talks', graded(12, (index) => ({ conversation_id: `talk ${index % 4}` })));
    expect(alone).toBeGreaterThan(4);
    // Their differences are about the same, so that as many conversations decide as cases.
    expect(asked / alone).toBeGreaterThan(2.5);
    expect(asked / alone).toBeLessThan(3.5);
  });
});
