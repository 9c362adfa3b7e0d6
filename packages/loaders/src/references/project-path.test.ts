import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectPath } from './project-path.js';

let base = '';

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'assay-path-'));
  await mkdir(join(base, 'here/.assay'), { recursive: true });
  await mkdir(join(base, 'here/evals/deep'), { recursive: true });
  await mkdir(join(base, 'loose'), { recursive: true });
  await cp(join(base, 'here'), join(base, 'there/moved'), { recursive: true });
});
afterAll(() => rm(base, { recursive: true, force: true }));

test.each([
  ['here/evals/deep/x.yaml', '.', 'evals/deep/x.yaml'],
  ['here/evals/deep/x.yaml', 'here/evals', 'evals/deep/x.yaml'],
  ['there/moved/evals/deep/x.yaml', 'loose', 'evals/deep/x.yaml'],
  ['loose/x.yaml', 'loose', 'x.yaml'],
  ['loose/x.yaml', '.', 'loose/x.yaml'],
  ['loose/x.yaml', 'here/evals', '../loose/x.yaml'],
])('%s, worked on in %s, has the path %s', (file, cwd, path) => {
  expect(projectPath(join(base, file), { workingDirectory: join(base, cwd) })).toBe(path);
});

test('a root that is given counts; a folder that is the project has the path .', () => {
  expect(projectPath(join(base, 'here/evals/x.yaml'), { projectRoot: base, workingDirectory: base })).toBe('here/evals/x.yaml');
  expect(projectPath(join(base, 'here'), { workingDirectory: base }, join(base, 'here'))).toBe('.');
});
