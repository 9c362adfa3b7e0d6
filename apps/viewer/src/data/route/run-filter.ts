import { STATES, type RowState } from './row-states.js';

/** What is so in a row, beside its verdict; the words stand in the address. */
export const FACTS = ['differs', 'flips', 'errors', 'partial', 'missed', 'warned', 'cached', 'cut', 'filtered', 'tools', 'retried', 'hedged', 'batched'] as const;
export type Fact = (typeof FACTS)[number];

/** Numbers from `least` to `most`, both of them in; undefined for no bound. */
export interface Range {
  readonly least: number | undefined;
  readonly most: number | undefined;
}

interface MetadataFilter {
  readonly key: string;
  readonly value: string;
}

/** Which rows are shown. An empty list lets everything pass. Names are those of the index. */
export interface RunFilter {
  readonly states: readonly RowState[];
  /** Paths of suites. */
  readonly suites: readonly string[];
  readonly targets: readonly string[];
  readonly variants: readonly string[];
  /** Any of them. */
  readonly tags: readonly string[];
  /** What metadata of cases has to be, all of it: the short text of its value, empty for cases without. */
  readonly metadata: readonly MetadataFilter[];
  /** Rows that it scored; `score` then means its score. */
  readonly evaluator: string | undefined;
  /** As it was typed: a text, or a pattern between slashes. */
  readonly text: string;
  readonly score: Range;
  /** Milliseconds. */
  readonly latency: Range;
  /** All of them. */
  readonly facts: readonly Fact[];
}

const ANY: Range = { least: undefined, most: undefined };

export const NO_FILTER: RunFilter = {
  states: [],
  suites: [],
  targets: [],
  variants: [],
  tags: [],
  metadata: [],
  evaluator: undefined,
  text: '',
  score: ANY,
  latency: ANY,
  facts: [],
};

const isOneOf = <T extends string>(words: readonly T[], word: string): word is T => (words as readonly string[]).includes(word);

function bound(text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

/** `0.2..0.8`, `..0.8`, `100..`; what is no number is no bound. */
function parseRange(text: string | null): Range {
  if (text === null) return ANY;
  const [least, most] = text.split('..');
  return { least: bound(least), most: bound(most) };
}

function formatRange({ least, most }: Range): string {
  return least === undefined && most === undefined ? '' : `${least ?? ''}..${most ?? ''}`;
}

/** `key=value`, with a key that has no `=` of its own. */
function parseMetadata(text: string): MetadataFilter {
  const at = text.indexOf('=');
  const [key, value] = at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
  try {
    return { key: decodeURIComponent(key), value };
  } catch {
    // Somebody wrote it by hand.
    return { key, value };
  }
}

export function parseFilter(params: URLSearchParams): RunFilter {
  const words = (name: string): readonly string[] => (params.get(name) ?? '').split(',').filter((word) => word !== '');
  return {
    states: words('verdict').filter((word) => isOneOf(STATES, word)),
    suites: params.getAll('suite'),
    targets: params.getAll('target'),
    variants: params.getAll('variant'),
    tags: params.getAll('tag'),
    metadata: params.getAll('where').map(parseMetadata),
    evaluator: params.get('evaluator') ?? undefined,
    text: params.get('q') ?? '',
    score: parseRange(params.get('score')),
    latency: parseRange(params.get('latency')),
    facts: words('only').filter((word) => isOneOf(FACTS, word)),
  };
}

/** Puts a filter into the parameters of an address, in the place of the one that is there. */
export function putFilter(params: URLSearchParams, filter: RunFilter): void {
  const set = (name: string, text: string): void => (text === '' ? params.delete(name) : params.set(name, text));
  const list = (name: string, texts: readonly string[]): void => {
    params.delete(name);
    for (const text of texts) params.append(name, text);
  };
  set('verdict', filter.states.join(','));
  list('suite', filter.suites);
  list('target', filter.targets);
  list('variant', filter.variants);
  list('tag', filter.tags);
  list('where', filter.metadata.map(({ key, value }) => `${encodeURIComponent(key)}=${value}`));
  set('evaluator', filter.evaluator ?? '');
  set('q', filter.text);
  set('score', formatRange(filter.score));
  set('latency', formatRange(filter.latency));
  set('only', filter.facts.join(','));
}

/** A filter as it stands in an address; the same for equal filters, and empty where everything passes. */
export function filterAddress(filter: RunFilter): string {
  const params = new URLSearchParams();
  putFilter(params, filter);
  return params.toString();
}

/** Whether everything passes. */
export function isEmptyFilter(filter: RunFilter): boolean {
  return filterAddress(filter) === '';
}
