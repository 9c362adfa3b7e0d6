import { expect, test } from 'vitest';
import { caseOf, FILE, project, suiteOf, targetsOf } from './support/projects/baseline-project.js';

const WORDS = ['sun', 'moon', 'star'] as const;
/** How many of the three words each case has before, and after: scores in thirds, which six decimals cannot say, and so as many large drops as small ones. */
const THIRDS = [[2, 0], [2, 2], [2, 0], [1, 0], [0, 0], [1, 1], [2, 0], [0, 1], [0, 1], [2, 3], [2, 1], [3, 1]] as const;

type Change = Record<'p_worse' | 'p_worse_adjusted' | 'p_better', number> & { readonly verdict: string };
interface Grouped {
  readonly groups: readonly { readonly change: Change }[];
  readonly slices?: readonly { readonly slices: readonly { readonly change: Change }[] }[];
}

const chancesIn = ({ p_worse, p_worse_adjusted, p_better, verdict }: Change): unknown => ({ p_worse, p_worse_adjusted, p_better, verdict });

test('a run has the chances beside a baseline that it has beside the run which the baseline was made of', async () => {
  const { assay, write, score } = await project();
  await write({ 'words.yaml': suiteOf(THIRDS.map((_, index) => caseOf(`case-${index}`, WORDS, 'tags: [all], '))) });
  const said = (side: 0 | 1) => Object.fromEntries(THIRDS.map((counts, index) => [`case-${index}`, WORDS.slice(0, counts[side]).join(' ') || 'none']));
  const [before, after] = [await score(said(0)), await score(said(1))];
  await assay('baseline', 'save', before);
  const compared = JSON.parse((await assay('compare', before, after, '--json')).stdout) as Grouped;
  const checked = await assay('baseline', 'check', after, '--by', 'tag', '--json');
  const { groups, slices } = JSON.parse(checked.stdout) as Grouped;
  const expected = { p_worse: 400 / 4096, p_worse_adjusted: 400 / 4096, p_better: expect.any(Number), verdict: 'undecided' };
  expect(chancesIn(compared.groups[0]?.change as Change)).toEqual(expected);
  expect(chancesIn(groups[0]?.change as Change)).toEqual(chancesIn(compared.groups[0]?.change as Change));
  expect(chancesIn(slices?.[0]?.slices[0]?.change as Change)).toEqual(chancesIn(compared.groups[0]?.change as Change));
  expect(checked.exitCode).toBe(0);
  const held = await assay('score', 'words.yaml', '--outputs', 'outputs.jsonl', '--out', 'held', '--against', 'baseline', '--threshold', '0');
  expect([held.exitCode, held.stdout]).toEqual([0, expect.stringContaining('p = 0.098')]);
});

test('so has each case, by its repeats', async () => {
  const { assay, write, run } = await project();
  await write({ 'words.yaml': suiteOf([caseOf('sky', WORDS)]), '.assay/targets.yaml': targetsOf(['bot', WORDS[0]]) });
  const head = '"baseline_version": 2, "suite": "words", "suite_path": "words.yaml", "target": { "name": "bot", "provider": "mock" }';
  await write({ [FILE]: `{ ${head}, "cases": { "sky": { "score": 0.4, "verdict": "fail", "scores": [0.666667, 0.333333, 0.666667, 0.333333, 0] } } }` });
  const { exitCode, stdout } = await assay('baseline', 'check', await run('--target', 'bot', '--repeat', '5'), '--json');
  expect(exitCode).toBe(0);
  // The ten replies have eleven thirds, so that no arrangement has sides that are closer than these.
  expect(JSON.parse(stdout)).toMatchObject({ groups: [{ regressed: [{ case: 'sky', p: 1 }] }] });
});
