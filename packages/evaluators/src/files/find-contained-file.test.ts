import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/temporary-folder.js';
import { fileError, findContainedFile, type FilePlace } from './find-contained-file.js';

async function project(): Promise<FilePlace & { readonly folder: string }> {
  const folder = await temporaryFolder({ 'p/evals/deep/x': '', 'p/evals/a.json': '12', 'p/b.json': '', 'out.json': '' });
  return { folder, projectRoot: path.join(folder, 'p'), directory: path.join(folder, 'p/evals/deep') };
}

describe('findContainedFile', () => {
  test('looks in the suite’s folder, then in each folder above it up to the root', async () => {
    const place = await project();
    expect(await findContainedFile('a.json', place)).toEqual({ kind: 'found', path: path.join(place.projectRoot, 'evals/a.json'), size: 2 });
    expect(await findContainedFile('b.json', place)).toMatchObject({ kind: 'found', path: path.join(place.projectRoot, 'b.json') });
    expect(await findContainedFile('out.json', place)).toEqual({
      kind: 'missing',
      tried: ['evals/deep', 'evals', '.'].map((folder) => path.join(place.projectRoot, folder, 'out.json')),
    });
    expect(await findContainedFile('b.json', place, false)).toMatchObject({ kind: 'missing' });
  });

  test('paths upwards and absolute ones are fine inside the root, and nothing outside it is', async () => {
    const place = await project();
    expect(await findContainedFile('../../b.json', place)).toMatchObject({ kind: 'found' });
    expect(await findContainedFile(path.join(place.projectRoot, 'b.json'), place)).toMatchObject({ kind: 'found' });
    const outside = { kind: 'outside', leadsTo: path.join(place.folder, 'out.json'), link: false };
    expect(await findContainedFile('../../../out.json', place)).toEqual({ ...outside, exists: true });
    expect(await findContainedFile(path.join(place.folder, 'out.json'), place)).toEqual({ ...outside, exists: true });
    expect(await findContainedFile('../../../none.json', place)).toMatchObject({ kind: 'outside', exists: false });
  });

  test('links are followed', async () => {
    const place = await project();
    await symlink(path.join(place.folder, 'out.json'), path.join(place.directory, 'link.json'));
    await symlink(path.join(place.projectRoot, 'b.json'), path.join(place.directory, 'inside.json'));
    await symlink('loop.json', path.join(place.directory, 'loop.json'));
    expect(await findContainedFile('link.json', place)).toEqual({ kind: 'outside', leadsTo: path.join(place.folder, 'out.json'), link: true, exists: true });
    expect(await findContainedFile('inside.json', place)).toMatchObject({ kind: 'found' });
    expect(await findContainedFile('loop.json', place)).toMatchObject({ kind: 'missing' });
  });

  test('folders, and names that no file can have, are not found', async () => {
    const place = await project();
    await mkdir(path.join(place.directory, 'folder.json'));
    for (const written of ['folder.json', 'a.json/b', 'a\0b', 'x'.repeat(5000)]) {
      expect(await findContainedFile(written, place)).toMatchObject({ kind: 'missing' });
    }
  });

  test('a folder beside the root whose name begins like it is outside', async () => {
    const folder = await temporaryFolder({ 'p/x': '', 'p2/out.json': '' });
    const place = { directory: path.join(folder, 'p'), projectRoot: path.join(folder, 'p') };
    expect(await findContainedFile('../p2/out.json', place)).toMatchObject({ kind: 'outside' });
  });

  test('a suite that lies outside the root has nothing beside it', async () => {
    const folder = await temporaryFolder({ 'p/b.json': '', 'q/a.json': '' });
    const place = { directory: path.join(folder, 'q'), projectRoot: path.join(folder, 'p') };
    expect(await findContainedFile('a.json', place)).toMatchObject({ kind: 'outside' });
    expect(await findContainedFile('../p/b.json', place)).toMatchObject({ kind: 'found' });
  });
});

test('fileError says where a file leads, where it must stay, and what to do', () => {
  const place = { directory: '/p/evals', projectRoot: '/p' };
  const outside = { kind: 'outside', leadsTo: '/q/a.md', link: true, exists: true } as const;
  expect(fileError('the file "a.md"', outside, place, '')).toMatchObject({
    code: 'unscored',
    reason: 'config',
    message: 'the file "a.md" leads to /q/a.md through a symbolic link, outside the project root /p',
    hint: 'move it into the project: files that evaluators name must stay inside /p',
  });
  expect(fileError('the file "a.md"', { kind: 'missing', tried: ['/p/evals/a.md', '/p/a.md'] }, place, 'look closer')).toMatchObject({
    message: 'the file "a.md" was not found; tried /p/evals/a.md, /p/a.md',
    hint: 'look closer',
  });
});
