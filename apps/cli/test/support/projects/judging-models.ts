import { expect, test } from 'vitest';
import { runAssay } from '../commands/warm-assay.js';
import { startModelServer } from '../servers/model-server.js';
import { createWorkspace } from './workspace.js';

const VERDICT = '{"reflection": "Fine.", "classification": "FULLY_MET"}';

/** A suite whose case no judge looks at. */
export const CHECKED = 'evalcases:\n  - {id: one, expected_outcome: x, input: hi, evaluators: [{type: icontains, value: "e"}]}\n';

/** A suite whose case judges look at. */
export const judged = (more = ''): string => `evalcases:\n  - {id: one, expected_outcome: x, input: hi, evaluators: [{type: rubric, rubrics: [Is kind]${more}}]}\n`;

/** A project whose models all answer as a judge does, so that the same server can be target and judge. */
export async function project(files: Readonly<Record<string, string>>) {
  const server = await startModelServer(() => VERDICT);
  const at = (text: string): string => text.replaceAll('AT', server.url);
  const workspace = await createWorkspace(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, at(text)])));
  const assay = (...args: string[]) => runAssay(args, { cwd: workspace.folder });
  const assayWith = (env: Readonly<Record<string, string>>, ...args: string[]) => runAssay(args, { cwd: workspace.folder, env });
  const asked = (): readonly unknown[] => server.requests.map(({ body }) => body['model']);
  return { server, workspace, assay, assayWith, asked };
}

/** A target and a judge. */
export const TARGETS = `targets:
  - {name: agent, provider: openai, model: agent, endpoint: "AT/v1", api_key: k}
  - {name: judge, provider: openai, model: judge, endpoint: "AT/v1", api_key: k}
`;

/** A run of such a suite with these settings, targets and arguments. */
export const run = async (config: string, targets: string, args: readonly string[], suite = judged()) => {
  const set = await project({ 'suite.yaml': suite, '.assay/config.yaml': config, '.assay/targets.yaml': targets });
  return { ...set, ...(await set.assay('run', 'suite.yaml', '--target', 'agent', ...args)) };
};

/** Besides, two targets that are the same model as the agent. */
export const POINTER = `${TARGETS}  - {name: nick, use_target: agent}\n  - {name: twin, provider: openai, model: agent, endpoint: "AT/v1", api_key: k}\n`;

/** Runs with these arguments and settings end before anything is asked, since a judge does not exist. */
export const testMissingJudges = (rows: readonly (readonly [what: string, args: readonly string[], config: string, message: string])[]): void =>
  test.each(rows)('%s', async (_, args, config, message) => {
    const { assay, server } = await project({ 'suite.yaml': CHECKED, '.assay/targets.yaml': TARGETS, '.assay/config.yaml': config });
    const { exitCode, stderr } = await assay('run', 'suite.yaml', '--target', 'agent', ...args);
    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
    expect(server.requests).toEqual([]);
  });

/** `assay validate` tells once of a judge that these files name. */
export const testToldJudges = (rows: readonly (readonly [what: string, files: Readonly<Record<string, string>>, message: string])[]): void =>
  test.each(rows)('assay validate tells of that of %s, once', async (_, files, message) => {
    const { assay } = await project({ '.assay/targets.yaml': TARGETS, ...files });
    const { exitCode, stdout } = await assay('validate', 'suite.yaml');
    expect(stdout.split(message)).toHaveLength(2);
    expect(stdout.match(/unknown provider/gu)?.length ?? 1).toBe(1);
    expect(exitCode).toBe(2);
  });

/** Runs go on without these backups, which have no key. */
export const testMissingBackups = (rows: readonly (readonly [what: string, config: string, args: readonly string[]])[]): void =>
  test.each(rows)('a backup %s without a key does not stop a run', async (_, config, args) => {
    const { exitCode, stderr } = await run(config, TARGETS, [...args, '--strict']);
    expect(stderr).toMatch(/warning: there is no backup judge: judge "anthropic:claude-haiku-4-5" \(from [^)]*\): .* has no API key for anthropic\n {2}fix: set ANTHROPIC_API_KEY/u);
    expect(stderr).toContain(args.length > 0 ? '(from --backup-judge)' : '(from the project configuration)');
    expect(stderr.match(/no backup judge/gu)).toHaveLength(1);
    expect(exitCode).toBe(0);
  });

/** Runs say once that this judge is the model under test, and go on. */
export const testOwnModels = (rows: readonly (readonly [how: string, args: readonly string[], judge: string, from: string])[]): void =>
  test.each(rows)('a judge that is the model under test, %s', async (_, args, judge, from) => {
    const { stderr, exitCode } = await run('{}', POINTER, args);
    expect(stderr.match(/warning: target "agent" is judged by its own model/gu)).toHaveLength(1);
    expect(stderr).toMatch(new RegExp(`judge "${judge}" \\(from ${from}\\) is the same`, 'u'));
    expect(exitCode).toBe(0);
  });
