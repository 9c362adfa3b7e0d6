import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkDocs } from './check-docs.mjs';
import { outputMatches } from './docs/compare-output.mjs';

let root = '';

/** @param {string} path @param {string} text */
function write(path, text) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** @param {string} info @param {string[]} lines @returns {string} a fenced block */
const block = (info, ...lines) => `\`\`\`${info}\n${lines.join('\n')}\n\`\`\`\n\n`;

/** @param {string} text of the README @returns {Promise<string[]>} `path:line: message` */
async function problemsOf(text) {
  write('README.md', text);
  const { problems } = await checkDocs({ root });
  return problems.map(({ path, line, message }) => `${relative(root, path)}:${line}: ${message}`);
}

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'assay-check-docs-')));
  write('apps/cli/package.json', JSON.stringify({ name: 'assay', version: '1.2.3', bin: { assay: './bin.mjs' } }));
  // A command that shows what reaches it: its arguments, its folder's files, and its exit code.
  write(
    'apps/cli/bin.mjs',
    "import { readFileSync } from 'node:fs';\nconst [command, value] = process.argv.slice(2);\n" +
      "if (command === 'cat') process.stdout.write(readFileSync(value, 'utf8'));\n" +
      "else if (command === 'exit') { process.stderr.write('on stderr\\n'); process.exitCode = Number(value); }\n" +
      "else if (command === 'env') process.stdout.write(`${value}=${process.env[value]}\\n`);\n" +
      "else process.stdout.write('finished in 12.3s, see .assay/runs/20261121-0912-ab12/run.json\\n');\n",
  );
  write(
    'packages/schema/package.json',
    JSON.stringify({
      name: '@assay/schema',
      type: 'module',
      exports: { '.': { '@assay/source': './none.ts', types: './index.d.ts', default: './index.js' } },
    }),
  );
  write('packages/schema/index.js', "export const name = 'built';\n");
  write('packages/schema/index.d.ts', 'export declare const name: string | undefined;\n');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

test('only the samples of the pages that people begin with are run where only these are asked for', async () => {
  write('README.md', block('sh run', 'exit 7'));
  write('docs/later.md', `${block('sh run', 'exit 8')}[gone](gone.md)\n`);
  const { problems, samples } = await checkDocs({ root, onlyFirst: true });
  expect([samples, problems.map(({ message }) => message.split('\n')[0])]).toEqual([1, [expect.stringContaining('exit code 7'), expect.stringContaining('gone.md')]]);
});

test('samples of a package are run, and import what its page says to install', async () => {
  const imports = "import { name } from '@assay/schema/testing';\nimport * as v from 'valibot';\nimport 'node:fs';";
  write('packages/schema/README.md', `${block('sh', 'npm install @assay/schema # needs nothing')}${block('ts', imports)}${block('ts', 'const nothing = 1;')}`);
  const { problems } = await checkDocs({ root, onlyLinks: true });
  expect(problems.map(({ line, message }) => `${line}: ${message}`)).toEqual([
    '5: a sample of a package that imports something is run: write ```ts run, and what it prints below it',
    '5: the sample imports valibot, which the page does not say to install',
  ]);
});

test('only links are looked at where only these are asked for', async () => {
  write('README.md', `${block('sh run', 'exit 7')}[gone](docs/gone.md)\n`);
  const { problems, samples } = await checkDocs({ root, onlyLinks: true });
  expect([samples, problems.length, problems[0]?.message]).toEqual([0, 1, expect.stringContaining('gone.md')]);
});

describe('samples', () => {
  test('a titled block becomes a file, and a shell block sees it', async () => {
    const text =
      block('yaml title=evals/a.yaml', 'cases: []') +
      block('sh run', 'assay cat evals/a.yaml') +
      block('text output', 'cases: []');
    expect(await problemsOf(text)).toEqual([]);
  });

  test('an output that differs is a problem that shows both', async () => {
    const problems = await problemsOf(block('sh run', 'echo new') + block('text output', 'old'));
    expect(problems).toEqual([expect.stringMatching(/^README\.md:5: the sample of line 1 prints something else.*old.*new/su)]);
  });

  test('durations and run ids may differ', async () => {
    const output = block('text output', 'finished in 1.2s, see .assay/runs/20250101-1200-zz99/run.json');
    expect(await problemsOf(block('sh run', 'assay run') + output)).toEqual([]);
  });

  test('a sample must end with exit code 0, or with the one that it names', async () => {
    expect(await problemsOf(block('sh run', 'assay exit 3'))).toEqual([
      expect.stringMatching(/^README\.md:1: the sample ended with exit code 3, not 0.*on stderr/su),
    ]);
    expect(await problemsOf(block('sh run exit=3', 'assay exit 3'))).toEqual([]);
    expect(await problemsOf(block('sh run exit=3', 'assay exit 0'))).toHaveLength(1);
  });

  test('a failing command stops its block', async () => {
    expect(await problemsOf(block('sh run', 'false', 'true'))).toHaveLength(1);
  });

  test('stdout and stderr are compared together, in order', async () => {
    const text = block('sh run exit=2', 'echo first', 'assay exit 2') + block('text output', 'first', 'on stderr');
    expect(await problemsOf(text)).toEqual([]);
  });

  test('checked as one of all pages, commands that need no shell share a process, and do and say the same', async () => {
    write('packages/schema/package.json', JSON.stringify({ name: '@assay/schema' }));
    // A command as the real one is: to be imported, with what it does as a function.
    write(
      'apps/cli/bin.mjs',
      'let runs = 0;\n' +
        'export async function main([command, value]) {\n' +
        "  if (command === '--version') return 0;\n" +
        "  process.stdout.write(`${(runs += 1)} ${command} in ${process.cwd().split('/').at(-1)}\\n`);\n" +
        "  process.stderr.write('on stderr\\n');\n" +
        "  process.stdout.write(`at ${process.env['HOME'].split('/').at(-1)}\\n`);\n" +
        '  return Number(value ?? 0);\n}\n' +
        'process.exitCode = await main(process.argv.slice(2));\n',
    );
    const said = (/** @type {number} */ run, /** @type {string} */ command) => [`${run} ${command} in page`, 'on stderr', 'at home'];
    const page =
      block('sh run exit=3', 'assay first', "assay 'second one' 3", 'assay never') +
      block('text output', ...said(1, 'first'), ...said(2, 'second one')) +
      // Of a pipe nobody knows when it comes among what goes past it.
      block('sh run', 'assay piped 2> log.txt | cat') +
      block('text output', ...said(1, 'piped').filter((line) => line !== 'on stderr')) +
      block('sh run exit=4', 'assay third 4') +
      block('text output', ...said(3, 'third'));
    write('docs/page.md', page);
    write('docs/_notes/page.md', block('sh run', 'exit 1'));
    write('README.md', block('sh run', 'assay first', 'assay second') + block('text output', ...said(1, 'first'), ...said(1, 'second')));
    expect(await checkDocs({ root, warm: true })).toMatchObject({ problems: [], samples: 4 });
    expect((await checkDocs({ root })).problems).toHaveLength(2);
    write('docs/page.md', block('yaml title=a.mjs') + page + block('js title=a.mjs', '1'));
    expect((await checkDocs({ root, warm: true })).problems).toHaveLength(2);
  });

  test('the environment of whoever runs the check does not reach a sample', async () => {
    process.env['ASSAY_DOCS_TEST'] = 'leaked';
    try {
      const text = block('sh run', 'assay env ASSAY_DOCS_TEST') + block('text output', 'ASSAY_DOCS_TEST=undefined');
      expect(await problemsOf(text)).toEqual([]);
    } finally {
      delete process.env['ASSAY_DOCS_TEST'];
    }
  });

  test('a TypeScript sample imports the built packages', async () => {
    const text =
      block('ts run', "import { name } from '@assay/schema';", "const shown: string = name ?? '';", 'console.log(shown);') +
      block('text output', 'built');
    expect(await problemsOf(text)).toEqual([]);
    expect(await problemsOf(block('ts run', "throw new TypeError('broken sample');"))).toEqual([
      expect.stringContaining('broken sample'),
    ]);
  });

  test('TypeScript must compile under strict, the titled block as well as the one that imports it', async () => {
    const text =
      block('ts title=length.ts', 'export const length = (text) => text.length;') +
      block('ts run', "import { name } from '@assay/schema';", "import { length } from './length.js';", 'console.log(length(name.trim()));');
    expect(await problemsOf(text)).toEqual([
      expect.stringMatching(/^README\.md:2: the sample does not compile under strict: Parameter 'text' implicitly has an 'any' type/u),
      expect.stringMatching(/^README\.md:8: the sample does not compile under strict: 'name' is possibly 'undefined'/u),
    ]);
  });

  test('a block can run in a copy of a folder of the project', async () => {
    write('examples/faq/eval.yaml', 'original\n');
    const text =
      block('sh run in=examples/faq', 'echo changed >> eval.yaml', 'assay cat eval.yaml') +
      block('text output', 'original', 'changed');
    expect(await problemsOf(text)).toEqual([]);
    expect(readFileSync(join(root, 'examples/faq/eval.yaml'), 'utf8')).toBe('original\n');
  });

  test('each page has its own folder', async () => {
    write('docs/other.md', block('sh run exit=1', 'test -e a.txt'));
    expect(await problemsOf(block('text title=a.txt', 'a') + block('sh run', 'test -e a.txt'))).toEqual([]);
  });

  test('a file outside of the folder is refused', async () => {
    expect(await problemsOf(block('text title=../a.txt', 'a'))).toEqual([expect.stringContaining("leaves the page's folder")]);
  });

  test('a misspelt word after the language is a problem, a block without one is only read', async () => {
    expect(await problemsOf(block('sh run exits=1', 'true'))).toEqual([expect.stringContaining('"exits" means nothing')]);
    expect(await problemsOf(block('go run', 'x'))).toEqual([expect.stringContaining('a block of go cannot be run')]);
    expect(await problemsOf(block('text output', 'x'))).toEqual([expect.stringContaining('belongs after a block that is run')]);
    expect(await problemsOf(block('sh', 'false'))).toEqual([]);
  });

  test('--update writes what was printed, and nothing else', async () => {
    write(
      'README.md',
      `# Title\n\n${block('sh run', 'echo one')}${block('text output', 'old', 'lines')}text\n\n${block('sh run', 'echo two')}${block('text output', 'two')}`,
    );
    const { problems, updated } = await checkDocs({ root, update: true });
    expect({ problems, updated }).toEqual({ problems: [], updated: [join(root, 'README.md')] });
    expect(readFileSync(join(root, 'README.md'), 'utf8')).toBe(
      `# Title\n\n${block('sh run', 'echo one')}${block('text output', 'one')}text\n\n${block('sh run', 'echo two')}${block('text output', 'two')}`,
    );
  });
});

describe('links', () => {
  test('links to files, folders and headings that exist are fine', async () => {
    write(
      'docs/guide.md',
      '# The guide\n\n## Scores & `weights`\n\n<a id="here"></a>\n\n[back](../README.md#start) [root](/README.md)\n',
    );
    const text =
      '# Start\n\n[a](docs/guide.md#scores--weights) [b](docs/guide.md#here) [c](docs) [d](#start) [e](https://example.com/x) [f][g]\n\n[g]: docs/guide.md\n';
    expect(await problemsOf(text)).toEqual([]);
  });

  test.each([
    ['a file that does not exist', '[a](docs/none.md)', 'leads to docs/none.md, which does not exist'],
    ['an image that does not exist', '![a](docs/none.png)', 'leads to docs/none.png, which does not exist'],
    ['a link in HTML', '<img src="none.png">', 'leads to none.png, which does not exist'],
    ['a heading that is not there', '# Start\n\n[a](#end)', 'heading #end, which README.md does not have; it has #start'],
    ['a link definition', '[a][b]\n\n[b]: none.md', 'leads to none.md'],
    ['a file outside of the project', '[a](../../etc)', 'leaves the project'],
  ])('%s', async (_, text, message) => {
    expect(await problemsOf(text)).toEqual([expect.stringContaining(message)]);
  });

  test('links in code are text', async () => {
    expect(await problemsOf(block('md', '[a](none.md)') + '`[a](none.md)`\n')).toEqual([]);
  });
});

describe('outputs', () => {
  test.each([
    ['a\n…\nd', 'a\nb\nc\nd', true],
    ['a\n…\nd', 'a\nd', true],
    ['a\n…', 'a\nb', true],
    ['a\n…\nd', 'a\nb', false],
    ['score … of 3', 'score 2.5 of 3', true],
    ['score … of 3', 'score 2.5 of 4', false],
    ['a.b (c)', 'aXb (c)', false],
    ['took 5 ms', 'took 120 ms', true],
    ['5 passed', '6 passed', false],
    ['on 2026-01-02', 'on 2027-03-04', true],
    ['green', '\u001B[32mgreen\u001B[39m', true],
    ['a', 'a\nb', false],
  ])('%j against %j', (expected, actual, matches) => {
    expect(outputMatches(expected, actual)).toBe(matches);
  });
});
