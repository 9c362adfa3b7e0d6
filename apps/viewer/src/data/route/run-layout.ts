export const SORTS = ['file', 'id', 'score', 'latency', 'cost', 'time'] as const;

export interface Sort {
  readonly by: (typeof SORTS)[number];
  readonly down: boolean;
}

/** What can be shown in columns of their own beside a case. */
export const EXTRAS = ['suite', 'tags', 'question', 'latency', 'cost', 'tokens', 'attempts', 'judging', 'scores'] as const;
export type Extra = (typeof EXTRAS)[number];

/** What rows can be put together by. */
export const GROUPINGS = ['tag', 'suite', 'target', 'variant', 'evaluator', 'error'] as const;
const METADATA = 'metadata:';
export type Grouping = (typeof GROUPINGS)[number] | `${typeof METADATA}${string}`;

/** All that the rows of a run can be put together by. @param metadata keys that its cases have */
export const groupingsOf = (metadata: readonly string[]): readonly Grouping[] => [...GROUPINGS, ...metadata.map((key): Grouping => `${METADATA}${key}`)];

/** The key of metadata that rows are put together by; undefined for anything else. */
export const metadataKey = (by: Grouping): string | undefined => (by.startsWith(METADATA) ? by.slice(METADATA.length) : undefined);

function parseGrouping(text: string): Grouping | undefined {
  return text.startsWith(METADATA) ? (text as Grouping) : only(GROUPINGS, text)[0];
}

/** How a run is shown. */
export interface RunLayout {
  readonly layout: 'auto' | 'grid' | 'list';
  readonly sort: Sort;
  readonly extras: readonly Extra[];
  /** Keys of metadata that are shown. */
  readonly metadata: readonly string[];
  readonly by: Grouping | undefined;
  /** The open panels. */
  readonly panels: readonly Panel[];
  /** Position of the row that is looked at. */
  readonly row: number | undefined;
}

export const PANELS = ['chart', 'judges', 'labels', 'usage'] as const;
export type Panel = (typeof PANELS)[number];

const USUAL_EXTRAS: readonly Extra[] = ['question', 'latency', 'cost'];

const only = <T extends string>(words: readonly T[], text: string): T[] => text.split(',').filter((word): word is T => (words as readonly string[]).includes(word));

export function parseLayout(params: URLSearchParams): RunLayout {
  const sort = params.get('sort') ?? '';
  const [by = 'file'] = only(SORTS, sort.replace(/^-/u, ''));
  const layout = params.get('layout');
  const columns = params.get('columns');
  const row = params.get('row');
  return {
    layout: layout === 'grid' || layout === 'list' ? layout : 'auto',
    sort: { by, down: sort.startsWith('-') },
    extras: columns === null ? USUAL_EXTRAS : only(EXTRAS, columns),
    metadata: [...new Set(params.getAll('meta'))],
    by: parseGrouping(params.get('by') ?? ''),
    panels: only(PANELS, params.get('show') ?? ''),
    row: row !== null && /^\d{1,9}$/u.test(row) ? Number(row) : undefined,
  };
}

/** Puts a change of the layout into the parameters of an address. What is as usual is left out. */
export function putLayout(params: URLSearchParams, change: Partial<RunLayout>): void {
  const next = { ...parseLayout(params), ...change };
  const set = (name: string, text: string): void => (text === '' ? params.delete(name) : params.set(name, text));
  set('layout', next.layout === 'auto' ? '' : next.layout);
  set('sort', next.sort.by === 'file' && !next.sort.down ? '' : `${next.sort.down ? '-' : ''}${next.sort.by}`);
  if (next.extras.join() === USUAL_EXTRAS.join()) params.delete('columns');
  else params.set('columns', next.extras.join());
  params.delete('meta');
  for (const key of next.metadata) params.append('meta', key);
  set('by', next.by ?? '');
  set('show', next.panels.join());
  set('row', next.row === undefined ? '' : String(next.row));
}
