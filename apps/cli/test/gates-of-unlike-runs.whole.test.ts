import { beforeAll, describe, expect, test } from 'vitest';
import { AGENT, drawn, SUITE, targets } from './support/projects/drawn-agent.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace, removeAtEnd, type Workspace } from './support/projects/workspace.js';

let workspace: Workspace;
const assay = (...args: string[]) => runAssay(args, { cwd: workspace.folder });

const atEnd = removeAtEnd();
beforeAll(async () => {
  workspace = await createWorkspace({ 'words.yaml': SUITE, '.assay/targets.yaml': targets(AGENT) }, atEnd);
  await assay('run', 'words.yaml', '--target', 'agent', '--out', 'before', '--threshold', '0', '--repeat', '5');
}, 120_000);

describe('an agent whose replies vary', () => {
  test('a repeat that one side lost is left out of both, by a baseline as by the run that it was saved from', async () => {
    const value = "r === 'lost' ? undefined.score : r === 'good'";
    const cases = Array.from({ length: 5 }, (_, index) => `  - {id: case-${index}, expected_outcome: x, input: question ${index}, evaluators: [{type: javascript, value: "${value}"}]}\n`);
    await workspace.write({ 'lossy.yaml': `name: lossy\nevalcases:\n${cases.join('')}` });
    const lossy = async (out: string, draw: number, ...args: string[]) => {
      const replies = drawn(draw, 0.6).map((reply, place) => (place % 5 === draw ? 'lost' : reply));
      await workspace.write({ '.assay/targets.yaml': targets(replies) });
      return assay('run', 'lossy.yaml', '--target', 'agent', '--out', out, '--threshold', '0', '--repeat', '4', ...args);
    };
    await lossy('lossy-before', 1);
    await assay('baseline', 'save', 'lossy-before', '--dir', 'lossy-baselines');
    await lossy('lossy-after', 2);
    const changeOf = async (...args: string[]) => {
      const { p_worse: _, p_better: __, p_worse_adjusted: ___, ...found } = JSON.parse((await assay(...args, '--json')).stdout).groups[0].change;
      return found;
    };
    const compared = await changeOf('compare', 'lossy-before', 'lossy-after');
    expect(compared).toMatchObject({ before: expect.closeTo(0.4833, 4), after: expect.closeTo(0.5833, 4), replies_before: 15, replies_after: 15 });
    // The chances are drawn, by each with another seed.
    expect(await changeOf('baseline', 'check', 'lossy-after', '--dir', 'lossy-baselines')).toEqual(compared);
  });

  test('a suite that the other run does not have is open, whatever the others come to; one that this run does not have is not missed', async () => {
    await workspace.write({ 'new.yaml': SUITE, '.assay/targets.yaml': targets(AGENT) });
    const both = (...args: string[]) => assay('run', 'words.yaml', 'new.yaml', '--target', 'agent', '--threshold', '0', ...args);
    for (const margin of [[], ['--margin', '0.5']]) {
      const { exitCode, stdout } = await both('--out', `new-${margin.length}`, '--repeat', '5', '--against', 'before', ...margin);
      expect([exitCode, stdout]).toEqual([4, expect.stringMatching(/UNDECIDED {2}against before: new: no case has a score in both runs\n/u)]);
    }
    const rounds = await both('--out', 'new-rounds', '--repeat', '3..5', '--against', 'before', '--margin', '0.5');
    expect([rounds.exitCode, rounds.stdout]).toEqual([4, expect.stringContaining('3 new on agent: there is nothing to decide it by')]);
    expect((await assay('compare', 'before', 'new-2', '--margin', '0.5')).exitCode).toBe(4);
    expect((await assay('compare', 'before', 'new-2')).exitCode).toBe(0);
    expect((await assay('compare', 'new-2', 'before', '--margin', '0.5')).exitCode).toBe(0);
  });
});
