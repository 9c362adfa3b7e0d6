import type { IndexEvent, PageComparison, PageInfo, PageLabel, PageLabelling, PageRow, PageRun, PageTrust, SearchEvent } from '@assay/schema';
import type { ComparedRuns, PageSource } from './page-source.js';
import { readLines } from './read-lines.js';
import { SERVER_GONE, SourceError } from './source-error.js';

/** @throws SourceError */
async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`api/${path}`, init);
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    dispatchEvent(new Event(SERVER_GONE));
    throw new SourceError('The server of this page does not answer.', { hint: 'Start assay view again, and open the page that it prints.', gone: true });
  }
  if (response.ok) return response;
  const said = (await response.json().catch(() => undefined)) as { message?: unknown; hint?: unknown } | undefined;
  throw new SourceError(typeof said?.message === 'string' ? said.message : `The server answered with status ${response.status}.`, {
    hint: typeof said?.hint === 'string' ? said.hint : undefined,
    gone: false,
  });
}

async function json<T>(path: string, init?: RequestInit): Promise<T> {
  return (await (await ask(path, init)).json()) as T;
}

async function lines<T>(path: string, init: RequestInit, onValue: (value: T) => void): Promise<void> {
  const { body } = await ask(path, init);
  if (body === null) return;
  try {
    await readLines(body, (value) => onValue(value as T));
  } catch (error) {
    if (init.signal?.aborted === true || error instanceof SyntaxError) throw error;
    dispatchEvent(new Event(SERVER_GONE));
    throw new SourceError('The server of this page went away while it answered.', { gone: true });
  }
}

const posted = (body: unknown): RequestInit => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
const at = (run: string): string => `runs/${encodeURIComponent(run)}`;

function comparedQuery({ a, b, sides }: ComparedRuns): string {
  const chosen = { target_a: sides.a.target, target_b: sides.b.target, variant_a: sides.a.variant, variant_b: sides.b.variant };
  return new URLSearchParams({ a, b, ...Object.fromEntries(Object.entries(chosen).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))) }).toString();
}

/** The server that served the page. Its addresses are relative, since the page's own begins with a secret. */
export const serverSource: PageSource = {
  changes: true,
  page: () => json<PageInfo>('page'),
  runs: () => json<readonly PageRun[]>('runs'),
  run: (run) => json<PageRun>(at(run)),
  index: (run, { from, signal, onEvent }) => lines<IndexEvent>(`${at(run)}/index?live&from=${from}`, { signal }, onEvent),
  async rows(run, positions, signal) {
    const rows: PageRow[] = [];
    await lines<PageRow>(`${at(run)}/rows?at=${positions.join(',')}`, signal === undefined ? {} : { signal }, (row) => rows.push(row));
    return rows;
  },
  search: (run, request, signal, onEvent) => lines<SearchEvent>(`${at(run)}/search`, { ...posted(request), signal }, onEvent),
  compare: async (compared, signal) => (await json<PageComparison>(`compare?${comparedQuery(compared)}`, { signal })).changes,
  labels: (run) => json<readonly PageLabel[]>(`${at(run)}/labels`),
  addLabel: (run, label) => json<PageLabel>(`${at(run)}/labels`, posted(label)),
  trust: (run) => json<PageTrust>(`${at(run)}/trust`),
  labelling: (run, asked) => json<PageLabelling>(`${at(run)}/labelling?${asked.toString()}`),
  label: (run, word) => json<PageLabelling>(`${at(run)}/labelling`, posted(word)),
  edit: async (run, position) => {
    await ask(`${at(run)}/edit`, posted({ position }));
  },
};
