import { mkdir, mkdtemp, realpath, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sampleCase } from '@assay/schema/testing';
import { defineEvaluator, definitionFinder, shellArgv, type JsonObject, type JsonValue } from '@assay/schema';
import * as v from 'valibot';
import { expect, onTestFinished, test } from 'vitest';
import { createNamedFiles } from './named-files.js';

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-named-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), content);
  }
  return folder;
}

const sample = { description: 'For tests.', options: v.looseObject({}), examples: [], evaluate: () => ({ score: 1 }) };
const find = definitionFinder([
  defineEvaluator({ ...sample, name: 't', programs: () => [['script']] }),
  defineEvaluator({ ...sample, name: 'linter', programs: ({ on }) => (on === undefined ? [] : [['on', 'run']]) }),
  defineEvaluator({ ...sample, name: 'quiet', programs: 'never' }),
  defineEvaluator({ ...sample, name: 'reader', programs: 'never', files: ['prompt'] }),
  defineEvaluator({ ...sample, name: 'silent' }),
]);

const withOptions = (options: JsonObject, type = 't') => sampleCase({ evaluators: [{ name: 'e', type, weight: 1, options }] });

test('files are found by what stands in options like their paths, and told by content', async () => {
  const root = await folderWith({
    'suites/check.mjs': '1',
    'suites/tools/run.sh': '2',
    'prompts/ask.md': '3',
    'suites/schema.json': '4',
    'suites/Paris': '5',
    'suites/image.png': '6',
  });
  await writeFile(join(root, '..', 'assay-outside.txt'), 'x');
  onTestFinished(() => rm(join(root, '..', 'assay-outside.txt')));
  await symlink(join(root, '..', 'assay-outside.txt'), join(root, 'suites/link.txt'));
  const place = { directory: join(root, 'suites'), projectRoot: root };
  const namesOf = async (options: JsonObject): Promise<string[]> => (await createNamedFiles(find).of(withOptions(options), place)).map(([name]) => name.split('\0')[0] ?? '');

  expect(await namesOf({ script: ['node', 'check.mjs', '--strict'] })).toEqual(['check.mjs']);
  expect(await namesOf({ script: 'bash run.sh "schema.json" && ls', cwd: 'tools' })).toEqual(['run.sh', 'schema.json']);
  expect(await namesOf({ script: [...shellArgv('bash run.sh "schema.json" && ls')], cwd: 'tools' })).toEqual(['run.sh', 'schema.json']);
  expect(await namesOf({ script: ['echo', 'bash run.sh'], cwd: 'tools' })).toEqual([]);
  expect(await namesOf({ prompt: 'prompts/ask.md' })).toEqual(['prompts/ask.md']);
  expect(await namesOf({ evaluators: [{ type: 'json_schema', schema: './schema.json' }] })).toEqual(['./schema.json']);
  expect(await namesOf({ value: ['Paris', 'gone.txt', 'link.txt', '../../assay-outside.txt', '/etc/passwd', 'a\nb.md', 'x'.repeat(2000), '/'] })).toEqual([]);

  const parts = [{ type: 'file' as const, value: 'image.png', path: join(root, 'suites/image.png'), mediaType: 'image/png' }];
  const attached = sampleCase({ inputMessages: [{ role: 'user', content: parts }], evaluators: [] });
  expect(await createNamedFiles(find).of(attached, place)).toHaveLength(1);
  expect(await createNamedFiles(find).of(attached, { ...place, fileRule: () => 'is ignored by git' })).toEqual([]);
});

test('words of a line are files where the installed evaluator says that it starts programs, and anywhere if it says nothing', async () => {
  const root = await folderWith({ 'run.sh': '1', 'check.mjs': '2' });
  const namesOf = async (type: string, options: JsonObject): Promise<string[]> =>
    (await createNamedFiles(find).of(withOptions(options, type), { directory: root, projectRoot: root })).map(([name]) => name.split('\0')[0] ?? '');

  expect(await namesOf('linter', { on: { run: 'bash run.sh' }, script: 'node check.mjs' })).toEqual(['run.sh']);
  expect(await namesOf('quiet', { script: 'bash run.sh', path: 'check.mjs' })).toEqual(['check.mjs']);
  expect(await namesOf('silent', { steps: [{ go: 'bash run.sh' }] })).toEqual(['run.sh']);
  expect(await namesOf('quiet', { evaluators: [{ type: 'linter', on: { run: 'bash run.sh' } }, { type: 'quiet', on: { run: 'node check.mjs' } }] })).toEqual(['run.sh']);
});

test('a file may be called anything where programs are started, and where options are for files', async () => {
  const root = await folderWith({ checker: '1', words: '2', 'more.txt': '3', tone: '4' });
  const namesOf = async (type: string, options: JsonObject): Promise<string[]> =>
    (await createNamedFiles(find).of(withOptions(options, type), { directory: root, projectRoot: root })).map(([name]) => name.split('\0')[0] ?? '');

  expect(await namesOf('t', { script: ['sh', 'checker', '--words=words', '--more=more.txt'], value: 'tone' })).toEqual(['checker', 'more.txt', 'words']);
  expect(await namesOf('t', { script: 'sh checker words' })).toEqual(['checker', 'words']);
  expect(await namesOf('t', { script: [...shellArgv('sh checker words')] })).toEqual(['checker', 'words']);
  expect(await namesOf('reader', { prompt: 'tone', value: 'words' })).toEqual(['tone']);
  expect(await namesOf('quiet', { evaluators: [{ type: 'reader', prompt: { text: 'file://tone' } }], value: 'file://words' })).toEqual(['tone', 'words']);
  expect(await namesOf('silent', { steps: ['checker', 'sh more.txt'] })).toEqual([]);
});

test('a file that takes what a program prints is none that it names, and one that it reads is', async () => {
  const root = await folderWith({ 'run.sh': '1', 'in.txt': '2', 'out.log': '3', 'more.txt': '4', out: '5' });
  const place = { directory: root, projectRoot: root };
  const namesOf = async (script: string): Promise<string[]> => (await createNamedFiles(find).of(withOptions({ script }), place)).map(([name]) => name.split('\0')[0] ?? '');
  for (const sent of ['>out.log', '> out.log', '>> out.log', '2>out.log', '2>> "out.log"', '&> out.log', '>| out.log', '>out', '> out 2>&1', '>& out']) {
    expect([sent, await namesOf(`bash run.sh in.txt ${sent} && cat more.txt`)]).toEqual([sent, ['in.txt', 'more.txt', 'run.sh']]);
    expect([sent, await namesOf(`bash in.txt run.sh${sent}; cat more.txt`)]).toEqual([sent, ['in.txt', 'more.txt', 'run.sh']]);
  }
  expect(await namesOf('sh run.sh < in.txt')).toEqual(['in.txt', 'run.sh']);
  expect(await namesOf('sh run.sh --if=a->b => more.txt')).toEqual(['more.txt', 'run.sh']);
});

test('a file that an option has written is none that is named, and what an option gives besides is', async () => {
  const root = await folderWith({ 'run.mjs': '1', 'x.log': '2', 'in.json': '3' });
  const place = { directory: root, projectRoot: root };
  const namesOf = async (script: JsonValue): Promise<string[]> => (await createNamedFiles(find).of(withOptions({ script }), place)).map(([name]) => name.split('\0')[0] ?? '');
  for (const option of ['--log', '-log', '--logs', '--log-file', '--logfile', '--debug-log', '--out', '--output', '--output_path', '--stderr']) {
    expect([option, await namesOf(['node', 'run.mjs', `${option}=x.log`])]).toEqual([option, ['run.mjs']]);
    expect([option, await namesOf(`node run.mjs ${option}=x.log`)]).toEqual([option, ['run.mjs']]);
  }
  for (const option of ['--log-config', '--output-schema', '--expected-output', '--input-log', '--catalog', '--checkout', '--words', '-f']) {
    expect([option, await namesOf(['node', 'run.mjs', `${option}=in.json`])]).toEqual([option, ['in.json', 'run.mjs']]);
  }
  // It may be an option that takes nothing.
  expect(await namesOf('node run.mjs --log in.json')).toEqual(['in.json', 'run.mjs']);
});

test('a file that changes while the process runs is read again', async () => {
  const root = await folderWith({ 'check.mjs': 'one' });
  const files = createNamedFiles(find);
  const look = () => files.of(withOptions({ script: ['node', 'check.mjs'] }), { directory: root, projectRoot: root });
  const before = await look();
  expect(await look()).toEqual(before);
  await writeFile(join(root, 'check.mjs'), 'two');
  await utimes(join(root, 'check.mjs'), 1, 1);
  expect(await look()).not.toEqual(before);
});

test('a workspace is told by all files of its template, and by those that its hooks name', async () => {
  const root = await folderWith({ 'suites/app/a.txt': '1', 'suites/app/deep/b.txt': '2', 'suites/setup.sh': '3' });
  await symlink('a.txt', join(root, 'suites/app/link'));
  const place = { directory: join(root, 'suites'), projectRoot: root };
  const evalCase = { ...sampleCase({ evaluators: [] }), workspace: { template: 'app', hooks: { beforeEach: { command: 'sh setup.sh' } } } };
  const files = createNamedFiles(find);
  const before = await files.of(evalCase, place);
  expect(before.map(([name]) => name.split('\0')[0])).toEqual(['setup.sh', 'template/a.txt', 'template/deep/b.txt', 'template/link']);
  await writeFile(join(root, 'suites/app/deep/b.txt'), 'other');
  const after = await files.of(evalCase, place);
  expect(after.flatMap((file, index) => (file[1] === before[index]?.[1] ? [] : [file[0]]))).toEqual(['template/deep/b.txt']);
});
