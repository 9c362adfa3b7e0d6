import { basename, dirname, posix, relative, resolve } from 'node:path';
import { compileGlob, EVAL_CASE_ALIASES, isJsonObject, UsageError, type SuiteSource } from '@assay/schema';
import type { Detected } from '../dialect/detect-dialect.js';

/** Whether a file, by its absolute path, is among those that something names. */
type IsNamed = (file: string) => boolean;

function globMatcher(written: string, folder: string): IsNamed {
  try {
    const match = compileGlob(posix.normalize(written), { paths: true });
    return (file) => match(relative(folder, file).replaceAll('\\', '/'));
  } catch (error) {
    // The loader of the suite says what it makes of that.
    if (error instanceof UsageError) return () => false;
    throw error;
  }
}

/** One item of a list of cases: a file, a glob, or a folder whose folders have a `case.yaml` each. */
function matcherOf(item: string, folder: string): IsNamed {
  const written = (item.startsWith('file://') ? item.slice('file://'.length) : item).trim();
  if (/[*?{}[\]]/u.test(written)) return globMatcher(written, folder);
  const named = resolve(folder, written);
  return (file) => file === named || (dirname(dirname(file)) === named && ['case.yaml', 'case.yml'].includes(basename(file)));
}

/** Which files a suite of eval cases names as files of its cases; undefined for what names none. */
function namedBy(source: SuiteSource, detected: Detected): IsNamed | undefined {
  if (source.format !== 'documents' || detected.kind !== 'suite' || detected.loader.name !== 'eval-case') return undefined;
  const items = source.documents.flatMap(({ value }) => (isJsonObject(value) ? EVAL_CASE_ALIASES.cases.flatMap((key): unknown => value[key] ?? []) : []));
  // Whatever else a text in the list is, no file has it for a path.
  const matchers = items.filter((item) => typeof item === 'string').map((item) => matcherOf(item, dirname(source.file)));
  return matchers.length === 0 ? undefined : (file) => file !== source.file && matchers.some((matches) => matches(file));
}

interface NamedCases {
  /** Takes a file that was looked into. */
  note(source: SuiteSource, detected: Detected): void;
  /** The suite that names a file, as it is shown. One that others name itself is none: in a circle each file is left to say what is wrong. */
  ownerOf(file: string): string | undefined;
}

/**
 * Files that suites name as files of their cases: those are run with the suite, and are none of their own. They are told by their paths
 * alone, so that a suite that nobody vouches for has nothing looked for.
 */
export function createNamedCases(): NamedCases {
  const owners: { readonly source: SuiteSource; readonly isNamed: IsNamed }[] = [];
  const isOwned = (file: string): boolean => owners.some(({ isNamed }) => isNamed(file));
  return {
    note(source, detected) {
      const isNamed = namedBy(source, detected);
      if (isNamed) owners.push({ source, isNamed });
    },
    ownerOf: (file) => owners.find(({ source, isNamed }) => isNamed(file) && !isOwned(source.file))?.source.shown,
  };
}
