import { expect, test } from 'vitest';
import { runAssay } from '../commands/warm-assay.js';
import { startChatServer } from '../servers/chat-server.js';
import { createWorkspace } from './workspace.js';

/** Fields of a case without its id. */
const CASE = 'expected_outcome: Says 42, input: hi, evaluators: [{type: contains, value: "42"}]';

/** A suite of one case. */
export const SUITE = `evalcases:\n  - {id: one, ${CASE}}\n`;

/** A project whose targets ask a server that says which model it is. */
export async function project(files: Readonly<Record<string, string>>, targets: string) {
  const server = await startChatServer(({ model }) => `${model} says 42.`);
  const workspace = await createWorkspace({
    'suite.yaml': SUITE,
    '.agentv/targets.yaml': `targets:\n${targets.replaceAll('AT', `endpoint: "${server.url}", api_key: k`)}`,
    ...files,
  });
  const assay = (...args: string[]) => runAssay(args, { cwd: workspace.folder });
  const assayWith = (env: Readonly<Record<string, string>>, ...args: string[]) => runAssay(args, { cwd: workspace.folder, env });
  const targetsOfRows = async (): Promise<readonly string[]> => (await workspace.rows()).map(({ target }) => target);
  return { server, workspace, assay, assayWith, targetsOfRows };
}

/** A target that answers. */
export const GOOD = '  - {name: good, provider: openai, model: g, AT}\n';

/** A suite and its case with what they say about where they run. */
export const of = (execution: string, own = ''): string => `${execution}evalcases:\n  - {id: one, ${CASE}${own}}\n`;

/** What runs say about targets with these lines. */
export const testMistakes = (rows: readonly (readonly [what: string, line: string, message: string])[]): void =>
  test.each(rows)('%s', async (_, line, message) => {
    const suite = 'evalcases:\n  - {id: a, expected_outcome: x, input: Hi, evaluators: [{type: contains, value: a}]}\n';
    const { folder } = await createWorkspace({
      'a.yaml': suite,
      '.assay/targets.yaml': `targets:\n  - name: bot\n    provider: openai\n    model: m\n    ${line}\n`,
    });
    const { stderr } = await runAssay(['run', 'a.yaml', '--target', 'bot', '--dry-run'], { cwd: folder, env: { BASE: 'http://127.0.0.1:9/v1', OPENAI_API_KEY: 'test-key' } });
    expect(stderr).toContain(message);
  });

/** Of targets that cannot be used those hear who select them, and no others. */
export const testUnusableTargets = (rows: readonly (readonly [what: string, entry: string, message: string])[]): void =>
  test.each(rows)('%s: nothing to those who select another one, an error with its place to who selects it', async (_, entry, message) => {
    const { assay, server } = await project({}, `${GOOD}  - ${entry}\n`);
    const fine = await assay('run', 'suite.yaml', '--target', 'good', '--strict');
    expect(fine.stderr).not.toContain(message);
    expect(fine.exitCode).toBe(0);
    const foreseen = await assay('run', 'suite.yaml', '--target', 'good', '--dry-run');
    expect([foreseen.exitCode, foreseen.stderr]).toEqual([0, '']);
    const asked = server.requests.length;
    const selected = await assay('run', 'suite.yaml', '--target', 'bad');
    expect(selected.exitCode).toBe(2);
    expect(selected.stderr).toMatch(/^\.agentv\/targets\.yaml:[34]:\d+: error: target "bad" \(selected by --target\): /u);
    expect(selected.stderr).toContain(message);
    expect(server.requests).toHaveLength(asked);
  });

/** What runs say that select a target which lacks something. */
export const testLackingTargets = (rows: readonly (readonly [entry: string, message: string])[]): void =>
  test.each(rows)('%s: what its provider misses is told with the place of the target', async (entry, message) => {
    const { assay } = await project({}, `${GOOD}  - ${entry}\n`);
    const { exitCode, stderr } = await assay('run', 'suite.yaml', '--target', 'bad');
    expect(stderr).toContain(`error: .agentv/targets.yaml:3:5: ${message}`);
    expect(exitCode).toBe(2);
  });

/** Runs with these files and arguments end before anything is asked, since a target does not exist. */
export const testNamesOfNothing = (rows: readonly (readonly [who: string, files: Readonly<Record<string, string>>, args: readonly string[], message: string])[]): void =>
  test.each(rows)('%s', async (_, files, args, message) => {
    const { assay, server } = await project(files, GOOD);
    const [suite = 'suite.yaml', ...rest] = args[0]?.startsWith('--') === false ? args : ['suite.yaml', ...args];
    const { exitCode, stderr } = await assay('run', suite, ...rest);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
    expect(server.requests.length).toBeLessThanOrEqual(suite === 'd.jsonl' ? 1 : 0);
  });
