/** Installs the command with npm, and where all samples are run with pnpm, into an empty folder, from a registry as users have one, and uses it there. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { workspaceRoot } from '../support/workspace.mjs';
import { installFromRegistry } from './install-from-registry.mjs';
import { startLocalRegistry } from './local-registry.mjs';
import { entriesOf, packAll, publishedPackages } from './pack.mjs';
import { runClean, runNode } from './run-clean.mjs';
import { sizeOnDisk } from './size-on-disk.mjs';

const { resolve: resolveTool } = createRequire(import.meta.url);
/** The native compiler, and where all samples are run the one that is still common, which takes five times as long. */
const isCommon = process.env['ASSAY_SAMPLES'] === 'all';
// Each checker of the native one would check the declarations anew.
const tsc = [join(dirname(resolveTool(`${isCommon ? 'typescript' : 'typescript-native'}/package.json`)), 'bin/tsc'), ...(isCommon ? [] : ['--checkers', '1'])];
const MOST_MB = 8;
/** As it is linked. Starting it by npx takes several times as long, so that one test of each installer does. */
const COMMAND = process.platform === 'win32' ? 'assay.cmd' : 'assay';

/** What npm installs is a sample of what pnpm does too: both have the same files. */
const INSTALLERS = /** @type {import('./install-from-registry.mjs').Installer[]} */ (process.env['ASSAY_SAMPLES'] === 'all' ? ['npm', 'pnpm'] : ['npm']);

let root = '';
/** @type {import('./pack.mjs').PackedPackage[]} */
let packed = [];
/** @type {import('./local-registry.mjs').LocalRegistry} */
let registry;
/** @type {Promise<string> | undefined} */
let everything;

/** @param {string} folder is made */
function copyExamples(folder) {
  const runs = join('.assay', 'runs');
  cpSync(join(workspaceRoot, 'examples'), folder, { recursive: true, filter: (path) => !path.includes(runs) });
  return folder;
}

/** @param {import('./install-from-registry.mjs').Installer} installer @param {string} name of the folder @param {string[]} packages */
async function install(installer, name, packages) {
  const folder = join(root, name);
  await installFromRegistry(installer, folder, packages, { url: registry.url, scratch: join(root, 'scratch') });
  return folder;
}

/** A folder with the command and all other packages, which npm has put beside each other. */
function withEverything() {
  everything ??= install('npm', 'everything', [...publishedPackages.map(({ name }) => name), 'valibot']);
  return everything;
}

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(process.env['ASSAY_SCRATCH_FOLDER'] ?? tmpdir(), 'assay-installed-')));
  packed = await packAll();
  registry = await startLocalRegistry(packed);
}, 120_000);

// What was installed is taken away with all that the tests share: on a busy disk that takes longer than what ends a test may.
afterAll(() => registry.close());

describe.each(INSTALLERS)('assay, installed with %s', { timeout: 120_000 }, (installer) => {
  let folder = '';
  /** @type {string[]} */
  let downloaded = [];
  /** @param {string[]} args @param {string} [cwd] */
  const assay = (args, cwd = folder) => runClean(join(folder, 'node_modules/.bin', COMMAND), args, { cwd });

  beforeAll(async () => {
    const before = registry.downloads.length;
    folder = await install(installer, installer, ['assay']);
    downloaded = registry.downloads.slice(before);
  }, 120_000);

  test('comes alone: nothing else is fetched or installed', () => {
    expect(downloaded).toEqual(['assay']);
    const installed = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));
    expect(installed).toEqual(['assay']);
  });

  test(`takes at most ${MOST_MB} MB`, () => {
    expect(sizeOnDisk(realpathSync(join(folder, 'node_modules/assay'))) / 1e6).toBeLessThanOrEqual(MOST_MB);
  });

  test('npx assay --version answers with the version of the package', async () => {
    const { version } = JSON.parse(readFileSync(join(folder, 'node_modules/assay/package.json'), 'utf8'));
    expect(await runClean('npx', ['assay', '--version'], { cwd: folder })).toMatchObject({ exitCode: 0, stdout: `${version}\n` });
  });

  test('a project that assay init writes passes at once', async () => {
    mkdirSync(join(folder, 'project'));
    expect((await assay(['init'], join(folder, 'project'))).exitCode).toBe(0);
    const { exitCode, output } = await assay(['run', 'evals/shop.yaml'], join(folder, 'project'));
    expect(exitCode, output).toBe(0);
  });

  test('a model that is to run in the same process says what to install for it', async () => {
    const { exitCode, output } = await assay(['run', 'sentiment'], copyExamples(join(folder, 'local-models')));
    expect(exitCode).toBe(2);
    expect(output).toContain('needs the package @huggingface/transformers, which is not installed');
    expect(output).toContain('npm install @huggingface/transformers');
  });

  test('a queue says what to install for it, and is found when that is there', async () => {
    const args = ['worker', '--queue', 'redis://127.0.0.1:1', '--target', 'mock'];
    const without = await assay(args);
    expect(without).toMatchObject({ exitCode: 2, output: expect.stringContaining('npm install @assay/cluster') });
    const both = installer === 'npm' ? await withEverything() : await install(installer, `${installer}-cluster`, ['assay', '@assay/cluster']);
    const inBoth = await runClean(join(both, 'node_modules/.bin', COMMAND), args, { cwd: both });
    expect(inBoth).toMatchObject({ exitCode: 2, output: expect.stringContaining('ASSAY_QUEUE_SECRET is not set') });
  });

  test('evaluate() runs in a program', async () => {
    writeFileSync(
      join(folder, 'one.jsonl'),
      '{"id": "one", "expected_outcome": "Greets", "input": "Hello!", "evaluators": [{"type": "icontains", "value": "hello"}]}\n',
    );
    writeFileSync(
      join(folder, 'program.mjs'),
      `import { evaluate, isAssayError } from 'assay';
const { summary, rows } = await evaluate({ files: 'one.jsonl', targets: ['mock'] });
for await (const { caseId, score } of rows()) console.log(summary.outcome, caseId, score);
await evaluate({ files: 'two.jsonl', targets: ['mock'] }).catch((error) => console.log(isAssayError(error), error.code));
`,
    );
    expect(await runNode(['program.mjs'], folder)).toMatchObject({ exitCode: 0, output: 'passed one 1\ntrue usage\n' });
  });
});

describe('a project with assay and an @assay/schema of its own', { timeout: 120_000 }, () => {
  let folder = '';

  beforeAll(async () => {
    folder = await withEverything();
    cpSync(join(workspaceRoot, 'scripts/packages/program-of-a-user'), folder, { recursive: true });
  }, 120_000);

  test('runs the examples: programs, scripts in the sandbox, judges, and a model behind HTTP', async () => {
    const copy = copyExamples(join(folder, 'examples'));
    const bySuite = await runClean(join(folder, 'node_modules/.bin', COMMAND), ['run', 'support-agent', 'product-faq', 'summary-panel', 'library/blueprints/desk/questions.yml', '--json'], { cwd: copy });
    // The agent and a summary have mistakes that are theirs.
    expect(bySuite.exitCode, bySuite.output).toBe(1);
    expect(bySuite.output).not.toContain('"score":null');

    const server = spawn(process.execPath, ['library/bot/server.mjs'], { cwd: copy, stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const [address] = await once(server.stdout, 'data');
      const env = { LIBRARY_URL: String(address).trim(), LIBRARY_TOKEN: 'demo' };
      const overHttp = await runClean(join(folder, 'node_modules/.bin', COMMAND), ['run', 'library/blueprints/desk/over-http.json'], { cwd: copy, env });
      expect(overHttp.exitCode, overHttp.output).toBe(0);
    } finally {
      server.kill();
    }
  });

  test('has its errors taken for what they are', async () => {
    const { exitCode, output } = await runNode(['errors.mjs'], folder);
    expect(exitCode, output).toBe(0);
    expect(output.trim().split('\n')).toEqual([
      // Asked again once, as a limit of requests is; its error is no accident of the program.
      'busy: rate_limit, asked 2 times',
      'strict: unscored, it has no words to count',
      'broken: invalid, it is broken',
      'missing: true, true',
    ]);
  });

  test('has evaluators, providers and reporters that fit the types of evaluate(), without @types/node', async () => {
    // The declarations that come with TypeScript are all that is not checked.
    const compilerOptions = { strict: true, noEmit: true, target: 'es2023', module: 'nodenext', skipLibCheck: false, skipDefaultLibCheck: true };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['types.mts'] }));
    expect(existsSync(join(folder, 'node_modules/@types'))).toBe(false);
    const { exitCode, output } = await runNode([...tsc, '--project', '.'], folder);
    expect(exitCode, output).toBe(0);
  });
});

// That each has all that it needs, and nothing of another, is seen where each is installed alone.
test('the other packages can be installed with npm, and all of their entries imported', { timeout: 120_000 }, async () => {
  const parts = publishedPackages.map(({ name }) => name).filter((name) => name !== 'assay');
  const folder = await withEverything();
  const entries = parts.flatMap((name) => entriesOf(packed.find((pkg) => pkg.name === name)));
  expect(entries).toEqual(expect.arrayContaining(parts));
  writeFileSync(join(folder, 'imports.mjs'), entries.map((entry) => `import '${entry}';\n`).join(''));
  const { exitCode, output } = await runNode(['imports.mjs'], folder);
  expect(exitCode, output).toBe(0);
});
