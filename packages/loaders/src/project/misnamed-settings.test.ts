import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '../../test/project-folder.js';
import { misnamedSettings } from './misnamed-settings.js';

test.each([
  ['.assay/config.json', 'write what it says into .assay/config.yaml'],
  ['.assay/config.ts', 'write what it says into .assay/config.yaml'],
  ['.assay/settings.yaml', 'write what it says into .assay/config.yaml'],
  ['.assay/Config.yaml', 'write its name in small letters: .assay/config.yaml'],
  ['.assay/TARGETS.yml', 'write its name in small letters: .assay/targets.yml'],
  ['assay.config.yaml', 'write what it says into .assay/config.yaml'],
])('%s', async (file, hint) => {
  expect(misnamedSettings(await projectFolder({ [file]: '' }))).toEqual([[file, hint]]);
});

test.each(['.assay/config.yaml', '.assay/targets.yml', '.assay/providers.yaml', '.assay/targets.json', '.assay/models.yaml', '.assay/runs/config.json', 'assay.yaml', 'config.json', 'Config.yaml'])(
  '%s is read, or may be something else',
  async (file) => {
    expect(misnamedSettings(await projectFolder({ [file]: '' }))).toEqual([]);
  },
);

test.each(['assay.yaml', 'assay.yml', '.assay.yaml', '.assay.yml'])('%s is not read where it says what settings say', async (name) => {
  const told = async (content: string) => misnamedSettings(await projectFolder({ [name]: content }));
  expect(await told('targets: []\ndefaults: {target: mock}\n')).toEqual([[name, 'write what it says into .assay/config.yaml']]);
  for (const other of ['', '{', '- a', 'targets: []', 'judges: [a]\ntests: []', 'prices: {}\nprompts: []', 'title: T\nverdicts: {}\n---\nprompt: Hi']) expect(await told(other)).toEqual([]);
});

test('assay.yaml beside assay.jsonl holds the settings of that dataset', async () => {
  const files = { 'assay.yaml': 'defaults: {target: mock}', 'assay.jsonl': '{}', 'assay.yml': 'defaults: {target: mock}' };
  expect(misnamedSettings(await projectFolder(files)).map(([name]) => name)).toEqual(['assay.yml']);
});

test('a folder is no file, and a project without a folder of settings has none', async () => {
  const folder = await projectFolder({});
  expect(misnamedSettings(folder)).toEqual([]);
  await mkdir(join(folder, '.assay/config.json'), { recursive: true });
  expect(misnamedSettings(folder)).toEqual([]);
  expect(misnamedSettings(join(folder, 'none'))).toEqual([]);
});
