import { readFile, readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createWorkspace } from '../support/projects/workspace.js';
import { some } from './support/full.js';
import { runAssay } from './support/run-assay.js';

/** Sets the title, clears the screen, asks the terminal to type an answer, turns the text around, hides what follows. */
const ATTACK = '\u001B]0;owned\u0007\u001B[2J\u001B[6n\u009B31m\u202Etxt\u2066\u001B[8mx\u0008\ry';
const HIDDEN = /(?![\t\n])\p{Cc}|[\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/u;

async function serve(status: number, body: string) {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

const quoted = JSON.stringify(`case ${ATTACK}`);

/** A suite with the attack in every place that something shows. */
const suite = `name: ${quoted}
evalcases:
  - id: ${quoted}
    input: ${JSON.stringify(`question ${ATTACK}`)}
    expected_outcome: ${JSON.stringify(`outcome ${ATTACK}`)}
    tags: [${quoted}]
    ${JSON.stringify(`key ${ATTACK}`)}: 1
    evaluators:
      - { type: contains, name: ${JSON.stringify(`check ${ATTACK}`)}, value: ${JSON.stringify(`never ${ATTACK}`)} }
      - { type: code_judge, script: [node, -e, "process.stderr.write(process.argv[1]); process.exit(3)", ${quoted}] }
  - id: second
    input: Hi
    expected_outcome: x
    weight: ${quoted.replaceAll('case', 'heavy')}
`;

const targets = (url: string): string => `targets:\n  - { name: ${JSON.stringify(`target ${ATTACK}`)}, provider: openai, model: ${JSON.stringify(`m${ATTACK}`)}, endpoint: "${url}", api_key: k, max_retries: 0 }\n`;

async function contents(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(files.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath ?? entry.path, entry.name), 'utf8')));
}

/** Commands that show files and names. */
const ALONE: readonly (readonly string[])[] = [
  ['validate', 'suite.yaml'],
  ['validate', 'suite.yaml', '--json'],
  ['run', 'good.yaml', '--target', ATTACK],
  ['cases', 'good.yaml'],
  ['cases', 'good.yaml', '--json'],
  ['baseline', 'list'],
  ['convert', 'good.yaml', '--to', 'blueprint'],
  ['list', ATTACK],
  [ATTACK],
];

describe('nothing that a file, a reply or a name brings along speaks to the terminal', () => {
  test.each(some<[string, number, string]>([
    ['a reply', 200, JSON.stringify({ choices: [{ message: { role: 'assistant', content: `reply ${ATTACK}` }, finish_reason: 'stop' }] })],
    ['an error', 400, JSON.stringify({ error: { message: `error ${ATTACK}`, type: `type ${ATTACK}` } })],
    ['no JSON', 200, `not JSON ${ATTACK}`],
  ], 0))('%s', { timeout: 60_000 }, async (_, status, body) => {
    const url = await serve(status, body);
    const good = suite.replace(/ {2}- id: second[\s\S]*$/u, '');
    const { folder } = await createWorkspace({ 'suite.yaml': suite, 'good.yaml': good, '.assay/targets.yaml': targets(url) });
    const run = ['run', 'good.yaml', '--target', `target ${ATTACK}`, '--out', 'kept'];
    const outputs: string[] = [];
    const check = async (args: readonly string[]): Promise<void> => {
      const { stdout, stderr } = await runAssay(args, { cwd: folder });
      expect(stdout + stderr, args.join(' ')).not.toMatch(HIDDEN);
      outputs.push(stdout + stderr);
    };
    const again = (out: string, ...more: string[]): string[] => [...run.slice(0, -1), out, ...more];
    await Promise.all([check(run), check(again('again', '--verbose', '--explain')), check(again('third', '--json'))]);
    const about = [['compare', 'kept', 'again'], ['compare', 'kept', 'again', '--json'], ['baseline', 'save', 'kept']];
    const alone = some(ALONE, 0, 2, 6, 7);
    for (const args of [...about, ...alone]) await check(args);
    await check(['baseline', 'check', 'again']);
    expect(outputs.filter((output) => output.includes('\\u001b[2J') || output.includes('\\u202e')).length).toBeGreaterThan(6);
    for (const text of await contents(join(folder, 'kept'))) expect(text).not.toMatch(HIDDEN);
  });
});
