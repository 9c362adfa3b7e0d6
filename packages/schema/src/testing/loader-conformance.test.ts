import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { brokenPromises } from '../../test/broken-promises.js';
import { defineLoader, type FileContent, type Loader, type LoadOptions, type SuiteFolder, type SuiteSource } from '../contracts/loader.js';
import type { SuiteWriter } from '../contracts/suite-writer.js';
import type { LocatedCase, Suite } from '../domain/suite.js';
import { InvalidFileError } from '../errors/invalid-file-error.js';
import { loaderConformance, type LoaderSubject } from './loader-conformance.js';
import type { LoaderSample } from './suite-writer-conformance.js';
import { sampleCase } from './samples/sample-case.js';

/** `id: question` in each line. */
function readLines(text: string, shown: string): readonly LocatedCase[] {
  return text.trimEnd().split('\n').map((line, index) => {
    const location = { file: shown, line: index + 1, column: 1 };
    const [id, question] = line.split(': ');
    if (id === undefined || question === undefined) {
      throw new InvalidFileError([{ severity: 'error', code: 'invalid-line', message: 'no question', location }]);
    }
    return { evalCase: sampleCase({ id, inputMessages: [{ role: 'user', content: question }] }), location };
  });
}

const lines = defineLoader({
  name: 'lines',
  extensions: ['.lines'],
  description: 'A case in each line.',
  detect: ({ extension }) => (extension === '.lines' ? 1 : 0),
  async load(source) {
    const cases = readLines(source.format === 'text' ? source.text : '', source.shown);
    return {
      name: 'a', path: 'a.lines', dialect: 'lines', file: source.file, description: '', execution: {}, targets: [], size: cases.length,
      async *cases() {
        yield* cases;
      },
    };
  },
  writers: [
    {
      name: 'lines',
      extensions: ['.lines'],
      description: 'a case in each line',
      write: ({ cases, out = 'a.lines' }) => [{ path: out, text: cases.map(({ evalCase: { id, inputMessages } }) => `${id}: ${String(inputMessages[0]?.content)}\n`).join('') }],
    },
  ],
});

async function open({ text, extension }: LoaderSample): Promise<{ source: SuiteSource; content: FileContent }> {
  return { source: { format: 'text', file: `/a${extension}`, shown: `a${extension}`, text }, content: { extension, documents: [] } };
}

function broken(change: Partial<Loader> = {}): Promise<string[]> {
  const subject: LoaderSubject = {
    loader: { ...lines, ...change },
    samples: [{ text: 'one: How many?\ntwo: How much?\n', extension: '.lines' }],
    broken: { text: 'one: How many?\ntwo\n', extension: '.lines' },
    open,
  };
  return brokenPromises(loaderConformance(() => subject));
}

const [writer] = lines.writers as readonly [SuiteWriter];
const writes = (write: SuiteWriter['write']): Partial<Loader> => ({ writers: [{ ...writer, write }] });
let count = 0;

const changed = (change: (suite: Awaited<ReturnType<Loader['load']>>) => object): Partial<Loader> => ({
  load: async (source, options) => {
    const suite = await lines.load(source, options);
    return { ...suite, ...change(suite) };
  },
});

const placed = (placeOf: (located: LocatedCase) => LocatedCase['location']): Partial<Loader> =>
  changed(({ cases }) => ({ async *cases() { for await (const located of cases()) yield { ...located, location: placeOf(located) }; } }));

const withCases = (change: object): Partial<Loader> =>
  changed(({ cases }) => ({ async *cases() { for await (const located of cases()) yield { ...located, evalCase: { ...located.evalCase, ...change } }; } }));

/** What lies in a folder is one suite. */
const ofFolder = async ({ sources }: SuiteFolder, options: LoadOptions): Promise<Suite> => {
  const [source] = sources;
  if (!source) throw new TypeError('an empty folder');
  return lines.load(source, options);
};

test('a good loader keeps every promise', async () => {
  expect(await broken()).toEqual([]);
  expect(await broken({ loadFolder: ofFolder })).toEqual([]);
});

describe('a broken loader fails the check of the promise that it breaks', () => {
  const NAME = 'has a name in lower case, a description, and extensions with their dots';
  const READ = 'cases can be read again, each with its place';
  const SUITE = 'a suite names its loader and its file';
  const CASE = 'a case is what its type says, in plain JSON';
  const FOLDER = 'where the files of a folder are one suite, it has their cases, each with its place';

  test.each<[string, Partial<Loader>, readonly string[]]>([
    ['an extension without a dot', { extensions: ['lines'] }, [NAME]],
    ['no description', { description: ' ' }, [NAME]],
    ['another name than its suites have', { name: 'rows' }, [SUITE]],
    ['it does not know its own files', { detect: () => 0 }, ['knows its own files']],
    ['it takes everything', { detect: () => 1 }, ['claims nothing that says nothing']],
    ['it is surer than sure', { detect: ({ extension }) => (extension === '.lines' ? 2 : 0) }, ['knows its own files']],
    ['it stumbles over what is no mapping', { detect: ({ documents: [first] }) => (first === undefined || 'id' in (first as object) ? 1 : 0) }, ['claims nothing that says nothing']],
    ['a wrong size', changed(() => ({ size: 3 })), [READ]],
    ['no place in the file', changed(({ cases }) => ({ async *cases() { for await (const { evalCase } of cases()) yield { evalCase, location: { file: 'b', line: 1, column: 1 } }; } })), [READ]],
    ['places that are a line too low', placed(({ location }) => ({ ...location, line: location.line + 1 })), [READ]],
    ['places that count columns as bytes of the file', placed(({ location }) => ({ ...location, column: 200 })), [READ]],
    ['an error behind the end of the file', { load: async (source, options) => lines.load(source, options).catch(() => Promise.reject(new InvalidFileError([{ severity: 'error', code: 'c', message: 'm', location: { file: source.shown, line: 9, column: 1 } }]))) }, ['an error in a file is an InvalidFileError with its place']],
    ['a weight that is no number', withCases({ weight: '2' }), [CASE]],
    ['a weight that no row may have', withCases({ weight: 1e101 }), [CASE]],
    ['two prompts of one name', withCases({ prompts: [{ name: 'a', inputMessages: [] }, { name: 'a', inputMessages: [] }] }), [CASE]],
    ['a weight below 0', withCases({ weight: -1 }), [CASE]],
    ['a message with a number as its content', withCases({ inputMessages: [{ role: 'user', content: 42 }] }), [CASE]],
    ['an evaluator without options', withCases({ evaluators: [{ name: 'a', type: 'contains', weight: 1 }] }), [CASE]],
    ['no evaluators', withCases({ evaluators: [] }), [CASE]],
    ['variables that are no JSON', withCases({ vars: { at: new Date(0) } }), [CASE]],
    ['cases that are there once', changed(({ cases }) => { const once = cases(); return { cases: () => once }; }), [READ]],
    ['errors of another kind', { load: async (source, options) => lines.load(source, options).catch(() => Promise.reject(new TypeError('wrong'))) }, ['an error in a file is an InvalidFileError with its place']],
    ['a folder without its cases', { loadFolder: async (folder, options) => ({ ...(await ofFolder(folder, options)), async *cases() {} }) }, [FOLDER]],
    ['a folder of another dialect', { loadFolder: async (folder, options) => ({ ...(await ofFolder(folder, options)), dialect: 'rows' }) }, [FOLDER]],
    ['a folder whose errors are passed over', { loadFolder: async (folder, options) => ofFolder(folder, options).catch(async () => lines.load({ format: 'text', file: '/a', shown: 'a', text: 'one: How many?\n' }, options)) }, [FOLDER]],
    ['a writer that forgets a case', { writers: [{ ...writer, write: ({ out = 'a.lines' }) => [{ path: out, text: 'one: How many?\n' }] }] }, ['its writer lines: what it writes asks the same when it is read']],
    ['a writer that writes elsewhere', writes((request) => writer.write({ ...request, out: '/elsewhere/a.lines' })), ['its writer lines: the file that was asked for comes first, others lie in its folder, and each has a path of its own']],
    ['a writer that writes another file each time', writes(async (request) => [...(await writer.write(request)), { path: request.out === undefined ? `${++count}` : join(dirname(request.out), 'b'), text: '' }]), ['its writer lines: writes the same each time']],
    ['a writer that does not say what it loses', writes((request) => { request.lose(undefined, 'tags', ' '); return writer.write(request); }), ['its writer lines: a loss says what is lost and why, and of which case']],
    ['a writer without a description', { writers: [{ ...writer, description: ' ' }] }, ['its writer lines: has a name in lower case, a description, and extensions with their dots']],
  ])('%s', async (_, change, promises) => {
    expect(await broken(change)).toEqual(promises);
  });
});
