import type { SearchRequest } from '@assay/schema';
import { useEffect, useRef, useState } from 'preact/hooks';
import { withRoom } from './index/growing.js';
import { searchPattern } from './source/search-pattern.js';
import type { PageSource } from './source/page-source.js';
import { SourceError } from './source/source-error.js';

/** A person who types is waited for this long, in milliseconds. */
const PAUSE_MS = 100;
/** How often hits are shown while they come in, in milliseconds. */
const SHOW_MS = 100;

export interface Search {
  /** 1 for each row in which the text was found; undefined while nothing is looked for. */
  readonly hits: Uint8Array | undefined;
  readonly searching: boolean;
  readonly problem: string | undefined;
}

const NOTHING: Search = { hits: undefined, searching: false, problem: undefined };
/** Where the address asks for a text, no row is shown before it is known to have it: lines that go away again would be clicked in vain. */
const LOOKING: Search = { hits: new Uint8Array(0), searching: true, problem: undefined };

/** `/a|b/` is a pattern, everything else a text. */
function readSearch(text: string): SearchRequest {
  const [, pattern] = /^\/(.+)\/$/su.exec(text) ?? [];
  return { text: pattern ?? text, pattern: pattern !== undefined, fields: [] };
}

interface Searched {
  /** Rows that are known. */
  readonly rows: number;
  /** Whether more will come: when no more do, it is looked again. */
  readonly growing: boolean;
}

/** What is wrong with a pattern; undefined when it is none, or right. */
function patternProblem({ text, pattern }: SearchRequest): string | undefined {
  if (!pattern) return undefined;
  try {
    searchPattern(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Looks for a text in all rows of a run. */
export function useSearch(source: PageSource, run: string, text: string, { rows, growing }: Searched): Search {
  const isEmpty = rows === 0;
  const [search, setSearch] = useState<Search>(text === '' ? NOTHING : LOOKING);
  /** What was looked for before. A run that has grown is looked through again: what was found in it stays while that is done. */
  const before = useRef({ run: '', text: '', hits: new Uint8Array(0) });
  useEffect(() => {
    if (text === '' || isEmpty) {
      // Nothing that was found in another run of its name is in this one.
      if (isEmpty) before.current = { run: '', text: '', hits: new Uint8Array(0) };
      setSearch(text !== '' && growing ? LOOKING : NOTHING);
      return undefined;
    }
    const request = readSearch(text);
    const problem = patternProblem(request);
    if (problem !== undefined) {
      setSearch({ hits: new Uint8Array(0), searching: false, problem });
      return undefined;
    }
    const stopped = new AbortController();
    let drawing: ReturnType<typeof setTimeout> | undefined;
    const timer = setTimeout(() => {
      const isSame = before.current.run === run && before.current.text === text;
      let hits = withRoom(isSame ? before.current.hits : new Uint8Array(0), rows);
      let found = false;
      const show = (searching: boolean, problem?: string): void => {
        clearTimeout(drawing);
        drawing = undefined;
        setSearch({ hits: hits.slice(), searching, problem });
      };
      show(true);
      const take = (positions: readonly number[]): void => {
        for (const position of positions) {
          if (position >= hits.length) hits = withRoom(hits, position + 1);
          hits[position] = 1;
        }
        before.current = { run, text, hits };
        // The first ones at once: they are what somebody waits for.
        if (!found) show(true);
        else drawing ??= setTimeout(() => show(true), SHOW_MS);
        found = true;
      };
      source
        .search(run, request, stopped.signal, (event) => {
          // Of a search that was given up nothing is shown: another one is under way.
          if (stopped.signal.aborted) return;
          if (event.type === 'hits') take(event.positions);
          else show(false, event.type === 'error' ? event.message : undefined);
        })
        .catch((error: unknown) => {
          if (!stopped.signal.aborted) show(false, error instanceof SourceError ? error.message : String(error));
        });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      clearTimeout(drawing);
      stopped.abort();
    };
  }, [source, run, text, isEmpty, growing]);
  return search;
}
