import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkStar } from './check-star.mjs';
import { importsOf } from './star/imports-of.mjs';

let root = '';

/** @param {Record<string, string | object>} files */
function write(files) {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  }
}

/** @returns {string[]} `where: problem` of every violation */
const violations = () => checkStar(root).map(({ where, problem }) => `${where}: ${problem}`);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-star-'));
  write({
    'package.json': { name: 'workspace', devDependencies: { vitest: '1.0.0' } },
    'packages/schema/package.json': { name: '@assay/schema', dependencies: { valibot: '1.0.0' } },
    'packages/schema/src/index.ts': "import * as v from 'valibot';\nexport { v };\n",
    'packages/loaders/package.json': {
      name: '@assay/loaders',
      dependencies: { '@assay/schema': 'workspace:*', yaml: '1.0.0' },
      devDependencies: { 'fast-check': '1.0.0' },
    },
    'packages/statistics/package.json': { name: '@assay/statistics' },
    'packages/reports/package.json': { name: '@assay/reports', dependencies: { '@assay/schema': 'workspace:*' } },
    'apps/cli/package.json': { name: 'assay', dependencies: { '@assay/loaders': 'workspace:*', '@assay/schema': 'workspace:*' } },
    'apps/viewer/package.json': {
      name: '@assay/viewer',
      dependencies: { '@assay/reports': 'workspace:*', '@assay/schema': 'workspace:*' },
    },
  });
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('what is allowed', () => {
  test('packages import @assay/schema and @assay/statistics, tests also @assay/schema/testing, the command line imports everything', () => {
    write({
      'packages/loaders/src/index.ts':
        "import type { Loader } from '@assay/schema';\nimport { mean } from '@assay/statistics';\nexport * from './yaml/read.js';\nimport 'node:fs';\nimport 'yaml';\n",
      'packages/loaders/src/index.test.ts':
        "import { loaderSuite } from '@assay/schema/testing';\nimport 'vitest';\nimport 'fast-check';\nimport '@assay/loaders';\n",
      'packages/loaders/test/all.ts': "new URL('worker.ts', import.meta.url);\nimport '../src/index.js';\nimport '@assay/schema/testing';\n",
      'packages/loaders/vitest.config.ts': "export { default } from '../../vitest.config.ts';\n",
      'apps/cli/src/runner/run-evals.ts': "import '@assay/loaders';\nimport '@assay/schema';\nconst viewer = import('@assay/viewer');\n",
      'apps/viewer/src/index.ts': "import '@assay/schema';\nimport '@assay/statistics';\n",
    });
    expect(violations()).toEqual([]);
  });

  test('names in comments and strings are not imports', () => {
    write({ 'packages/loaders/src/index.ts': "// import '@assay/reports'\nexport const text = \"import '@assay/reports'\";\n" });
    expect(violations()).toEqual([]);
  });
});

describe('what breaks the rule', () => {
  test.each([
    ['a static import', "import { gate } from '@assay/reports';", 22],
    ['a type import', "import type { Gate } from '@assay/reports';", 27],
    ['a re-export', "export * from '@assay/reports';", 15],
    ['a dynamic import', "const reports = await import('@assay/reports');", 30],
    ['a type in place', "export type Gate = import('@assay/reports').Gate;", 27],
    ['a required module', "const reports = require('@assay/reports');", 25],
    ['an entry below the package', "import '@assay/reports/statistics';", 8],
  ])('%s of another package', (_, line, column) => {
    write({ 'packages/loaders/src/index.ts': `\n${line}\n` });
    expect(violations()).toEqual([
      expect.stringContaining(`packages/loaders/src/index.ts:2:${column}: @assay/loaders may not import @assay/reports`),
    ]);
  });

  test('the page may not import what another package has for browsers either', () => {
    write({ 'apps/viewer/src/index.ts': "import { mean } from '@assay/reports/statistics';\n" });
    expect(violations()).toEqual([expect.stringContaining('apps/viewer/src/index.ts:1:22: @assay/viewer may not import @assay/reports/statistics; apps/viewer imports from the workspace only @assay/schema and @assay/statistics')]);
  });

  test('a test may not import another package either', () => {
    write({ 'packages/loaders/src/index.test.ts': "import '@assay/reports';\n" });
    expect(violations()).toHaveLength(1);
  });

  test('no package imports an app', () => {
    write({ 'packages/loaders/src/index.ts': "import 'assay';\nimport '@assay/viewer';\n" });
    expect(violations()).toEqual([
      expect.stringContaining('@assay/loaders may not import assay'),
      expect.stringContaining('@assay/loaders may not import @assay/viewer'),
    ]);
  });

  test('tests of the viewer import the test support of the schema, and its sources do not', () => {
    write({ 'apps/viewer/test/page.test.ts': "import '@assay/schema/testing';\n" });
    expect(violations()).toEqual([]);
    write({ 'apps/viewer/src/index.ts': "import '@assay/schema/testing';\n" });
    expect(violations()).toEqual([expect.stringContaining('@assay/viewer imports @assay/schema/testing outside a test')]);
  });

  test('the viewer imports only the statistics of @assay/reports', () => {
    write({ 'apps/viewer/src/index.ts': "import '@assay/reports';\nimport '@assay/loaders';\n" });
    expect(violations()).toHaveLength(2);
  });

  test('what all packages may import imports no package of the workspace', () => {
    write({
      'packages/schema/src/index.ts': "import '@assay/loaders';\nimport '@assay/statistics';\n",
      'packages/statistics/src/index.ts': "import '@assay/schema';\n",
      'packages/statistics/src/index.test.ts': "import '@assay/schema/testing';\n",
    });
    expect(violations()).toEqual([
      expect.stringContaining('@assay/schema may not import @assay/loaders; @assay/schema imports from the workspace only itself'),
      expect.stringContaining('@assay/schema may not import @assay/statistics'),
      expect.stringContaining('@assay/statistics may not import @assay/schema/testing; @assay/statistics imports from the workspace only'),
      expect.stringContaining('@assay/statistics may not import @assay/schema; @assay/statistics imports from the workspace only itself'),
    ]);
  });

  test('the conformance suites stay out of the sources', () => {
    write({ 'packages/loaders/src/index.ts': "import '@assay/schema/testing';\n" });
    expect(violations()).toEqual([expect.stringContaining('imports @assay/schema/testing outside a test')]);
  });

  test('relative imports may not leave the package, nor may the URL of a worker', () => {
    write({
      'packages/loaders/src/index.ts':
        "import '../../reports/src/index.js';\nnew Worker(new URL('../../reports/src/worker.js', import.meta.url));\n",
    });
    expect(violations()).toEqual([
      expect.stringContaining('index.ts:1:8: the import ../../reports/src/index.js leaves the package'),
      expect.stringContaining('index.ts:2:20: the import ../../reports/src/worker.js leaves the package'),
    ]);
  });

  test('a package that does not exist is named', () => {
    write({ 'packages/loaders/src/index.ts': "import '@assay/loader';\n" });
    expect(violations()).toEqual([expect.stringContaining('there is no package @assay/loader')]);
  });

  test('sources may not use what is installed for tests only', () => {
    write({ 'packages/loaders/src/index.ts': "import 'fast-check';\nimport 'vitest';\nimport 'undeclared';\n" });
    expect(violations()).toEqual([
      expect.stringContaining('imports fast-check'),
      expect.stringContaining('imports vitest'),
      expect.stringContaining('imports undeclared'),
    ]);
  });

  test('dependencies in package.json obey the same rule', () => {
    write({
      'packages/loaders/package.json': {
        name: '@assay/loaders',
        dependencies: { '@assay/schema': 'workspace:*' },
        devDependencies: { '@assay/reports': 'workspace:*', assay: 'workspace:*' },
      },
    });
    expect(violations()).toEqual([
      'packages/loaders/package.json:7:5: @assay/loaders may not depend on @assay/reports',
      'packages/loaders/package.json:8:5: @assay/loaders may not depend on assay',
    ]);
  });
});

test('a path that leads out of the repository is found in any folder, one that stays inside is not', () => {
  write({
    'packages/loaders/test/files.test.ts': "import { resolve } from 'node:path';\nresolve(import.meta.dirname, '../../../../files');\nresolve(import.meta.dirname, '../../../examples');\n",
    'bench/run.mjs': "new URL('../../files', import.meta.url);\nnew URL('..', import.meta.url);\nconst text = '../../../../files';\n",
  });
  expect(violations()).toEqual([
    'packages/loaders/test/files.test.ts:2:30: the path ../../../../files leads out of the repository',
    'bench/run.mjs:1:9: the path ../../files leads out of the repository',
  ]);
});

describe('circles', () => {
  test('a file that imports itself by way of others is found, at its import; types count', () => {
    write({
      'packages/loaders/src/a.ts': "import './alone.js';\nimport type { B } from './room/b.js';\n",
      'packages/loaders/src/alone.ts': 'export {};\n',
      'packages/loaders/src/room/b.ts': "export * from './c.js';\n",
      'packages/loaders/src/room/c.ts': "const a = import('../a.js');\n",
    });
    expect(violations()).toEqual([
      'packages/loaders/src/a.ts:2:24: imports itself by way of others: packages/loaders/src/a.ts → packages/loaders/src/room/b.ts → packages/loaders/src/room/c.ts → packages/loaders/src/a.ts',
    ]);
  });

  test('two circles are told apart, and one way to a circle is none', () => {
    write({
      'packages/reports/src/index.ts': "import './x.js';\nimport './self.js';\n",
      'packages/reports/src/x.ts': "import './y.js';\n",
      'packages/reports/src/y.ts': "import './x.js';\n",
      'packages/reports/src/self.ts': "import './self.js';\n",
    });
    expect(violations()).toEqual([
      expect.stringMatching(/^packages\/reports\/src\/self\.ts:1:8: /u),
      expect.stringMatching(/^packages\/reports\/src\/x\.ts:1:8: /u),
    ]);
  });

  test('two rooms that need each other are found, though none of their files does; what both take may lie beside them', () => {
    write({
      'packages/reports/src/index.ts': "import './left/a.js';\n",
      'packages/reports/src/left/a.ts': "import '../right/b.js';\nimport '../shared.js';\n",
      'packages/reports/src/left/c.ts': 'export {};\n',
      'packages/reports/src/right/b.ts': "import './inner/d.js';\n",
      'packages/reports/src/right/inner/d.ts': "import type { C } from '../../left/c.js';\nimport '../beside.js';\n",
      'packages/reports/src/right/beside.ts': 'export {};\n',
      'packages/reports/src/shared.ts': 'export {};\n',
    });
    expect(violations()).toEqual(['packages/reports/src: its rooms need each other: left → right → left']);
  });

  test('a room does not import the file beside it that puts it together with others', () => {
    write({
      'packages/reports/src/compose.ts': "import './left/a.js';\n",
      'packages/reports/src/left/a.ts': 'export {};\n',
      'packages/reports/src/left/b.ts': "import '../compose.js';\n",
    });
    expect(violations()).toEqual(['packages/reports/src: its rooms need each other: compose.ts → left → compose.ts']);
  });

  test('tests may import whatever they test', () => {
    write({
      'packages/reports/src/x.ts': 'export const x = 1;\n',
      'packages/reports/src/x.test.ts': "import { x } from './x.js';\nimport '../test/support.js';\n",
      'packages/reports/test/support.ts': "import '../src/x.test.js';\n",
    });
    expect(violations()).toEqual([]);
  });
});

describe('rooms', () => {
  /** @param {string} room @param {number} count */
  const fill = (room, count) => write(Object.fromEntries(Array.from({ length: count }, (_, n) => [`${room}/f${n}.ts`, 'export {};\n'])));

  test('a folder of sixteen files is crowded, one of fifteen and their tests is not', () => {
    fill('packages/loaders/src/yaml', 15);
    write({ 'packages/loaders/src/yaml/f1.test.ts': 'export {};\n', 'packages/loaders/src/yaml/inner/more.ts': 'export {};\n' });
    expect(violations()).toEqual([]);
    fill('packages/loaders/src/yaml', 16);
    expect(violations()).toEqual(['packages/loaders/src/yaml: 16 files lie in one room']);
  });

  test('scripts and benchmarks have rooms as well', () => {
    write({ 'bench/parts/a.mjs': "import './b.mjs';\n", 'bench/parts/b.mjs': "import './a.mjs';\n" });
    fill('scripts/docs', 16);
    expect(violations()).toEqual([expect.stringContaining('bench/parts/a.mjs'), 'scripts/docs: 16 files lie in one room']);
  });

  test('a list of items may be as long as it is', () => {
    fill('packages/evaluators/src/point-functions', 30);
    write({ 'packages/evaluators/package.json': { name: '@assay/evaluators' } });
    expect(violations()).toEqual([]);
  });
});

describe('lengths', () => {
  const lines = (/** @type {number} */ count) => Array.from({ length: count }, (_, n) => `  void ${n};\n`).join('');

  test('a function of more than a hundred lines is too long, wherever it stands; tests may be as long as they are', () => {
    write({ 'packages/loaders/src/long.ts': `export function short() {\n${lines(98)}}\n` });
    expect(violations()).toEqual([]);
    write({
      'packages/loaders/src/long.ts': `export function long() {\n${lines(99)}}\nexport const inner = {\n  one: () => {\n${lines(99)}},\n};\n`,
      'packages/loaders/src/long.test.ts': `export function long() {\n${lines(99)}}\n`,
    });
    expect(violations()).toEqual([
      'packages/loaders/src/long.ts:1:1: long has 101 lines, more than 100',
      'packages/loaders/src/long.ts:103:1: one has 101 lines, more than 100',
    ]);
  });

  test('a file of more than four hundred lines is too long', () => {
    write({ 'packages/loaders/src/long.ts': `${lines(400)}export {};\n` });
    expect(violations()).toEqual(['packages/loaders/src/long.ts:1:1: the file has 401 lines, more than 400']);
  });
});

test('the command fails with file, line and the way out', () => {
  write({ 'packages/loaders/src/index.ts': "import '@assay/reports';\n" });
  const script = fileURLToPath(new URL('check-star.mjs', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toContain('packages/loaders/src/index.ts:1:8');
  expect(stderr).toContain('put the parts together in apps/cli/src/runner');
});

test('the command is silent when the rule is kept', () => {
  const script = fileURLToPath(new URL('check-star.mjs', import.meta.url));
  expect(spawnSync(process.execPath, [script, root], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '', stdout: '' });
});

test('imports are found in every place where TypeScript allows them', () => {
  const text =
    "import a = require('a');\nvi.mock('b');\ndeclare module 'c' {}\nimport.meta.resolve('d');\nlet x: typeof import('e');\n";
  expect(importsOf('x.ts', text).map(({ specifier, line }) => `${line} ${specifier}`)).toEqual([
    '1 a',
    '2 b',
    '3 c',
    '4 d',
    '5 e',
  ]);
});
