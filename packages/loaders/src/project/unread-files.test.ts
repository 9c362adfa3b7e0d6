import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Diagnostic } from '@assay/schema';
import { expect, test } from 'vitest';
import { projectFolder, shown } from '../../test/project-folder.js';
import { loadProject } from './load-project.js';
import { unreadFiles } from './unread-files.js';

const FILES = ['.agentv/config.ts', '.agentv/config.js', 'agentv.config.ts', 'agentv.config.mts', 'agentv.config.js', 'agentv.config.mjs'];

test('each is named with its place and what to do, as a note where the project has settings of its own', async () => {
  const files = Object.fromEntries(FILES.map((name) => [name, '']));
  const theirs = await projectFolder(files);
  const told = unreadFiles(theirs, theirs);
  expect(told.map(({ severity, location }) => [severity, location])).toEqual(FILES.map((file) => ['warning', { file, line: 1, column: 1 }]));
  const [config] = told;
  expect(config && shown(config)).toMatch(/^\.agentv\/config\.ts:1:1 warning unread-file: \.agentv\/config\.ts is not read.* -> write what holds for all runs under defaults: in \.assay\/config\.yaml/u);
  expect(told.map(({ hint }) => hint?.includes('.assay/'))).toEqual(FILES.map(() => true));
  // What runs leave behind is no setting.
  const run = await projectFolder({ ...files, '.assay/runs/one/run.json': '{}' });
  expect(new Set(unreadFiles(run, run).map(({ severity }) => severity))).toEqual(new Set(['warning']));
  const both = await projectFolder({ ...files, '.assay/config.yaml': '' });
  expect(new Set(unreadFiles(both, both).map(({ severity }) => severity))).toEqual(new Set(['info']));
  expect(unreadFiles(await projectFolder({ '.agentv/targets.yaml': '' }), '/')).toEqual([]);
});

test('are told of with the settings of the project, from a folder in it too', async () => {
  const folder = await projectFolder({ '.agentv/config.ts': 'nothing: [read', 'evals/a.yaml': '' });
  const found: Diagnostic[] = [];
  await loadProject(join(folder, 'evals'), { workingDirectory: folder, env: {}, report: (finding) => found.push(finding) });
  expect(found.map(({ code, location }) => [code, location?.file])).toEqual([['unread-file', '.agentv/config.ts']]);
});

test('stand in the docs', async () => {
  const page = await readFile(new URL('../../../../docs/coming-from-agentv.md', import.meta.url), 'utf8');
  for (const name of ['.agentv/config.ts', 'agentv.config.ts']) expect(page).toContain(`\`${name}\``);
});
