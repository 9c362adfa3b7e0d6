import assert from 'node:assert/strict';
import { dirname, isAbsolute, resolve, sep } from 'node:path';
import type { FileContent, Loader, LoadOptions, SuiteSource } from '../contracts/loader.js';
import type { Loss, SuiteWriter, WrittenFile } from '../contracts/suite-writer.js';
import type { LocatedCase, Suite } from '../domain/suite.js';
import type { ConformanceCheck } from './support/conformance-check.js';

/** A text of a file. */
export interface LoaderSample {
  readonly text: string;
  /** With the dot. */
  readonly extension: string;
}

/** A writer with the loader that reads what it writes, and suites to write. */
export interface SuiteWriterSubject {
  readonly writer: SuiteWriter;
  readonly loader: Loader;
  /** Files that the loader reads, each with two cases at least. */
  readonly samples: readonly LoaderSample[];
  /** Opens a text as a file on disk, as `openSource` of `@assay/loaders` opens one. */
  open(sample: LoaderSample): Promise<{ readonly source: SuiteSource; readonly content: FileContent }>;
  /** What the files are loaded with. Default: nothing is installed. */
  readonly options?: LoadOptions | undefined;
}

async function load({ loader, options, open }: SuiteWriterSubject, sample: LoaderSample): Promise<{ readonly suite: Suite; readonly cases: readonly LocatedCase[] }> {
  const { source } = await open(sample);
  const suite = await loader.load(source, { report: () => {}, ...options });
  const cases: LocatedCase[] = [];
  for await (const located of suite.cases()) cases.push(located);
  return { suite, cases };
}

interface Written {
  readonly files: readonly WrittenFile[];
  readonly losses: readonly Loss[];
}

async function write({ writer, options }: SuiteWriterSubject, { suite, cases }: { readonly suite: Suite; readonly cases: readonly LocatedCase[] }, out?: string): Promise<Written> {
  const losses: Loss[] = [];
  const notes = { suite: {}, cases: new Map(), unplaced: [], comments: [] };
  const lose = (from: LocatedCase | undefined, field: string, reason: string): void => void losses.push({ caseId: from?.evalCase.id, field, reason });
  const files = await writer.write({ suite, cases, notes, out, definitions: options?.definitions, rubricRequired: true, lose });
  return { files, losses };
}

/** What is asked, without what only the source knows. */
const asked = ({ evalCase: { id, inputMessages } }: LocatedCase): unknown => ({ id, inputMessages });

const CHECKS: Readonly<Record<string, (subject: SuiteWriterSubject) => Promise<void>>> = {
  'has a name in lower case, a description, and extensions with their dots': async ({ writer }) => {
    assert.match(writer.name, /^[a-z][a-z0-9-]*$/u);
    assert.match(writer.description, /\S/u);
    assert.ok(writer.extensions.length > 0, 'it says which extensions its files have');
    for (const extension of writer.extensions) assert.match(extension, /^\.[a-z0-9.]+$/u);
  },

  'what it writes asks the same when it is read': async (subject) => {
    const { writer } = subject;
    for (const sample of subject.samples) {
      const loaded = await load(subject, sample);
      const [file] = (await write(subject, loaded)).files;
      assert.ok(file, 'it writes a file');
      const extension = writer.extensions.find((one) => file.path.endsWith(one));
      assert.ok(extension !== undefined, `${file.path} has none of its extensions`);
      const again = await load(subject, { text: file.text, extension });
      assert.deepEqual(again.cases.map(asked), loaded.cases.map(asked));
    }
  },

  'the file that was asked for comes first, others lie in its folder, and each has a path of its own': async (subject) => {
    const [extension = ''] = subject.writer.extensions;
    const out = resolve('somewhere', `written${extension}`);
    for (const sample of subject.samples) {
      const loaded = await load(subject, sample);
      const { files } = await write(subject, loaded, out);
      assert.equal(files[0]?.path, out);
      for (const { path } of files) assert.ok(isAbsolute(path) && path.startsWith(`${dirname(out)}${sep}`), `${path} lies somewhere else`);
      assert.equal(new Set(files.map(({ path }) => path)).size, files.length, 'two files have one path');
      for (const { path } of (await write(subject, loaded)).files) assert.ok(!isAbsolute(path), `${path} is absolute, though no file was named`);
    }
  },

  'writes the same each time': async (subject) => {
    for (const sample of subject.samples) {
      const loaded = await load(subject, sample);
      assert.deepEqual(await write(subject, loaded), await write(subject, loaded));
    }
  },

  'a loss says what is lost and why, and of which case': async (subject) => {
    for (const sample of subject.samples) {
      const loaded = await load(subject, sample);
      const ids = new Set(loaded.cases.map(({ evalCase }) => evalCase.id));
      for (const { caseId, field, reason } of (await write(subject, loaded)).losses) {
        assert.match(field, /\S/u);
        assert.match(reason, /\S/u);
        assert.ok(caseId === undefined || ids.has(caseId), `a loss of the case "${caseId}", which there is not`);
      }
    }
  },
};

/** The promises of a {@link SuiteWriter}, each with the files of a new subject. */
export function suiteWriterConformance(makeSubject: () => SuiteWriterSubject): readonly ConformanceCheck[] {
  return Object.entries(CHECKS).map(([name, check]) => ({ name, run: async () => check(makeSubject()) }));
}
