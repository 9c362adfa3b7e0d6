import { MOST_JOB_FILES, visibleText } from '@assay/schema';
import { shownFile, type NamedFile } from '../named-files/named-files.js';

/** Hex digits of a name, and of a content. */
const HALF = 8;
/** Most files that a message names. */
const MOST_SHOWN = 5;

type Print = readonly [name: string, content: string];
type Digest = (value: unknown) => string;

const printOf = ([words, content]: NamedFile, digest: Digest): Print => [digest(words).slice(0, HALF), digest(content).slice(0, HALF)];

/** The files of a case as its job tells them apart: the first ones, in the order of their names. */
export function jobFiles(files: readonly NamedFile[], digest: Digest): readonly string[] {
  return files.slice(0, MOST_JOB_FILES).map((file) => printOf(file, digest).join(''));
}

interface Compared {
  /** Of the job. */
  readonly planned: readonly string[];
  readonly here: readonly NamedFile[];
  /** Words for files that the case may mean, and that are not here. */
  readonly absent: readonly string[];
  readonly digest: Digest;
}

/** The files in which a case differs from the one that was planned, by name; empty when they are not among those that the job tells apart. */
export function differingFiles({ planned, here, absent, digest }: Compared): readonly string[] {
  const before = new Map(planned.map((print): Print => [print.slice(0, HALF), print.slice(HALF)]));
  const now = here.map((file) => printOf(file, digest));
  // Of more files the job has the first: what stands here before one of them would be among them.
  const compared = planned.length < MOST_JOB_FILES ? now.length : now.findLastIndex(([name]) => before.has(name)) + 1;
  const differ = now.slice(0, compared).flatMap(([name, content], index) => {
    const shown = visibleText(shownFile(here[index]?.[0] ?? ''));
    const was = before.get(name);
    if (was === undefined) return [`${shown}, which was not there`];
    return was === content ? [] : [shown];
  });
  const names = new Set(now.map(([name]) => name));
  const wordsOf = new Map(absent.map((words) => [digest(words).slice(0, HALF), words]));
  const gone = [...before.keys()].filter((name) => !names.has(name)).map((name) => {
    const words = wordsOf.get(name);
    return words === undefined ? 'one that is not here' : `${visibleText(shownFile(words))}, which is not here`;
  });
  return [...new Set([...differ, ...gone])];
}

/** What differs, in words. */
export function differenceOfFiles(names: readonly string[]): string {
  if (names.length === 0) return 'a file that it names';
  const more = names.length - MOST_SHOWN;
  const shown = [...names.slice(0, MOST_SHOWN), ...(more > 0 ? [`${more} more`] : [])].join('; ');
  return `${names.length === 1 ? 'a file' : 'files'} that it names (${shown})`;
}
