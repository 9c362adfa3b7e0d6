import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import type { SourceLocation } from '../diagnostics/location.js';
import type { FileContent, Loader, LoadOptions, SuiteSource } from '../contracts/loader.js';
import type { LocatedCase, Suite } from '../domain/suite.js';
import { InvalidFileError } from '../errors/invalid-file-error.js';
import type { ConformanceCheck } from './support/conformance-check.js';
import { MAX_CASE_WEIGHT } from '../domain/score.js';
import { deepFreeze } from '../json/deep-freeze.js';
import { caseFault } from '../row/case-codec.js';
import { assertPlainJson } from './support/plain-json.js';
import { suiteWriterConformance, type LoaderSample } from './suite-writer-conformance.js';

/** A loader with files to try it on. */
export interface LoaderSubject {
  readonly loader: Loader;
  /** Files of the dialect, each with two cases at least. */
  readonly samples: readonly LoaderSample[];
  /** A file of the dialect with an error in it. */
  readonly broken: LoaderSample;
  /** Opens a text as a file on disk, as `openSource` of `@assay/loaders` opens one. */
  open(sample: LoaderSample): Promise<{ readonly source: SuiteSource; readonly content: FileContent }>;
  /** What the files are loaded with. Default: nothing is installed. */
  readonly options?: LoadOptions | undefined;
}

/** Contents that are of no dialect, and those that a detector may stumble over. */
const NOTHING: readonly (readonly unknown[])[] = [[], [null], ['text'], [42], [true], [[]], [[null, 'text', 7]], [{}], [{}, null, []], [[[]]]];

/** From here on a loader says that the file is its own. */
const SURE = 0.5;

async function casesOf(suite: Suite): Promise<readonly LocatedCase[]> {
  const cases: LocatedCase[] = [];
  for await (const located of suite.cases()) cases.push(located);
  return cases;
}

async function load({ loader, options, open }: LoaderSubject, sample: LoaderSample): Promise<{ readonly suite: Suite; readonly source: SuiteSource }> {
  const { source } = await open(sample);
  return { source, suite: await loader.load(source, { report: () => {}, ...options }) };
}

/** A folder with this file alone, as one suite. */
async function loadFolder({ loader, options, open }: LoaderSubject, sample: LoaderSample): Promise<{ readonly suite: Suite; readonly source: SuiteSource }> {
  const { source } = await open(sample);
  const suite = await loader.loadFolder?.({ folder: dirname(source.file), shown: '.', sources: [source], findings: [] }, { report: () => {}, ...options });
  assert.ok(suite, 'loadFolder() gives no suite');
  return { source, suite };
}

/** The lines of a text, however they end. */
const linesOf = (text: string): readonly string[] => text.split(/\r\n|\r|\n/u);

/** Lines and columns count from 1, and where a person jumps to, something stands. */
function assertPlace({ line, column }: SourceLocation, text: string, of: string): void {
  assert.ok(line >= 1 && column >= 1, `lines and columns count from 1 (${of})`);
  const rest = linesOf(text)[line - 1]?.slice(column - 1);
  assert.ok(rest !== undefined && rest.trim() !== '', `nothing stands at line ${line}, column ${column} (${of})`);
}

/** What is read of a file with an error rejects with the place of it. */
async function assertRefused(reading: Promise<unknown>, { text }: LoaderSample): Promise<void> {
  const error = await reading.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof InvalidFileError, `not an InvalidFileError: ${String(error)}`);
  const first = error.diagnostics.find(({ severity }) => severity === 'error');
  assert.ok(first?.location, 'an error says where it is');
  const { line, column } = first.location;
  const lines = linesOf(text).length;
  // It may be the end, where something is missing.
  assert.ok(line >= 1 && line <= lines && column >= 1, `an error is at line ${line}, column ${column} of a file of ${lines} lines`);
}

function assertSureness(sureness: number, of: unknown): void {
  assert.ok(sureness >= 0 && sureness <= 1, `detect gives ${sureness} for ${JSON.stringify(of)}, which is not from 0 to 1`);
}

function assertLocated({ evalCase, location, evaluatorLocation }: LocatedCase, shown: string, { text }: LoaderSample): void {
  assert.notEqual(evalCase.id, '', 'a case has an id');
  assert.ok(evalCase.inputMessages.length > 0, `case "${evalCase.id}" asks something`);
  assert.equal(location.file, shown, `the place of case "${evalCase.id}" is in the file`);
  const own = evalCase.evaluators.flatMap((evaluator) => evaluatorLocation?.(evaluator) ?? []);
  for (const { file, line, column } of own) assert.ok(file !== '' && line >= 1 && column >= 1, `lines and columns count from 1 (${evalCase.id})`);
  // Evaluators may stand in a file beside it.
  for (const place of [location, ...own.filter(({ file }) => file === shown)]) assertPlace(place, text, evalCase.id);
}

const CHECKS: Readonly<Record<string, (subject: LoaderSubject) => Promise<void>>> = {
  'has a name in lower case, a description, and extensions with their dots': async ({ loader }) => {
    assert.match(loader.name, /^[a-z][a-z0-9-]*$/u);
    assert.match(loader.description, /\S/u);
    assert.ok(loader.extensions.length > 0, 'it says which extensions its files have');
    for (const extension of loader.extensions) assert.match(extension, /^\.[a-z0-9.]+$/u);
  },

  'knows its own files': async ({ loader, samples, open }) => {
    for (const sample of samples) {
      const { content } = await open(sample);
      const sureness = loader.detect(deepFreeze(content));
      assertSureness(sureness, content);
      assert.ok(sureness > 0, `detect gives 0 for its own ${sample.extension} file`);
    }
  },

  'claims nothing that says nothing': async ({ loader }) => {
    for (const documents of NOTHING) {
      const sureness = loader.detect(deepFreeze({ extension: '.yaml', documents }));
      assertSureness(sureness, documents);
      assert.ok(sureness < SURE, `detect is sure (${sureness}) of ${JSON.stringify(documents)}`);
    }
  },

  'a suite names its loader and its file': async (subject) => {
    for (const sample of subject.samples) {
      const { suite, source } = await load(subject, sample);
      assert.equal(suite.dialect, subject.loader.name);
      assert.equal(suite.file, source.file);
      assert.notEqual(suite.name, '', 'the suite has a name');
      assert.notEqual(suite.path, '', 'the suite has a path');
    }
  },

  'cases can be read again, each with its place': async (subject) => {
    for (const sample of subject.samples) {
      const { suite, source } = await load(subject, sample);
      const cases = await casesOf(suite);
      assert.ok(cases.length >= 2, 'the sample has two cases at least');
      assert.equal(new Set(cases.map(({ evalCase }) => evalCase.id)).size, cases.length, 'every case has an id of its own');
      for (const located of cases) assertLocated(located, source.shown, sample);
      if (suite.size !== undefined) assert.equal(suite.size, cases.length, 'size is the number of cases');
      assert.deepEqual(await casesOf(suite), cases, 'a second reading gives the same cases');
    }
  },

  'a case is what its type says, in plain JSON': async (subject) => {
    for (const sample of subject.samples) {
      const { suite } = await load(subject, sample);
      for (const { evalCase } of await casesOf(suite)) {
        const of = `case "${evalCase.id}"`;
        assert.equal(caseFault(evalCase), undefined, `${of} is none`);
        assert.ok(evalCase.weight >= 0 && evalCase.weight <= MAX_CASE_WEIGHT, `the weight of ${of} is ${evalCase.weight}`);
        const names = evalCase.prompts?.map(({ name }) => name) ?? [];
        assert.equal(new Set(names).size, names.length, `two prompts of ${of} have the same name`);
        assert.ok(evalCase.evaluators.length > 0, `${of} has no evaluators`);
        assertPlainJson(evalCase, of);
      }
    }
  },

  'a case that is found by its line is that case': async (subject) => {
    for (const sample of subject.samples) {
      const { suite } = await load(subject, sample);
      if (!suite.caseAt) continue;
      const cases = await casesOf(suite);
      for (const located of cases.toReversed()) assert.deepEqual(await suite.caseAt(located.location.line, located.evalCase.id), located);
      assert.equal(await suite.caseAt(Number.MAX_SAFE_INTEGER), undefined, 'there is no case behind the last line');
    }
  },

  'an error in a file is an InvalidFileError with its place': async (subject) => {
    await assertRefused(load(subject, subject.broken).then(({ suite }) => casesOf(suite)), subject.broken);
  },

  'where the files of a folder are one suite, it has their cases, each with its place': async (subject) => {
    const { loader, samples, broken } = subject;
    if (!loader.loadFolder) return;
    for (const sample of samples) {
      const { suite, source } = await loadFolder(subject, sample);
      assert.equal(suite.dialect, loader.name);
      assert.notEqual(suite.name, '', 'the suite has a name');
      const cases = await casesOf(suite);
      const alone = await casesOf((await load(subject, sample)).suite);
      assert.deepEqual(cases.map(({ evalCase }) => evalCase.id).toSorted(), alone.map(({ evalCase }) => evalCase.id).toSorted(), 'it has other cases than its only file');
      for (const located of cases) assertLocated(located, source.shown, sample);
      assert.deepEqual(await casesOf(suite), cases, 'a second reading gives the same cases');
    }
    await assertRefused(loadFolder(subject, broken).then(({ suite }) => casesOf(suite)), broken);
  },
};

/** The promises of a {@link Loader}, and of each of its writers, with the files of a new subject each. */
export function loaderConformance(makeSubject: () => LoaderSubject): readonly ConformanceCheck[] {
  const ofWriters = (makeSubject().loader.writers ?? []).flatMap((writer) =>
    suiteWriterConformance(() => ({ ...makeSubject(), writer })).map(({ name, run }) => ({ name: `its writer ${writer.name}: ${name}`, run })),
  );
  return [...Object.entries(CHECKS).map(([name, check]) => ({ name, run: async () => check(makeSubject()) })), ...ofWriters];
}
