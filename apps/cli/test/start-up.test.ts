import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { startModelServer } from './support/model-server.js';
import { createWorkspace } from './support/workspace.js';

const DIST = new URL('../dist/', import.meta.url);
const COMMAND = fileURLToPath(new URL('bin/assay.js', DIST));
const LIBRARY = fileURLToPath(new URL('index.js', DIST));
const SUITE = fileURLToPath(new URL('../../../examples/support-agent/support-agent.eval.yaml', import.meta.url));

interface Coverage {
  readonly result: readonly { readonly url: string }[];
}

/** Tells at the end which of its own parts Node has loaded. */
const TELL_BUILTINS = 'data:text/javascript,process.on("exit",()=>process.stderr.write(process.moduleLoadList.join()))';

/** Files of the bundle that have what asks, runs, judges and reports. */
const NEEDED_BY_RUNS = /^(?:asking|running|reporting|showing|evaluating|comparing|run|sdk|openai|undici|script-thread|thread)/u;

interface Reads {
  /** The files of the bundle that a process reads. */
  readonly names: readonly string[];
  /** How large they are together. */
  readonly kilobytes: number;
  /** Built-in modules that it loads. */
  readonly builtins: readonly string[];
}

const readBy = (...args: readonly string[]): Promise<Reads> => readIn(process.cwd(), ...args);

async function readIn(cwd: string, ...args: readonly string[]): Promise<Reads> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-start-up-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const running = promisify(execFile)(process.execPath, ['--import', TELL_BUILTINS, ...args], { cwd, env: { ...process.env, NODE_OPTIONS: undefined, NODE_V8_COVERAGE: folder } });
  running.child.stdin?.end();
  const { stderr } = await running;
  const [report = ''] = await readdir(folder);
  const { result } = JSON.parse(await readFile(join(folder, report), 'utf8')) as Coverage;
  const files = result.map(({ url }) => url).filter((url) => url.startsWith(DIST.href)).map((url) => fileURLToPath(url));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  const builtins = stderr.split(',').map((module) => module.replace('NativeModule ', ''));
  return { names: files.map((file) => basename(file, '.js')), kilobytes: sizes.reduce((sum, size) => sum + size, 0) / 1000, builtins };
}

// All that is read is parsed before anything happens, and takes about a millisecond for 20 kB. So these are what may be read, with
// a little room: who goes beyond has imported something that could wait for its use.

test('help reads the parser of command lines, and nothing that a command needs', async () => {
  const { names, kilobytes } = await readBy(COMMAND, '--help');
  expect(names.toSorted()).toEqual(['assay', 'rolldown-runtime', 'start']);
  expect(kilobytes).toBeLessThan(80);
});

test('files are checked without what asks, runs, judges and reports', async () => {
  const { names, kilobytes, builtins } = await readBy(COMMAND, 'validate', SUITE);
  expect(names).toEqual(expect.arrayContaining(['schema', 'reading', 'validate']));
  expect(names.filter((name) => NEEDED_BY_RUNS.test(name) || /^(?:programs|lines|baselines|check-|load-|write-)/u.test(name))).toEqual([]);
  expect(names.length).toBeLessThan(7);
  expect(kilobytes).toBeLessThan(660);
  expect(builtins).toContain('fs');
  expect(builtins.filter((name) => ['crypto', 'child_process', 'worker_threads', 'v8', 'http', 'zlib'].includes(name))).toEqual([]);
});

test.each([
  ['names and nothing else does without the engine of templates', 'Answer {{ question }}', 'contains: {{answer}}', false],
  ['a filter takes it', 'Answer {{ question | upper }}', 'contains: {{answer}}', true],
  ['a filter in a row takes it', 'Answer {{ question }}', 'contains: {{ answer | upper }}', true],
])('a table whose texts have %s', async (_, prompt, expected, takesEngine) => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-start-up-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const table = join(folder, 'data.csv');
  await writeFile(table, `question,answer,__expected\nWho?,Ann,${expected}\n`);
  await writeFile(join(folder, 'data.yaml'), `prompts: ['${prompt}']\n`);
  const { names } = await readBy(COMMAND, 'validate', table);
  expect(names).toEqual(expect.arrayContaining(['validate', 'papaparse']));
  expect(names.includes('liquid.node')).toBe(takesEngine);
  expect(names.filter((name) => NEEDED_BY_RUNS.test(name))).toEqual([]);
});

test('a program that imports evaluate reads what a run takes when it starts one', async () => {
  const { names, kilobytes } = await readBy(LIBRARY);
  expect(names.filter((name) => /^(?:start|asking|running|reading|reporting|showing)$/u.test(name))).toEqual([]);
  expect(kilobytes).toBeLessThan(110);
});

test('a run reads few files, and of what asks only what its targets need', async () => {
  const { names, kilobytes, builtins } = await readBy(COMMAND, 'run', SUITE, '--target', 'mock', '--dry-run');
  expect(names).toEqual(expect.arrayContaining(['schema', 'reading', 'running', 'evaluating', 'reporting', 'showing']));
  expect(names.filter((name) => /^(?:asking|sdk|openai|undici|load-(?:blueprint|test))/u.test(name))).toEqual([]);
  expect(names.length).toBeLessThan(15);
  expect(kilobytes).toBeLessThan(1120);
  expect(builtins.filter((name) => ['child_process', 'worker_threads', 'http', 'zlib'].includes(name))).toEqual([]);
});

test('a worker of a queue reads what knows queues without what that has for other servers, and for jobs by the clock', async () => {
  const cluster = join(dirname(createRequire(import.meta.url).resolve('@assay/cluster/package.json')), 'dist/index.js');
  const { size } = await stat(cluster);
  expect(size / 1000).toBeLessThan(500);
  const tell = `await import(${JSON.stringify(pathToFileURL(cluster).href)}); const loaded = process.moduleLoadList.join(); process.stdout.write(loaded);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', tell], {
    // Where the tests look for modules there is one that the package goes without where it is installed.
    env: { ...process.env, NODE_OPTIONS: undefined, NODE_PATH: undefined },
  });
  const builtins = stdout.split(',').map((module) => module.replace('NativeModule ', ''));
  expect(builtins).toContain('net');
  expect(builtins.filter((name) => ['assert', 'child_process', 'dns', 'tls', 'tty', 'worker_threads'].includes(name))).toEqual([]);
});

test.each([
  { provider: 'openai', sdk: 'openai', most: 50 },
  { provider: 'anthropic', sdk: 'sdk', most: 120 },
  { provider: 'google', sdk: undefined, most: 0 },
])('what asks $provider is a little of an SDK, and the client of Node without all that fetch takes', async ({ provider, sdk, most }) => {
  const { url, requests } = await startModelServer(() => 'the answer is 42');
  const { folder } = await createWorkspace({
    '.assay/targets.yaml': `targets: [{ name: api, provider: ${provider}, model: m, endpoint: '${url}', api_key: secret-key-of-a-test }]`,
    'asked.yaml': 'evalcases: [{ id: one, input: what is it?, expected_outcome: says 42, evaluators: [{ type: contains, value: "42" }] }]',
  });
  const { names, builtins } = await readIn(folder, COMMAND, 'run', 'asked.yaml', '--target', 'api');
  expect(requests).toHaveLength(1);
  const sdks = names.filter((name) => /^(?:sdk|openai)$/u.test(name));
  expect(sdks).toEqual(sdk === undefined ? [] : [sdk]);
  for (const name of sdks) expect((await stat(new URL(`parts/${name}.js`, DIST))).size / 1000).toBeLessThan(most);
  expect(builtins).toContain('http');
  expect(builtins.filter((name) => ['internal/deps/undici/undici', 'internal/webstreams/readablestream', 'http2', 'tls', 'worker_threads'].includes(name))).toEqual([]);
});

test('a worker has loaded what asks its target before the first trial', async () => {
  const { folder } = await createWorkspace({ '.assay/targets.yaml': "targets: [{ name: api, provider: openai, model: m, endpoint: 'http://127.0.0.1:1/v1', api_key: secret-key-of-a-test }]" });
  // Without any job: its input is at its end.
  const { names, builtins } = await readIn(folder, COMMAND, 'worker', '--stdio', '--target', 'api');
  expect(names).toEqual(expect.arrayContaining(['asking', 'openai']));
  expect(builtins).toContain('http');
});
