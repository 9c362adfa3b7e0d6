import { describe, expect, test } from 'vitest';
import { runAssay } from '../support/commands/warm-assay.js';
import { createWorkspace } from '../support/projects/workspace.js';

const REPLIES = '{"id": "hours", "text": "From 9 to 17."}\n{"id": "phone", "output_messages": [{"role": "assistant", "content": "555-0100"}]}\n';
const JUDGE = '{"match": ["hours"], "text": "{\\"reflection\\": \\"Yes.\\", \\"classification\\": 1}"}\n';
const SUITE = `evalcases:
  - {id: hours, expected_outcome: Says when, input: When are you open?, evaluators: [{type: contains, value: 9 to 17}]}
  - {id: phone, expected_outcome: Says the number, input: What is your number?, evaluators: [{type: matches, value: '^555-'}]}
`;

const project = () =>
  createWorkspace({
    'evals/support.yaml': SUITE,
    'evals/recordings/replies.jsonl': REPLIES,
    'evals/recordings/judge.jsonl': JUDGE,
    '.assay/targets.yaml': 'targets:\n  - {name: recorded, provider: replay, recording: evals/recordings/replies.jsonl}\n',
  });

describe('recordings of replies beside a suite', () => {
  test('are passed over in folders and globs, with a note', async () => {
    const { folder } = await project();
    for (const pattern of ['evals', 'evals/**/*.{yaml,jsonl}']) {
      const { exitCode, stdout } = await runAssay(['validate', pattern, '--strict', '--verbose'], { cwd: folder });
      expect(stdout).toBe(
        'evals/recordings/judge.jsonl:1:1: info: skipped: it is a recording of replies\n' +
          'evals/recordings/replies.jsonl:1:1: info: skipped: it is a recording of replies\n' +
          'valid: 1 suite, 2 cases, 0 errors, 0 warnings, 2 notes\n',
      );
      expect(exitCode).toBe(0);
    }
  });

  test.each(['replies', 'judge'])('named themselves (%s.jsonl) they are an error that says what they are for', async (name) => {
    const { folder } = await project();
    const { exitCode, stderr } = await runAssay(['run', `evals/recordings/${name}.jsonl`, '--target', 'mock'], { cwd: folder });
    expect(stderr).toMatch(new RegExp(`evals/recordings/${name}\\.jsonl:1:1: (?:error: )?this looks like a recording of replies, not a suite`, 'u'));
    expect(stderr).toMatch(/assay score SUITE --outputs FILE[^]*provider: replay/u);
    expect(exitCode).toBe(2);
  });

  test.each([
    ['assay score', ['score', 'evals', '--outputs', 'evals/recordings/replies.jsonl']],
    ['a replay target', ['run', 'evals', '--target', 'recorded']],
  ])('are used by %s, as that error says', async (_, args) => {
    const { folder, rows } = await project();
    expect(await runAssay(args, { cwd: folder })).toMatchObject({ exitCode: 0 });
    expect((await rows()).map(({ caseId, score, output }) => [caseId, score, output?.text]).toSorted()).toEqual([
      ['hours', 1, 'From 9 to 17.'],
      ['phone', 1, '555-0100'],
    ]);
  });
});
