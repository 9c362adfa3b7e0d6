import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Definitions, Diagnostic, EvalCase, Suite } from '@assay/schema';
import { loadSuite } from '../src/load-suite.js';
import { loaders } from '../src/loaders.js';
import { writeSuite, type WrittenSuite } from '../src/writing/write-suite.js';

export async function casesOf(suite: Suite): Promise<readonly EvalCase[]> {
  const cases: EvalCase[] = [];
  for await (const { evalCase } of suite.cases()) cases.push(evalCase);
  return cases;
}

/** Loads a suite; findings that are worth a word make it fail, unless nothing is known to be installed. */
export async function loadStrictly(file: string, folder: string, definitions: Definitions | undefined): Promise<Suite> {
  const found: Diagnostic[] = [];
  const suite = await loadSuite(file, {
    workingDirectory: folder,
    projectRoot: folder,
    definitions,
    report: (finding) => {
      if (finding.severity !== 'info') found.push(finding);
    },
  });
  await casesOf(suite);
  if (found.length > 0 && definitions) throw new TypeError(`findings in ${file}: ${found.map(({ message, location }) => `${location?.line}: ${message}`).join('; ')}`);
  return suite;
}

export interface Converted extends WrittenSuite {
  readonly suite: Suite;
  readonly cases: readonly EvalCase[];
}

/** Writes a suite into a file of the folder in another format, and loads that. */
export async function convert(suite: Suite, to: string, path: string, folder: string, definitions?: Definitions): Promise<Converted> {
  const out = join(folder, path);
  const written = await writeSuite(suite, { to, out, definitions, loaders, workingDirectory: folder });
  for (const file of written.files) {
    await mkdir(dirname(file.path), { recursive: true });
    await writeFile(file.path, file.text);
  }
  const loaded = await loadStrictly(path, folder, definitions);
  return { ...written, suite: loaded, cases: await casesOf(loaded) };
}

/** A suite of cases that no file holds yet. */
export function suiteOf(cases: readonly EvalCase[], folder: string, more: Partial<Suite> = {}): Suite {
  return {
    name: 'made',
    path: 'suite.yaml',
    dialect: 'eval-case',
    file: join(folder, 'made.yaml'),
    sources: [],
    description: '',
    execution: { target: 'default' },
    targets: [],
    size: cases.length,
    async *cases() {
      for (const evalCase of cases) yield { evalCase, location: { file: 'made.yaml', line: 1, column: 1 } };
    },
    ...more,
  };
}
