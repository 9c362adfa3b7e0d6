import { describe, expect, test } from 'vitest';
import { PRICES, RUN, spender } from './support/projects/budget-spender.js';
import { dataset, ids } from './support/projects/resume-project.js';

describe('--max-cost', () => {
  test('counts judges, whose replies go first; what was answered and not judged is judged later, without being asked again', async () => {
    const cases = dataset(...ids(40).map((id) => ({ id, criterion: 'Is it right? {{candidate_answer}}' })));
    const { assay, summary, spent, asked } = await spender(0, { files: { 'evals/a.jsonl': cases } });
    const first = await summary(...RUN, '--judge', 'judge', '--max-cost', '5');
    expect(first).toMatchObject({ exit_code: 3, budgets: [{ stopped_by: 'cost' }] });
    expect(spent().costUsd).toBeLessThanOrEqual(5);
    expect(asked('j')).toBeGreaterThan(0);
    const last = await assay('run', '--resume', '--max-cost', '100');
    expect({ exitCode: last.exitCode, warned: last.stdout.includes('was not asked') }).toEqual({ exitCode: 0, warned: false });
    expect([asked('m'), asked('j')]).toEqual([40, 40]);

    // Verdicts that there are do not go for want of money to give them again.
    const rescored = await summary('run', '--rescore', '--max-cost', `${spent().costUsd + 4}`);
    expect(rescored).toMatchObject({ exit_code: 3, budgets: [{ stopped_by: 'cost' }] });
    expect(asked('j')).toBeGreaterThan(40);
    const again = await summary('run', '--resume', '--max-cost', '100');
    expect(again).toMatchObject({ exit_code: 0, groups: [{ trials: 40, unscored: 0 }] });
  });

  test('a backup judge that somebody names must have a price too, though a run goes on without one that has no key', async () => {
    const cases = dataset({ id: 'a', criterion: 'Is it right?' });
    const { assay, asked, workspace } = await spender(0, { files: { 'evals/a.jsonl': cases } });
    await workspace.write({ '.assay/targets.yaml': `${await workspace.read('.assay/targets.yaml')}  - {name: spare, provider: openai, model: unpriced, endpoint: 'http://127.0.0.1:9/v1', api_key: sk-aaaaaaaa}\n  - {name: keyless, provider: openai, model: unpriced, api_key: '\${{ NO_KEY }}'}\n` });
    const judged = [...RUN, '--judge', 'judge', '--max-cost', '5'];
    const { exitCode, stderr } = await assay(...judged, '--backup-judge', 'spare');
    expect({ exitCode, asked: asked() }).toEqual({ exitCode: 2, asked: 0 });
    expect(stderr).toContain('judge "spare" (from --backup-judge): target "spare" has no known price (openai:unpriced), and a limit of costs needs one');
    expect(stderr).toMatch(/targets\.yaml:4/u);
    await workspace.write({ '.assay/config.yaml': `${PRICES}judges: { panel: [judge], backup: spare }\n` });
    expect(await assay(...RUN, '--max-cost', '5')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('judge "spare"') as string });
    const keyless = await assay(...judged, '--backup-judge', 'keyless');
    expect(keyless).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('there is no backup judge') as string });
  });
});
