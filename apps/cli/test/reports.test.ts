import { existsSync } from 'node:fs';
import { chmod, mkdir, readlink, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { reporterDefinitions } from '@assay/reports';
import { describe, expect, test } from 'vitest';
import { startChatServer } from './support/servers/chat-server.js';
import { readCsv, readTable } from './support/read-csv.js';
import { runAssay } from './support/commands/warm-assay.js';
import { run } from './support/projects/counting-reporter.js';
import { leftovers, project, RUN, SUITE } from './support/projects/reported-project.js';
import { createWorkspace } from './support/projects/workspace.js';

describe('--report', () => {
  test('writes reports beside what is shown, several of them, into folders that it makes', async () => {
    const workspace = await project();
    const { exitCode, stdout, stderr } = await runAssay([...RUN, '--report', 'csv=out/deep/results.csv,json=out/summary.json', '--report', 'terminal=summary.txt'], { cwd: workspace.folder });
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 1, stderr: expect.not.stringContaining('error') });
    expect(stdout).toContain('FAILED');
    expect(readTable(await workspace.read('out/deep/results.csv'))).toMatchObject([
      { case_id: 'one', target: 'mock', verdict: 'pass', score: '1', 'score: contains': '1', 'score: short': '' },
      { case_id: 'two', verdict: 'fail', score: '0.5', 'score: contains': '0', 'score: short': '1', reasons: expect.stringContaining('"a"') },
    ]);
    expect(JSON.parse(await workspace.read('out/summary.json'))).toMatchObject({ exit_code: 1, problem_count: 1 });
    expect(await workspace.read('summary.txt')).toBe(stdout);
    expect(await leftovers(workspace)).toEqual([]);
  });

  test('without a file it is printed, alone', async () => {
    const workspace = await project();
    const csv = await runAssay([...RUN, '--report', 'csv'], { cwd: workspace.folder });
    expect(csv.exitCode).toBe(1);
    expect(readTable(csv.stdout).map(({ case_id: id }) => id)).toEqual(['one', 'two']);
    const json = await runAssay([...RUN, '--report', 'json', '--report=terminal=shown.txt'], { cwd: workspace.folder });
    expect(JSON.parse(json.stdout)).toMatchObject({ exit_code: 1 });
    expect(await workspace.read('shown.txt')).toContain('FAILED');
  });

  test('score writes them too', async () => {
    const workspace = await project({ 'out.jsonl': '{"id":"one","text":"a"}\n{"id":"two","text":"a","duration_ms":5}\n' });
    const { exitCode } = await runAssay(['score', 'suite.yaml', '--outputs', 'out.jsonl', '--report', 'csv=results.csv'], { cwd: workspace.folder });
    expect(exitCode).toBe(0);
    expect(readTable(await workspace.read('results.csv')).map(({ target, output }) => `${target} ${output}`)).toEqual(['outputs a', 'outputs a']);
  });

  test('replaces a report of an earlier run whole, also through a link', async () => {
    const workspace = await project({ 'kept/results.csv': 'old' });
    await symlink('kept/results.csv', join(workspace.folder, 'results.csv'));
    await chmod(join(workspace.folder, 'kept/results.csv'), 0o600);
    expect((await runAssay([...RUN, '--report', 'csv=results.csv'], { cwd: workspace.folder })).exitCode).toBe(1);
    expect(await readlink(join(workspace.folder, 'results.csv'))).toBe('kept/results.csv');
    expect(readTable(await workspace.read('kept/results.csv'))).toHaveLength(2);
  });
});

describe('what cannot be is an error before the first request', () => {
  test.each([
    [['--report', 'cvs=x.csv'], 'unknown reporter "cvs"', 'did you mean csv?'],
    [['--report', '__proto__'], 'unknown reporter "__proto__"', `reporters: ${reporterDefinitions.map(({ name }) => name).toSorted().join(', ')}`],
    [['--report', 'csv='], '"csv=" is no report', 'csv=results.csv'],
    [['--report', 'csv=a.csv,,json'], '"" is no report', 'NAME=FILE'],
    [['--report', 'csv,json'], 'csv and json would both be printed on standard output', '--report json=FILE'],
    [['--report', 'csv', '--json'], 'json and csv would both be printed on standard output', '--report csv=FILE'],
    [['--report', 'csv', '--explain'], '--explain prints on standard output, as report csv does', '--report csv=FILE'],
    [['--report', 'csv=x.out,json=./x.out'], 'reports csv and json would both be written to x.out', 'file of its own'],
    [['--report', 'csv=suite.yaml'], 'report csv would replace suite.yaml, which the run reads', 'another file'],
    [['--report', 'json=run/results.jsonl', '--out', 'run'], 'report json would replace run/results.jsonl, which the run writes itself', 'another file'],
    [['--report', 'csv=folder'], 'cannot write folder: a folder stands there', '--report NAME=FILE'],
    [['--report', 'csv=suite.yaml/x.csv'], 'cannot write suite.yaml/x.csv', '--report NAME=FILE'],
    [['--report', 'csv=/dev/null'], 'cannot write /dev/null: it is no regular file', 'leave'],
    [['--report', 'csv=/proc/x/y.csv'], 'cannot write /proc/x/y.csv', '--report NAME=FILE'],
    [['--report', 'csv=bad.csv,json=folder'], 'cannot write folder: a folder stands there', '--report NAME=FILE'],
  ])('%j', async (args, message, hint) => {
    const server = await startChatServer(() => 'a');
    const workspace = await project({
      'folder/x': '',
      '.assay/targets.yaml': `targets:\n  - {name: server, provider: openai, model: m, endpoint: '${server.url}', api_key: test}\n`,
    });
    const { exitCode, stderr, stdout } = await runAssay(['run', 'suite.yaml', '--target', 'server', ...args], { cwd: workspace.folder });
    expect(stderr).toContain(message);
    expect(stderr).toContain(hint);
    expect({ exitCode, stdout, asked: server.requests.length }).toEqual({ exitCode: 2, stdout: '', asked: 0 });
    expect(await workspace.read('suite.yaml')).toBe(SUITE);
    expect(await leftovers(workspace)).toEqual([]);
    expect(existsSync(join(workspace.folder, 'bad.csv'))).toBe(false);
    expect(existsSync(join(workspace.folder, '.assay/runs'))).toBe(false);
  });

  test('a dry run finds names and options, and makes nothing', async () => {
    const workspace = await project();
    const wrong = await runAssay([...RUN, '--dry-run', '--report', 'cvs=x'], { cwd: workspace.folder });
    expect(wrong).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('unknown reporter "cvs"') });
    expect((await runAssay([...RUN, '--dry-run', '--report', 'csv=a/x.csv'], { cwd: workspace.folder })).exitCode).toBe(0);
    expect(existsSync(join(workspace.folder, 'a'))).toBe(false);
  });
});

describe('reports: in settings', () => {
  const REPORTS = `reports:
  - csv=reports/all.csv
  - {name: csv, file: reports/short.csv, columns: [case_id, scores], separator: semicolon, bom: true}
`;

  test('are written by every run that asks for none itself, from the root of the project', async () => {
    const workspace = await project({ '.assay/config.yaml': REPORTS, 'sub/x': '' });
    const { exitCode } = await runAssay(['run', '../suite.yaml', '--target', 'mock'], { cwd: join(workspace.folder, 'sub') });
    expect(exitCode).toBe(1);
    expect(readTable(await workspace.read('reports/all.csv'))).toHaveLength(2);
    expect(await workspace.read('reports/short.csv')).toBe('\uFEFF"case_id";"score: contains";"score: short"\r\n"one";1;\r\n"two";0;1\r\n');
    await workspace.remove('reports');
    await runAssay([...RUN, '--report', 'json=summary.json'], { cwd: workspace.folder });
    expect(existsSync(join(workspace.folder, 'reports'))).toBe(false);
  });

  test.each([
    ['reports: [cvs=x.csv]', '.assay/config.yaml:1:11: unknown reporter "cvs"'],
    ['reports: csv', '.assay/config.yaml:1:10: report csv needs a file in settings'],
    ['reports:\n  - {name: csv, file: x.csv, colums: [case_id]}', '.assay/config.yaml:2:5: reporter csv has no option "colums"'],
    ['reports:\n  - {name: csv, file: x.csv, columns: [nope]}', '.assay/config.yaml:2:5: reporter csv: columns[0] must be one of run_id, suite, '],
    ['reports:\n  - {name: csv, file: x.csv, bom: maybe}', '.assay/config.yaml:2:5: reporter csv: bom must be true or false, not a string'],
    ['reports:\n  - {name: json, file: x.json, by: [nope]}', '.assay/config.yaml:2:5: reporter json: by.0: expected suite, '],
  ])('%j is wrong, for run and validate', async (settings, message) => {
    const workspace = await project({ '.assay/config.yaml': `${settings}\n` });
    for (const command of [RUN, ['validate', 'suite.yaml']]) {
      const { exitCode, stdout, stderr } = await runAssay([...command], { cwd: workspace.folder });
      expect({ exitCode, said: stdout + stderr }).toEqual({ exitCode: 2, said: expect.stringContaining(message.replace(/: (?=\w)/u, command === RUN ? ': ' : ': error: ')) });
    }
  });

  test('what is no report at all has its place', async () => {
    const workspace = await project({ '.assay/config.yaml': 'reports:\n  - 5\n  - {file: x}\n  - {name: csv, file: 5}\n  - csv=\n' });
    const { exitCode, stderr } = await runAssay([...RUN], { cwd: workspace.folder });
    expect(exitCode).toBe(2);
    for (const line of [2, 3, 4, 5]) expect(stderr).toContain(`.assay/config.yaml:${line}:`);
  });

  test('of a project that is not trusted are refused; what the user asks for is written, not through links', async () => {
    const workspace = await project({ '.assay/config.yaml': 'reports: [csv=results.csv]\n' });
    const own = { cwd: workspace.folder, env: { HOME: join(workspace.folder, '../nobody') } };
    const refused = await runAssay([...RUN, '--untrusted'], own);
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('.assay/config.yaml:1:11') });
    expect(refused.stderr).toContain('a project that is not trusted asks for a report: csv');
    await symlink('/tmp', join(workspace.folder, 'away'));
    const led = await runAssay([...RUN, '--untrusted', '--report', 'csv=away/assay-led.csv', '--out', '/tmp/assay-none'], own);
    expect(led).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('is a symbolic link in a project that is not trusted') });
    expect(existsSync('/tmp/assay-led.csv')).toBe(false);
  });
});

describe('a report that is lost', () => {
  test('costs nothing but itself: rows stay, the run goes on, and the exit code says that something is missing', async () => {
    // The folder goes while the run is under way.
    const server = await startChatServer(async () => {
      await workspace.remove('gone').catch(() => undefined);
      return 'a';
    });
    const workspace = await project({
      'gone/x': '',
      '.assay/targets.yaml': `targets:\n  - {name: server, provider: openai, model: m, endpoint: '${server.url}', api_key: test}\n`,
    });
    const { exitCode, stdout, stderr } = await runAssay(['run', 'suite.yaml', '--target', 'server', '--report', 'csv=gone/results.csv,json=summary.json'], { cwd: workspace.folder });
    expect(stderr).toContain('error: report "csv" for gone/results.csv is lost: cannot write gone/results.csv');
    expect({ exitCode, rows: (await workspace.rows()).length }).toEqual({ exitCode: 3, rows: 2 });
    expect(stdout).toContain('PASSED');
    expect(JSON.parse(await workspace.read('summary.json'))).toMatchObject({ exit_code: 0 });
  });
});

const FORMULA = /^[\s"'`\u200B]*[=+\-@\t\r＝＋－＠]/u;

test('nothing that cases, targets, replies and errors say is a formula in CSV, and no secret is in it', async () => {
  const secret = 'sk-canary-0123456789abcdef';
  const evil = ['=1+1', '+1', '@SUM(A1)', "-2+3+cmd|' /C calc'!D2", '＝1', '\t=1', ' =1', '"=1', '\n=1', 'a\n=HYPERLINK("x")', 'x;=1', '\u202E=1', '\u001B]0;x\u0007'];
  const server = await startChatServer(({ text }) => {
    const found = evil.find((_each, index) => text.includes(`case ${index}.`));
    return text.includes('case 3.') ? { status: 400, body: JSON.stringify({ error: { message: `=cmd() ${secret}` } }) } : `${found} ${secret}`;
  });
  const cases = evil.map((text, index) => ({
    id: `${text} ${index}`, expected_outcome: text, tags: [text], input: `case ${index}.`,
    evaluators: [{ name: `${text} e`, type: 'contains', value: `${text}!` }],
  }));
  const workspace = await createWorkspace({
    'suite.yaml': JSON.stringify({ name: '=suite()', evalcases: cases }),
    '.assay/targets.yaml': `targets:\n  - {name: '=target()', provider: openai, model: m, endpoint: '${server.url}', api_key: '${secret}'}\n`,
  });
  const { exitCode, stderr } = await runAssay(['run', 'suite.yaml', '--target', '=target()', '--max-retries', '0', '--report', 'csv=results.csv,json=summary.json'], { cwd: workspace.folder });
  expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.not.stringContaining(secret) });
  const text = await workspace.read('results.csv');
  const records = readCsv(text);
  expect(records).toHaveLength(evil.length + 1);
  // What is made harmless begins with an apostrophe; anything else begins with no sign of a formula.
  for (const cell of records.flat()) expect(cell.startsWith("'") ? cell.slice(1, 2) : cell).toSatisfy((shown: string) => cell.startsWith("'") || !FORMULA.test(shown));
  expect(records.flat().filter((cell) => cell.startsWith("'")).length).toBeGreaterThan(evil.length * 3);
  expect(text).not.toMatch(/(?![\t\r\n])\p{Cc}|\u202E/u);
  expect(text.replaceAll('""', '"')).not.toMatch(/\n=|;=/u);
  expect(text + (await workspace.read('summary.json'))).not.toContain(secret);
  expect(readTable(text)[3]?.['error']).toContain('=cmd()');
});

describe('a reporter of a program', () => {
  test('is asked for by its name, with options of its own', async () => {
    const workspace = await project({ '.assay/config.yaml': 'reports: [csv=settings.csv]\n' });
    const { lostReporters } = await run(workspace, {}, ['count=a.txt', { name: 'count', file: 'b.txt', options: { word: 'rows' } }, 'csv=c.csv']);
    expect(lostReporters).toEqual([]);
    expect([await workspace.read('a.txt'), await workspace.read('b.txt')]).toEqual(['2 trials\n', '2 rows\n']);
    expect(readTable(await workspace.read('c.csv'))).toHaveLength(2);
    expect(existsSync(join(workspace.folder, 'settings.csv'))).toBe(false);
  });

  test('what it cannot be asked for is an error before anything runs', async () => {
    const workspace = await project();
    await expect(run(workspace, {}, ['count'])).rejects.toThrow('report count needs a file');
    await expect(run(workspace, {}, [{ name: 'count', file: 'x', options: { wort: 1 } }])).rejects.toThrow('reporter count has no option "wort"');
    await expect(run(workspace, {}, [{ name: 'count', file: 'x', options: { word: 1 } }])).rejects.toMatchObject({ message: 'reporter count: word must be a string, not a number', hint: 'options: word' });
    await mkdir(join(workspace.folder, 'x'));
    await expect(run(workspace, {}, ['count=x'])).rejects.toThrow('a folder stands there');
    expect(existsSync(join(workspace.folder, '.assay/runs'))).toBe(false);
  });
});
