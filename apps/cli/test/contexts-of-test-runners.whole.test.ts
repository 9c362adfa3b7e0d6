import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createWorkspace } from './support/projects/workspace.js';
import { startChatServer } from './support/servers/chat-server.js';

const LIBRARY = new URL('../dist/index.js', import.meta.url).href;
const VITEST = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');

/** A test of a project that calls evaluate(). */
const TEST = `
import { evaluate } from '${LIBRARY}';
import { expect, test } from 'vitest';
const run = async (options) => {
  const { summary, rows } = await evaluate({ files: 'a.yaml', cache: true, maxRetries: 0, timeoutSeconds: 1, ...options });
  const told = [];
  for await (const { error } of rows()) told.push(error?.message);
  return [summary.outcome, ...told];
};
test('replies', async () => expect(await run({ targets: ['mock'] })).toEqual(['passed', undefined]));
test('no connection', async () => expect(await run({ targets: ['gone'] })).toEqual(['undecided', expect.stringContaining('no connection: connect ECONNREFUSED')]));
test('no reply', async () => expect(await run({ targets: ['silent'] })).toEqual(['undecided', expect.stringContaining('gave no reply within 1 s')]));
test('no folder', () => expect(run({ targets: ['mock'], cwd: '/no/such' })).rejects.toThrow('there is none'));
`;

test('programs are run in contexts of a test runner, whose errors are not those of Node', { timeout: 60_000 }, async () => {
  const silent = await startChatServer(() => new Promise(() => undefined));
  const target = (name: string, endpoint: string): string => `  - { name: ${name}, provider: openai, model: m, endpoint: '${endpoint}', api_key: sk-aaaaaaaa }\n`;
  const { folder } = await createWorkspace({
    'a.yaml': "evaluators: [{ type: contains, value: 'yes' }]\nevalcases: [{ id: a, expected_outcome: x, input: 'yes' }]\n",
    '.assay/targets.yaml': `targets:\n  - { name: mock, provider: mock }\n${target('gone', 'http://127.0.0.1:1')}${target('silent', silent.url)}`,
    'a.test.mjs': TEST,
    'vitest.config.mjs': 'export default {};\n',
  });
  const child = spawn(process.execPath, [VITEST, 'run', '--root', folder, '--pool', 'vmThreads'], { cwd: folder, env: { PATH: process.env['PATH'], HOME: folder, NO_COLOR: '1' }, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [exitCode]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  expect({ exitCode, said: exitCode === 0 ? '' : `${stdout}${stderr}` }).toEqual({ exitCode: 0, said: '' });
});
