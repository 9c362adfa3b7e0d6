import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProjectRoot } from '@assay/loaders';
import { formatDiagnostic } from '@assay/schema';
import { expect, onTestFinished, test } from 'vitest';
import { otherProjectNotes } from './other-project.js';

/** What is said about these suites by a command in `from`. */
async function notes(folders: readonly string[], from: string, suites: readonly string[]): Promise<string> {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'assay-projects-')));
  onTestFinished(() => rm(base, { recursive: true, force: true }));
  for (const folder of [...folders, from]) await mkdir(join(base, folder), { recursive: true });
  const cwd = join(base, from);
  const found: string[] = [];
  const note = otherProjectNotes({ root: findProjectRoot(cwd) ?? cwd, cwd, findProjectRoot, report: (finding) => found.push(formatDiagnostic(finding)) });
  for (const suite of suites) note(join(base, suite));
  return found.join('\n').replaceAll(base, '');
}

test('a suite of another project is told, with whose settings are used and how to use its own, once', async () => {
  expect(await notes(['a/.assay', 'b/.assay', 'b/evals'], 'a', ['b/evals/one.yaml', 'b/evals/two.yaml', 'a/own.yaml'])).toBe(
    '/b/evals/one.yaml:1:1: warning: this suite belongs to the project /b; the settings (targets, judges, defaults, .env) of /a are used, not those in its .assay\n' +
      '  fix: run the command in /b to use the settings of that project',
  );
});

test('a project inside the one of the command has settings of its own too', async () => {
  expect(await notes(['.git', 'part/.agentv'], '.', ['part/one.yaml'])).toMatch(/^part\/one\.yaml:1:1: warning: this suite belongs to the project part; .* not those in its \.agentv/u);
});

test('it is only a note when the other project has no settings', async () => {
  expect(await notes(['a/.git', 'b/.git'], 'a', ['b/one.yaml'])).toMatch(/^\/b\/one\.yaml:1:1: info: this suite belongs to the project \/b; the settings \(.*\) of \/a are used$/mu);
});

test('nothing is said about suites of the same project, or of none', async () => {
  expect(await notes(['a/.git', 'a/evals', 'a/deep', 'c'], 'a/deep', ['a/evals/one.yaml', 'c/one.yaml'])).toBe('');
});
