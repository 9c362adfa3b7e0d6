import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startAssay } from './support/commands/assay.js';
import { expectEnded } from './support/commands/ended-processes.js';
import { startChatServer } from './support/servers/chat-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const TARGETS = 'targets: [{ name: bot, provider: mock, reply: Paris }]\nexecution: { target: bot }\n';

/** A case whose judge is asked what a program writes. */
function asked(id: string, command: readonly string[], more = ''): string {
  return `  - id: ${id}\n    criteria: Names the capital\n    input: Which one?\n    assertions: [{ type: llm-grader, prompt: { command: ${JSON.stringify(command)}${more} } }]\n`;
}

test('a program that writes no prompt leaves its case unscored, each for its own reason, and no judge is asked', async () => {
  const server = await startChatServer(() => '{"score": 1}');
  const node = (code: string): readonly string[] => [process.execPath, '-e', code];
  const programs = [
    asked('endless', node('console.error("still here"); setInterval(() => {}, 1000)'), ', timeout_seconds: 1'),
    asked('flood', node('const part = "x".repeat(2 ** 20); for (let n = 0; n < 100; n += 1) process.stdout.write(part);')),
    asked('fails', node('console.error("no policy"); process.exit(3)')),
    asked('silent', node('')),
    asked('absent', ['no-such-program-of-anybody']),
  ];
  const workspace = await createWorkspace({
    'a.yaml': `${TARGETS}tests:\n${programs.join('')}`,
    '.assay/targets.yaml': `targets:\n  - { name: judge, provider: openai, model: m, endpoint: ${server.url}, api_key: k }\n`,
  });
  const { exitCode } = await runAssay(['run', 'a.yaml', '--judge', 'judge'], { cwd: workspace.folder });
  expect(exitCode).toBe(3);
  const rows = await workspace.rows();
  expect(rows.map(({ score }) => score)).toEqual(programs.map(() => null));
  const reasons = Object.fromEntries(rows.map(({ caseId, evaluators }) => [caseId, evaluators[0]?.error?.message]));
  expect(reasons).toEqual({
    endless: expect.stringMatching(/did not finish within 1 s; its standard error ends with:\nstill here/u),
    flood: expect.stringMatching(/wrote more than 4 MB to its standard output/u),
    fails: expect.stringMatching(/failed with exit code 3; its standard error ends with:\nno policy/u),
    silent: 'the program that writes the prompt printed nothing',
    absent: expect.stringContaining('there is no program "no-such-program-of-anybody"'),
  });
  expect(server.requests).toEqual([]);
});

test('Ctrl-C ends a program that writes a prompt, and what it started', async () => {
  const workspace = await createWorkspace({
    'a.yaml': `${TARGETS}tests:\n${asked('slow', ['sh', 'slow.sh'])}`,
    'slow.sh': 'echo $$ > pid; sleep 1000 & echo $! > child.part; mv child.part child; wait\n',
  });
  const { child, finished } = startAssay(['run', 'a.yaml', '--judge', 'mock:judge'], { cwd: workspace.folder });
  while (!existsSync(join(workspace.folder, 'child'))) await sleep(20);
  child.kill('SIGINT');
  expect((await finished).exitCode).toBe(130);
  await expectEnded(workspace, 'pid', 'child');
});
