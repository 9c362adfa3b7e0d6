import { mkdir, mkdtemp, readFile, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeRow } from '@assay/schema';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Finished } from '../support/commands/assay.js';
import { startChatServer, type ChatServer } from '../support/servers/chat-server.js';
import { createWorkspace, type Workspace } from '../support/projects/workspace.js';
import { sized } from './support/full.js';
import { runAssay } from './support/run-assay.js';

type Files = Readonly<Record<string, string>>;

interface Hostile {
  readonly workspace: Workspace;
  /** The folder of the user's own settings, as $XDG_CONFIG_HOME. */
  readonly settings: string;
  readonly server: ChatServer;
  /** The user's own home, outside of the project, with settings. */
  readonly home: string;
  /** A file that a program of the project would have made. */
  readonly canary: string;
  assay(...args: readonly string[]): Promise<Finished>;
  /** The rows of the only run in the user's state folder. */
  rows(): Promise<readonly ReturnType<typeof decodeRow>[]>;
}

const KEY = 'sk-own-key-of-the-user';

/** A project of somebody else's, and a user with settings of their own. `URL` and `CANARY` in files stand for those of the test. */
async function hostile(files: Files, settings: Files = {}): Promise<Hostile> {
  const server = await startChatServer(({ model }) => (model === 'g' ? '{"score": 0.9, "hits": [], "misses": [], "reasoning": "good"}' : '42'));
  const home = await realpath(await mkdtemp(join(tmpdir(), 'assay-home-')));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const canary = join(home, 'canary');
  const filled = (texts: Files): Files =>
    Object.fromEntries(Object.entries(texts).map(([file, text]) => [file, text.replaceAll('CANARY', canary).replaceAll('URL', server.url)]));
  const workspace = await createWorkspace({ '.git/HEAD': 'ref: refs/heads/main\n', ...filled(files) });
  const own = await createWorkspace(filled(settings));
  return {
    workspace,
    settings: own.folder,
    server,
    home,
    canary,
    assay: (...args) => runAssay(args, { cwd: workspace.folder, env: { HOME: home, XDG_CONFIG_HOME: own.folder, SECRET: 'the secret of the user', OPENAI_API_KEY: KEY } }),
    async rows() {
      const runs = join(home, '.local/state/assay/runs');
      const [only = ''] = await readdir(runs);
      const text = await readFile(join(runs, only, 'results.jsonl'), 'utf8');
      return text.split('\n').filter((line) => line !== '').map((line) => decodeRow(JSON.parse(line)));
    },
  };
}

/** The user's own target and judge, at a server that counts. */
const OWN: Files = {
  'assay/config.yaml': 'defaults: {target: mine}\njudges: [grader]\ntargets:\n  - {name: mine, provider: openai, model: m, endpoint: "URL", api_key: "${OPENAI_API_KEY}"}\n  - {name: grader, provider: openai-compatible, model: g, endpoint: "URL"}\n',
};

const CASE = 'id: a\n    expected_outcome: Says 42\n    input: hi';
const CHECK = 'evaluators: [{type: contains, value: "42"}]';
const FINE = `evalcases:\n  - ${CASE}\n    ${CHECK}\n`;
const TARGETS = (entry: string): string => `targets:\n  - ${entry}\n`;
const CLI = '{name: evil, provider: cli, command: "touch CANARY"}';
const ENDPOINT = '{name: evil, provider: openai-compatible, model: m, endpoint: "URL"}';
const VARIABLE = '{name: evil, provider: openai-compatible, model: "${SECRET}", endpoint: "URL"}';

interface Attack {
  readonly files: Files;
  /** Where it is written, and what is said of it. */
  readonly places: readonly (readonly [place: string, words: string])[];
  readonly args?: readonly string[];
}

const PROGRAM = 'runs a program';
const script = (indent: string): string => `evaluators:\n${indent}- type: code_judge\n${indent}  script: [touch, CANARY]`;

/** What a project must not do, by where it is written. */
const ATTACKS: Readonly<Record<string, Attack>> = {
  'code_judge in a case': { files: { 's.yaml': `evalcases:\n  - ${CASE}\n    ${script('      ')}\n` }, places: [['s.yaml:7:17', PROGRAM]] },
  'code_judge by its alias, as a line for the shell': {
    files: { 's.yaml': `evalcases:\n  - ${CASE}\n    evaluators: [{type: code-judge, script: "touch CANARY"}]\n` },
    places: [['s.yaml:5:45', PROGRAM]],
  },
  'code_judge in a suite': { files: { 's.yaml': `execution:\n  ${script('    ')}\n${FINE}` }, places: [['s.yaml:4:15', PROGRAM]] },
  'code_judge in a sidecar': {
    files: { 's.jsonl': '{"id": "a", "expected_outcome": "x", "input": "hi"}\n', 's.yaml': `execution:\n  ${script('    ')}\n` },
    places: [['s.yaml:4:15', PROGRAM]],
    args: ['s.jsonl'],
  },
  'code_judge in JSONL, late in the file': {
    files: {
      's.jsonl': `${Array.from({ length: 50 }, (_, index) => JSON.stringify({ id: `n${index}`, expected_outcome: 'x', input: 'hi', evaluators: [{ type: 'contains', value: '4' }] })).join('\n')}\n{"id": "z", "expected_outcome": "x", "input": "hi", "evaluators": [{"type": "code_judge", "script": ["touch", "CANARY"]}]}\n`,
    },
    places: [['s.jsonl:51:', PROGRAM]],
    args: ['s.jsonl', '--target', 'mine'],
  },
  'an aggregator, and a program among the members of a composite': {
    files: { 's.yaml': `evalcases:\n  - ${CASE}\n    evaluators:\n      - type: composite\n        evaluators: [{type: contains, value: "4"}, {type: code_judge, script: [touch, CANARY]}]\n        aggregator: {type: code_judge, script: [touch, CANARY]}\n` },
    places: [['s.yaml:7:', PROGRAM], ['s.yaml:8:21', PROGRAM]],
  },
  'a program as a target of the suite': { files: { 's.yaml': `execution: {target: evil}\ntargets:\n  - ${CLI}\n${FINE}` }, places: [['s.yaml:3:5', PROGRAM]] },
  'a program as the target that a case names': {
    files: { 's.yaml': `evalcases:\n  - ${CASE}\n    execution: {target: evil}\n    ${CHECK}\n`, '.assay/targets.yaml': TARGETS(CLI) },
    places: [['.assay/targets.yaml:2:5', PROGRAM]],
  },
  'an endpoint in a file of targets, named on the command line': {
    files: { 's.yaml': FINE, '.agentv/targets.yaml': TARGETS(ENDPOINT) },
    places: [['.agentv/targets.yaml:2:5', 'a host that nobody allowed']],
    args: ['s.yaml', '--target', 'evil'],
  },
  'an endpoint in a config file, named on the command line': {
    files: { 's.yaml': FINE, 'configs/evil.yaml': 'name: evil\nprovider: openai-compatible\nmodel: m\nendpoint: "URL"\n' },
    places: [['configs/evil.yaml:1:1', 'a host that nobody allowed']],
    args: ['s.yaml', '--target', 'configs/evil.yaml'],
  },
  'a file of targets in the project, on the command line': {
    files: { 's.yaml': FINE, 'more.yaml': TARGETS(CLI) },
    places: [['more.yaml:2:5', PROGRAM]],
    args: ['s.yaml', '--targets', 'more.yaml', '--target', 'evil'],
  },
  'a variable of the environment, and one from .env': {
    files: { 's.yaml': `execution: {target: evil}\n${FINE}`, '.assay/targets.yaml': TARGETS(VARIABLE), '.env': 'MORE=from the project\n' },
    places: [['.assay/targets.yaml:2:5', 'asks for environment variables']],
  },
  'a variable as the name of another target': {
    files: { 's.yaml': `execution: {target: evil}\n${FINE}`, '.assay/targets.yaml': TARGETS('{name: evil, use_target: "${SECRET}"}') },
    places: [['.assay/targets.yaml:2:5', 'asks for environment variables']],
  },
  'models by name in a case and a suite, with the keys of the user': {
    files: { 's.yaml': `execution: {target: "openai:gpt-4o"}\nevalcases:\n  - ${CASE}\n    ${CHECK}\n  - id: b\n    expected_outcome: x\n    input: hi\n    execution: {target: "anthropic:claude"}\n` },
    places: [['s.yaml:1:21', 'chooses no model'], ['s.yaml:10:25', 'chooses no model']],
  },
  'the default target, judges and embeddings of the settings': {
    files: {
      's.yaml': `evalcases:\n  - ${CASE}\n    expected_output: "42"\n`,
      '.assay/config.yaml': 'defaults: {target: "openai:gpt-4o"}\njudges: ["openai:gpt-4o"]\nembeddings: openai:text-embedding-3-small\nallow_hosts: [127.0.0.1]\n',
    },
    places: [
      ['.assay/config.yaml:1:20', 'chooses no model'],
      ['.assay/config.yaml:2:10', 'chooses no judge'],
      ['.assay/config.yaml:3:13', 'chooses no embedding model'],
      ['.assay/config.yaml:4:15', 'allow_hosts has no effect in a project'],
    ],
  },
  'a judge that an evaluator names, in three ways': {
    files: { 's.yaml': `evalcases:\n  - ${CASE}\n    evaluators:\n      - {type: llm_judge, model: "openai:gpt-4o"}\n      - {type: rubric, model: gpt-4o, rubrics: [Says 42]}\n      - {type: llm_judge, name: third, model: ./judge.yaml}\n`, 'judge.yaml': 'name: j\nprovider: openai-compatible\nmodel: m\nendpoint: "URL"\n' },
    places: [['s.yaml:6:34', 'judge "openai:gpt-4o"'], ['s.yaml:7:31', 'judge "gpt-4o"'], ['s.yaml:8:47', 'judge "./judge.yaml"']],
    args: ['s.yaml', '--target', 'mine'],
  },
  'a judge in a sidecar, among the members of a composite and in its aggregator': {
    files: {
      's.jsonl': '{"id": "a", "expected_outcome": "x", "input": "hi"}\n{"id": "b", "expected_outcome": "x", "input": "hi"}\n',
      's.yaml': 'evaluators:\n  - type: composite\n    evaluators: [{type: llm_judge, model: [mock, "openai:gpt-4o"]}]\n    aggregator: {type: llm_judge, model: "openai:o"}\n',
    },
    places: [['s.yaml:3:', 'judge "openai:gpt-4o"'], ['s.yaml:4:', 'judge "openai:o"']],
    args: ['s.jsonl', '--target', 'mine'],
  },
  'models, a custom model and judges of a blueprint': {
    files: { 's.yaml': 'title: B\nmodels:\n  - openai:gpt-4o\n  - {id: evil, url: "URL/chat/completions", modelName: m, inherit: openai}\nevaluationConfig:\n  llm-coverage: {judges: [{model: "openai:gpt-4o"}]}\n---\n- id: p\n  prompt: hi\n  should: [Says 42]\n' },
    places: [['s.yaml:3:5', 'chooses no model'], ['s.yaml:4:5', 'a host that nobody allowed'], ['s.yaml:', 'judge "openai:gpt-4o"']],
  },
  'a collection of the project': {
    files: { 's.yaml': 'title: B\n---\n- id: p\n  prompt: hi\n  should: [{$contains: "42"}]\n', '.assay/config.yaml': 'collections:\n  CORE: ["openai:gpt-4o"]\n' },
    places: [['.assay/config.yaml:2:3', 'chooses no model']],
  },
  'another model in the place of the one of the user': {
    files: { 's.yaml': FINE, '.assay/config.yaml': 'model_aliases:\n  openai:m: openai:gpt-4o\n' },
    places: [['.assay/config.yaml:2:3', 'model_aliases replaces openai:m']],
  },
  'a target with the name of a model of the command line': {
    files: { 's.yaml': `execution: {target: evil}\n${FINE}`, '.assay/targets.yaml': `${TARGETS(CLI)}  - {name: "openai:m", provider: cli, command: "touch CANARY"}\n` },
    places: [['.assay/targets.yaml:2:5', PROGRAM]],
  },
  'files outside, hidden and ignored, in messages and options': {
    files: {
      's.yaml': `evalcases:\n  - ${CASE.replace('input: hi', 'input: [{role: user, content: [{type: file, value: ../up.md}, {type: file, value: .env}, {type: file, value: local/key.md}]}]')}\n    evaluators:\n      - {type: llm_judge, prompt: local/key.md}\n      - {type: json_schema, schema: .hidden/schema.json}\n`,
      '.gitignore': 'local/\n', '.env': 'A=1\n', 'local/key.md': 'secret words', '.hidden/schema.json': '{}',
    },
    places: [['s.yaml:4:', 'lies outside'], ['s.yaml:4:', '".env" is hidden'], ['s.yaml:4:', '"local/key.md" is ignored by git'], ['s.yaml:6:', 'is ignored by git'], ['s.yaml:7:', 'is hidden']],
  },
  'a recording outside of the project': {
    files: { 's.yaml': `execution: {target: evil}\ntargets:\n  - {name: evil, provider: replay, recording: ../gone.jsonl}\n${FINE}` },
    places: [['s.yaml:3:5', 'lies outside of the project']],
  },
  'weights of a model': {
    files: { 's.yaml': `execution: {target: evil}\ntargets:\n  - {name: evil, provider: huggingface, model: x/y}\n${FINE}` },
    places: [['s.yaml:3:5', 'reads or downloads a model']],
  },
  'test cases, with a default target of the project': {
    files: { 'suites/x/a.yaml': 'id: a\ninput: hi\ntask: Say\nexpected: "42"\nrubric: {exact: {description: Is it, weight: 1, rule: exact_match}}\n', '.assay/targets.yaml': TARGETS(CLI.replace('evil', 'default')) },
    places: [['.assay/targets.yaml:2:5', PROGRAM]],
    args: ['suites'],
  },
  'files that patterns of many stars, and of slashes in brackets, ignore': {
    files: {
      's.yaml': `evalcases:\n  - ${CASE.replace('input: hi', 'input: [{role: user, content: [{type: file, value: a/b/key.md}, {type: file, value: key2.md}]}]')}\n`,
      '.gitignore': '***/key.md\nkey[1/2].md\n', 'a/b/key.md': 'secret words', 'key2.md': 'secret words',
    },
    places: [['s.yaml:4:', '"a/b/key.md" is ignored by git'], ['s.yaml:4:', '"key2.md" is ignored by git']],
  },
};

const NO_OWN_DEFAULT: Files = { 'assay/config.yaml': OWN['assay/config.yaml']?.replace('defaults: {target: mine}\njudges: [grader]\n', '') ?? '' };

/** Everything that would show that something happened. */
function nothingTouched({ server, canary, workspace, home }: Hostile): void {
  expect(server.requests).toEqual([]);
  expect([canary, join(workspace.folder, '.assay/runs'), join(home, '.local')].filter((path) => existsSync(path))).toEqual([]);
}

describe('a project that is not trusted', () => {
  const names = Object.keys(ATTACKS).filter((_, index) => sized(index % 4 === 0, true));
  test.each(names)('%s: told with its place, before anything happens', async (name) => {
    const { files, places, args } = ATTACKS[name] as Attack;
    const settings = name.startsWith('another model') ? OWN : NO_OWN_DEFAULT;
    const world = await hostile(files, settings);
    for (const command of sized(['run'], ['run', 'eval', 'validate'])) {
      // What the command line says has no place in a check of files.
      const given = command === 'validate' ? (args ?? ['s.yaml']).filter((_, index, all) => !['--targets', 'more.yaml'].includes(all[index] ?? '')) : (args ?? ['s.yaml']);
      if (command === 'validate' && args?.includes('--targets')) continue;
      const { exitCode, stderr, stdout } = await world.assay(command, ...given, '--untrusted');
      const said = stderr + stdout;
      for (const [place, words] of places) {
        const line = said.split('\n').find((one) => one.startsWith(place) && one.includes(words));
        expect(line, `${place} ${words} in\n${said}`).toBeDefined();
      }
      expect(said).not.toContain('secret words');
      expect(said).not.toContain('the secret of the user');
      expect(exitCode).toBe(2);
    }
    nothingTouched(world);
  });

  test('all of it is told at once', async () => {
    const { files } = ATTACKS['a program as a target of the suite'] as Attack;
    const world = await hostile(
      {
        ...files,
        's.yaml': `${files['s.yaml'] ?? ''}  - id: b\n    expected_outcome: x\n    input: [{role: user, content: [{type: file, value: ../up.md}]}]\n    evaluators:\n      - {type: code_judge, script: [touch, CANARY]}\n      - {type: llm_judge, model: "openai:gpt-4o"}\n`,
        't.jsonl': '{"id": "a", "expected_outcome": "x", "input": "hi", "execution": {"target": "openai:x"}}\n',
      },
      OWN,
    );
    const { exitCode, stderr } = await world.assay('run', 's.yaml', 't.jsonl', '--untrusted');
    const places = stderr.split('\n').flatMap((line) => /^(?<place>[st]\.\w+:\d+):\d+: error/u.exec(line)?.groups?.['place'] ?? []);
    expect(places.toSorted()).toEqual(['s.yaml:11', 's.yaml:13', 's.yaml:14', 's.yaml:3', 't.jsonl:1']);
    expect(exitCode).toBe(2);
    nothingTouched(world);
  });

  test('works with targets and judges of the user, keeps its runs with the user, and runs what is sandboxed', async () => {
    const world = await hostile(
      {
        's.yaml': `execution: {target: evil}\ntargets:\n  - ${CLI}\n${FINE}  - id: b\n    expected_outcome: Says 42\n    input: [{role: user, content: [{type: file, value: shared.md}]}]\n    evaluators:\n      - {type: llm_judge, prompt: prompts/p.md}\n      - {type: js, value: 'r.includes("42")'}\n      - {type: matches, value: "4\\\\d"}\n`,
        'shared.md': 'a shared text', 'prompts/p.md': 'Is {{ candidate_answer }} good?',
        '.assay/targets.yaml': TARGETS(CLI.replace('evil', 'mine')), '.assay/config.yaml': 'judges: ["openai:gpt-4o"]\nuntrusted: false\n', '.env': 'OPENAI_BASE_URL=http://127.0.0.1:9\n',
      },
      OWN,
    );
    const named = await world.assay('run', 's.yaml', '--untrusted', '--target', 'mine', '--judge', 'grader');
    expect(named.stderr).not.toContain('error');
    expect([named.exitCode, (await world.rows()).map(({ verdict }) => verdict)]).toEqual([0, ['pass', 'pass']]);
    expect(world.server.requests.map(({ model }) => model).toSorted()).toEqual(['g', 'm', 'm']);
    expect([world.canary, join(world.workspace.folder, '.assay/runs')].filter((path) => existsSync(path))).toEqual([]);
    expect((await world.assay('validate', 's.yaml', '--untrusted', '--target', 'mine')).exitCode).toBe(0);
  });

  test('runs with the default target and the judges of the user, where its files name none', async () => {
    const world = await hostile({ 's.yaml': `evalcases:\n  - ${CASE}\n` }, OWN);
    const { exitCode, stderr } = await world.assay('run', 's.yaml', '--untrusted');
    expect(stderr).not.toContain('error');
    expect([exitCode, world.server.requests.map(({ model }) => model)]).toEqual([0, ['m', 'g']]);
  });

  test('may score outputs that exist, name targets of the user that are no programs, and ask hosts that are allowed, without any key', async () => {
    const world = await hostile(
      { 's.yaml': FINE, 'named.yaml': `execution: {target: mine}\n${FINE}`, 'program.yaml': `execution: {target: agent}\n${FINE}`, 'other.yaml': `execution: {target: evil}\n${FINE}`, '.assay/targets.yaml': TARGETS(ENDPOINT), 'out.jsonl': '{"id": "a", "text": "42"}\n' },
      { 'assay/config.yaml': `${OWN['assay/config.yaml'] ?? ''}  - {name: agent, provider: cli, command: "touch CANARY"}\n` },
    );
    expect((await world.assay('score', 's.yaml', '--outputs', 'out.jsonl', '--untrusted', '--out', 'scored')).exitCode).toBe(0);
    expect((await world.assay('run', 'named.yaml', '--untrusted')).exitCode).toBe(0);
    const program = await world.assay('run', 'program.yaml', '--untrusted');
    expect([program.exitCode, program.stderr]).toEqual([2, expect.stringMatching(/^program\.yaml:1:21: error: .*your target "agent" runs a program/u)]);
    expect(existsSync(world.canary)).toBe(false);
    const host = new URL(world.server.url).host;
    expect((await world.assay('run', 'other.yaml', '--untrusted', '--allow-host', '127.0.0.1:1')).exitCode).toBe(2);
    const before = world.server.requests.length;
    expect((await world.assay('run', 'other.yaml', '--untrusted', '--allow-host', host)).exitCode).toBe(0);
    expect(world.server.requests.length).toBe(before + 1);
    expect((await world.assay('run', 's.yaml', '--untrusted', '--allow-host', 'http://x/')).stderr).toContain('write HOST or HOST:PORT');
  });

  test('switches the distrust on by itself, and never off', async () => {
    const attack = (ATTACKS['code_judge in a case'] as Attack).files;
    const on = await hostile({ ...attack, '.assay/config.yaml': 'untrusted: true\n' }, NO_OWN_DEFAULT);
    expect((await on.assay('run', 's.yaml', '--target', 'mine', '--no-untrusted')).exitCode).toBe(2);
    nothingTouched(on);
    const never = await hostile({ ...attack, '.assay/config.yaml': 'untrusted: false\n' }, { 'assay/config.yaml': `untrusted: true\n${NO_OWN_DEFAULT['assay/config.yaml'] ?? ''}` });
    expect((await never.assay('run', 's.yaml', '--target', 'mine')).exitCode).toBe(2);
    nothingTouched(never);
    await never.assay('run', 's.yaml', '--target', 'mine', '--no-untrusted');
    expect(existsSync(never.canary)).toBe(true);
  });

  test('switches it on for its own suites, whichever settings hold for the run', async () => {
    const attack = (ATTACKS['code_judge in a case'] as Attack).files['s.yaml'] ?? '';
    const world = await hostile({ '.assay/config.yaml': '{}\n', 's.yaml': FINE, 'in/.assay/config.yaml': 'untrusted: true\n', 'in/s.yaml': attack }, NO_OWN_DEFAULT);
    const { exitCode, stderr } = await world.assay('run', 's.yaml', 'in/s.yaml', '--target', 'mine');
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^in\/s\.yaml:7:17: error: .*runs a program/mu)]);
    nothingTouched(world);
  });

  test.runIf(process.platform !== 'win32')('is doubted as the user’s settings say, also where these lie inside of it and vouch for nothing', async () => {
    const attack = (ATTACKS['code_judge in a case'] as Attack).files['s.yaml'] ?? '';
    const world = await hostile({ 's.yaml': attack, 'config/assay/config.yaml': `untrusted: true\n${TARGETS('{name: mine, provider: mock}')}` });
    const env = { HOME: world.home, XDG_CONFIG_HOME: join(world.workspace.folder, 'config') };
    const { exitCode, stderr } = await runAssay(['run', 's.yaml', '--target', 'mock'], { cwd: world.workspace.folder, env });
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^s\.yaml:7:17: error: .*runs a program/mu)]);
    nothingTouched(world);
  });

  test('gives no other meaning to a name that the user has one for', async () => {
    const own = OWN['assay/config.yaml'] ?? '';
    const mock = (name: string): string => TARGETS(`{name: "${name}", provider: mock}`);
    const world = await hostile(
      { 's.yaml': `${mock('CORE')}${FINE}`, 'plain.yaml': FINE, '.assay/config.yaml': `collections: {mine: [mock], CORE: [mock]}\n${mock('CANARY.yaml')}` },
      { 'assay/config.yaml': `${own}collections: {CORE: [mine]}\n` },
    );
    const file = `${world.canary}.yaml`;
    await writeFile(file, `name: own\nprovider: openai-compatible\nmodel: f\nendpoint: "${world.server.url}"\n`);
    for (const args of [['s.yaml', '--target', 'CORE'], ['plain.yaml', '--target', 'mine'], ['plain.yaml', '--target', file]]) {
      const { exitCode, stderr } = await world.assay('run', ...args, '--untrusted');
      expect([exitCode, stderr]).toEqual([0, expect.not.stringContaining('error')]);
    }
    expect(world.server.requests.map(({ model }) => model)).toEqual(['m', 'm', 'f']);
  });

  test('is no judge of itself, whoever names what it defines', async () => {
    const world = await hostile({ 's.yaml': `targets:\n  - {name: kind, provider: mock, reply: "{}"}\nevalcases:\n  - ${CASE}\n` }, OWN);
    const { exitCode, stderr } = await world.assay('run', 's.yaml', '--untrusted', '--target', 'mine', '--judge', 'kind');
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^s\.yaml:2:5: error: target "kind" answers out of the project/mu)]);
    nothingTouched(world);
  });

  test.runIf(process.platform !== 'win32')('makes nobody wait for a pipe that it names as a recording', async () => {
    const world = await hostile({ 's.yaml': `execution: {target: pipe}\n${TARGETS('{name: pipe, provider: replay, recording: pipe.jsonl}')}${FINE}` }, OWN);
    execFileSync('mkfifo', [join(world.workspace.folder, 'pipe.jsonl')]);
    const { exitCode, stderr } = await world.assay('run', 's.yaml', '--untrusted');
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^s\.yaml:3:5: error: .*is no regular file/mu)]);
  });

  test('is doubted by every command, where the user’s settings say so', async () => {
    const KEPT = 'the words of a key';
    const file = CASE.replace('input: hi', 'input: [{role: user, content: [{type: file, value: local/key.md}]}]');
    const world = await hostile(
      { 's.yaml': `evalcases:\n  - ${file}\n`, 'plain.yaml': `evalcases:\n  - ${CASE}\n`, '.gitignore': 'local/\n', 'local/key.md': KEPT, 'more.yaml': TARGETS(CLI) },
      { 'assay/config.yaml': `untrusted: true\n${NO_OWN_DEFAULT['assay/config.yaml'] ?? ''}` },
    );
    const outside = { cwd: world.home, env: { HOME: world.home, XDG_CONFIG_HOME: world.settings } };
    const path = (name: string): string => join(world.workspace.folder, name);
    const commands = [['cases', path('s.yaml')], ['convert', path('s.yaml'), '--to', 'jsonl'], ['generate', 'rubrics', path('s.yaml'), '--judge', 'grader'], ['generate', 'rubrics', path('plain.yaml'), '--targets', path('more.yaml'), '--judge', 'evil']];
    for (const args of commands) {
      const { exitCode, stdout, stderr } = await runAssay(args, outside);
      expect([args[0], exitCode]).toEqual([args[0], 2]);
      expect(stderr).toMatch(/is ignored by git|runs a program/u);
      expect(stdout + stderr).not.toContain(KEPT);
    }
    nothingTouched(world);
    expect((await world.assay('run', 'plain.yaml', '--target', 'mine', '--judge', 'grader')).exitCode).toBe(0);
    expect(JSON.parse((await world.assay('list', 'runs', '--json')).stdout)).toHaveLength(1);
  });

  test('leads nobody out of its root by symbolic links, to read or to write', async () => {
    const world = await hostile({ 's.yaml': FINE, 't.jsonl': '{"id": "a", "expected_outcome": "x", "input": "hi"}\n', 'link/x.md': '' }, OWN);
    const { folder } = world.workspace;
    const elsewhere = join(world.home, 'elsewhere');
    await mkdir(elsewhere);
    await world.workspace.write({ 'in.yaml': `evalcases:\n  - ${CASE.replace('input: hi', 'input: [{role: user, content: [{type: file, value: out.md}]}]')}\n    ${CHECK}\n` });
    await symlink('/etc/hostname', join(folder, 'out.md'));
    await symlink('/etc/passwd', join(folder, 't.yaml'));
    await symlink(elsewhere, join(folder, 'results'));
    await symlink(elsewhere, join(folder, '.assay'));
    await symlink(join(world.home, 'canary.yaml'), join(folder, 'suite.yaml'));
    await world.workspace.write({ [`../${world.home.split('/').at(-1) ?? ''}/canary.yaml`]: FINE });
    const told = async (...args: readonly string[]): Promise<readonly [number | null, string]> => {
      const { exitCode, stderr } = await world.assay('run', ...args, '--untrusted');
      return [exitCode, stderr];
    };
    expect(await told('in.yaml')).toEqual([2, expect.stringMatching(/^in\.yaml:4:\d+: error: the file "out\.md" lies outside .* \(through a symbolic link\)/u)]);
    expect(await told('t.jsonl')).toEqual([2, expect.stringMatching(/^t\.yaml:1:1: error: this is a symbolic link that leads out of the project/u)]);
    expect(await told('suite.yaml')).toEqual([2, expect.stringMatching(/^suite\.yaml:1:1: error: this is a symbolic link/u)]);
    expect(await told('s.yaml', '--out', 'results/run')).toEqual([2, expect.stringContaining('is a symbolic link in a project that is not trusted')]);
    expect(await told('s.yaml', '--out', 'link')).toEqual([2, expect.stringContaining('not empty')]);
    expect([world.server.requests, await readdir(elsewhere)]).toEqual([[], []]);
    expect((await told('s.yaml'))[0]).toBe(0);
    expect(await readdir(elsewhere)).toEqual([]);
  });

  test('hands no path of a file to programs that it did not have read, whatever text it gives for it', async () => {
    const part = (value: string): string => `{type: file, value: "${value}", path: "/etc/hostname", text: harmless}`;
    const program = 'node -e "console.log(process.argv.slice(1).join())" "[" {FILES}';
    const own = { 'assay/config.yaml': `targets:\n  - {name: agent, provider: cli, command: ${JSON.stringify(program)}}\n` };
    const input = (value: string): string => CASE.replace('input: hi', `input: [{role: user, content: [${part(value)}]}]`);
    const world = await hostile({ 'in.yaml': `evalcases:\n  - ${input('a.md')}\n    ${CHECK}\n`, 'out.yaml': `evalcases:\n  - ${input('/etc/hostname')}\n    ${CHECK}\n`, 'a.md': 'the file' }, own);
    await world.assay('run', 'in.yaml', '--untrusted', '--target', 'agent');
    expect((await world.rows()).map(({ output }) => output?.text)).toEqual([`[,${join(world.workspace.folder, 'a.md')}`]);
    const { exitCode, stderr } = await world.assay('run', 'out.yaml', '--untrusted', '--target', 'agent');
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^out\.yaml:4:\d+: error: the file "\/etc\/hostname" /mu)]);
  });

  test('has no settings of its repository taken for those of the user, also where it is a project inside of that', async () => {
    const settings = `targets:\n  - ${CLI}\n`;
    const world = await hostile({ 'in/.assay/config.yaml': 'defaults: {target: evil}\n', 'in/s.yaml': FINE, 'home/.config/assay/config.yaml': settings });
    const env = { HOME: join(world.workspace.folder, 'home') };
    const { exitCode, stderr } = await runAssay(['run', 'in/s.yaml', '--untrusted'], { cwd: world.workspace.folder, env });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('lie in the project, and so are not read as yours')]);
    nothingTouched(world);
  });

  test.each<[string, readonly string[], Files]>([
    ['the command line', ['--untrusted'], {}],
    ['the project', [], { '.assay/config.yaml': 'untrusted: true\n' }],
    ['the user', [], {}],
  ])('has no link opened that leads out of it, to see what it is, where %s doubts it', async (who, flags, files) => {
    const doubting = { 'assay/config.yaml': `${who === 'the user' ? 'untrusted: true\n' : ''}${OWN['assay/config.yaml'] ?? ''}` };
    const world = await hostile({ 'evals/s.yaml': FINE, ...files }, doubting);
    const link = async (name: string, text: string): Promise<void> => {
      await writeFile(join(world.home, name), text);
      await symlink(join(world.home, name), join(world.workspace.folder, 'evals', name));
    };
    // Who looks into it sees that it is none of evals, and passes it over.
    await link('targets.yaml', TARGETS('{name: other, provider: mock}'));
    const told = await world.assay('run', 'evals', '--target', 'mine', ...flags);
    expect([told.exitCode, told.stderr]).toEqual([2, expect.stringMatching(/^evals\/targets\.yaml:1:1: error: this is a symbolic link that leads out of the project/mu)]);
    await rm(join(world.workspace.folder, 'evals/targets.yaml'));
    // Who looks into it sees a test case.
    await link('case.json', '{"id": "a", "input": "hi", "task": "Say", "expected": "42", "rubric": {}}');
    const passed = await world.assay('run', 'evals', '--target', 'mine', ...flags);
    expect([passed.exitCode, passed.stderr]).toEqual([0, expect.not.stringContaining('case.json')]);
  });

  test('ends at a folder that is a link out of it, also when that leads to a project of its own', async () => {
    const world = await hostile({ 's.yaml': FINE }, OWN);
    for (const marker of ['.git', '.assay']) {
      const other = join(world.home, `with${marker}`);
      await mkdir(join(other, marker), { recursive: true });
      await mkdir(join(other, 'evals'));
      await writeFile(join(other, 'evals/x.yaml'), FINE);
      const link = `linked${marker}`;
      await symlink(other, join(world.workspace.folder, link));
      for (const args of [[`${link}/evals/x.yaml`], [`${link}/evals`], ['s.yaml', `${link}/evals/x.yaml`]]) {
        const { exitCode, stderr } = await world.assay('run', ...args, '--target', 'mine', '--untrusted');
        expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^linked\.\w+\/evals\/x\.yaml:1:1: error: this is a symbolic link that leads out of the project/mu)]);
      }
      // It is the user who names the other project here, and not a link of this one.
      expect((await world.assay('run', join(other, 'evals/x.yaml'), '--target', 'mine', '--untrusted')).exitCode).toBe(0);
    }
    expect(world.server.requests).toHaveLength(2);
  });

  test('has its links looked into where somebody vouches for it', async () => {
    const world = await hostile({ 'evals/s.yaml': FINE }, OWN);
    await writeFile(join(world.home, 'targets.yaml'), TARGETS('{name: other, provider: mock}'));
    await symlink(join(world.home, 'targets.yaml'), join(world.workspace.folder, 'evals/targets.yaml'));
    const { exitCode, stderr } = await world.assay('run', 'evals', '--target', 'mine', '--verbose');
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('skipped: it defines targets')]);
  });

  test('has no say through settings that only look like those of the user', async () => {
    const world = await hostile({ 's.yaml': FINE, 'config/assay/config.yaml': `defaults: {target: evil}\n${TARGETS(ENDPOINT)}` });
    const { exitCode, stderr } = await runAssay(['run', 's.yaml', '--untrusted'], { cwd: world.workspace.folder, env: { HOME: world.home, XDG_CONFIG_HOME: join(world.workspace.folder, 'config') } });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('no target: suite "s" names none')]);
    expect(stderr).toContain('lie in the project, and so are not read as yours');
    nothingTouched(world);
  });
});
