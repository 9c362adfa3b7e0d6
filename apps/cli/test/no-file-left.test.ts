import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createWorkspace } from './support/projects/workspace.js';

const VALIBOT = pathToFileURL(createRequire(import.meta.url).resolve('valibot')).href;
const ASSAY = new URL('../dist/index.js', import.meta.url).href;

/** A program with a provider that opens all files that its process may, as it gives this reply of three; the last is the text that it is started with. */
const PROGRAM = `
import { openSync, closeSync } from 'node:fs';
import * as v from '${VALIBOT}';
import { evaluate } from '${ASSAY}';
let replies = 0;
const greedy = {
  name: 'greedy',
  description: 'Opens all files that it may.',
  reach: { kind: 'nothing' },
  options: v.object({}),
  examples: [],
  create: ({ name }) => ({
    name,
    provider: 'greedy',
    structuredOutput: false,
    free: true,
    async generate() {
      replies += 1;
      if (replies === Number(process.argv[2])) {
        const held = [];
        try {
          for (;;) held.push(openSync('/dev/null', 'r'));
        } catch {}
        setTimeout(() => held.forEach((file) => closeSync(file)), 1000);
      }
      // By then the files are closed: the run can note how it ended.
      if (replies === 3) await new Promise((resolve) => setTimeout(resolve, 2000));
      const text = replies === 3 ? process.argv[3] : 'the reply to it';
      return { text, messages: [{ role: 'assistant', content: text }], toolCalls: [], latencyMs: 0 };
    },
  }),
};
const { summary, rows } = await evaluate({ files: 'suite.yaml', targets: ['greedy:any'], providers: [greedy], concurrency: 1 });
for await (const { status, verdict, evaluators } of rows()) console.log(status, verdict, evaluators[0]?.error?.message ?? '');
process.exitCode = summary.exitCode;
`;

/** A pattern that is watched over, since it may take long. */
const SUITE = JSON.stringify({
  evaluators: [{ type: 'regex', value: String.raw`(\w+\s?)*reply (\w+\s?)*$` }],
  evalcases: ['one', 'two', 'three'].map((id) => ({ id, expected_outcome: 'Replies', input: id })),
});

/** The pattern does not match it, and takes about a tenth of a second to find out: it is sent to a thread. */
const SLOW = `the reply to ${'a'.repeat(17)}?`;

describe.skipIf(process.platform === 'win32')('a process that may open no file more', () => {
  test.each([
    ['goes on scoring what it has scored before', 2, 'the reply to it', 0, 'ok pass \nok pass \nok pass \n'],
    ['leaves unscored what it cannot watch over, and starts the thread for it when it may', 1, SLOW, 1, expect.stringMatching(/^error \w+ the thread for long tasks did not start: .*EMFILE: too many open files[^]*\nok fail \n$/u)],
  ])('%s, and ends in order', async (_, reply, last, exitCode, printed) => {
    const { folder } = await createWorkspace({ 'suite.yaml': SUITE, 'program.mjs': PROGRAM });
    const env = { PATH: process.env['PATH'], HOME: folder, NO_COLOR: '1' };
    const { status, stdout, stderr } = spawnSync('sh', ['-c', 'ulimit -n 128; exec "$0" program.mjs "$1" "$2"', process.execPath, String(reply), last], { cwd: folder, env, encoding: 'utf8' });
    expect({ status, stdout, stderr }).toEqual({ status: exitCode, stdout: printed, stderr: '' });
  });
});
