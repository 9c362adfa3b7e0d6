import { expect, test } from 'vitest';
import { createWorkspace } from './support/projects/workspace.js';
import { runAssay } from './support/commands/warm-assay.js';

/** In a folder and a file whose names a shell would take apart. */
const SUITE = "my evals/bob's.yaml";
const [QUOTED, RUN] = [String.raw`'my evals/bob'\''s.yaml'`, 'my runs/a'];

test('commands that are printed to be copied name runs and files as a shell takes them for one word', async () => {
  const { folder, write } = await createWorkspace({
    [SUITE]: 'evalcases:\n  - { id: hello, expected_outcome: Greets, input: Say hello, evaluators: [{ type: contains, value: ello }] }\n',
    'my evals/greeting.blueprint.yaml': 'title: Greeting\n---\n- prompt: Say hello\n  should: [$contains: hello]\n',
    'my evals/cases.jsonl': '{"id": "hello", "expected_outcome": "Greets", "input": "Say hello", "evaluators": [{"type": "contains", "value": "ello"}]}\n',
  });
  const assay = (...args: string[]) => runAssay(args, { cwd: folder });
  expect(await assay('run', SUITE, '--target', 'mock', '--out', RUN)).toMatchObject({ exitCode: 0 });

  expect((await assay('calibrate', RUN, '--save')).stderr).toContain("fix: label some: assay label 'my runs/a'\n");
  const drawn = JSON.parse((await assay('label', RUN, '--json')).stdout) as { trial_key: string };
  await write({ 'answers.jsonl': JSON.stringify({ trial_key: drawn.trial_key, verdict: 'pass' }) });
  expect((await assay('label', RUN, '--answers', 'answers.jsonl')).stdout).toContain("What they come to: assay calibrate 'my runs/a'\n");

  expect((await assay('generate', 'rubrics', SUITE, '--id', 'nobody', '--judge', 'mock')).stderr).toContain(`assay cases ${QUOTED}\n`);
  expect((await assay('generate', 'rubrics', 'my evals/greeting.blueprint.yaml', '--judge', 'mock')).stderr).toContain("assay convert 'my evals/greeting.blueprint.yaml' --to eval-cases");
  expect((await assay('init', '--from', 'my evals/cases.jsonl')).stderr).toContain("run it as it is: assay run 'my evals/cases.jsonl'\n");
  expect((await assay('init', 'my project')).stdout).toContain("Next: cd 'my project' && assay run evals/shop.yaml\n");
});
