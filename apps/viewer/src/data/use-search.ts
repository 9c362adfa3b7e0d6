import type { SearchRequest } from '@assay/schema';
import { useEffect, useState } from 'preact/hooks';
import { withRoom } from './index/growing.js';
import { searchPattern } from '../text/search-pattern.js';
import type { PageSource } from './source/page-source.js';
import { SourceError } from './source/source-error.js';

/** A person who types is waited for this long, in milliseconds. */
const PAUSE_MS = 150;
/** How often hits are shown while they come in, in milliseconds. */
const SHOW_MS = 100;

export interface Search {
  /** 1 for each row in which the text was found; undefined while nothing is looked for. */
  readonly hits: Uint8Array | undefined;
  readonly searching: boolean;
  readonly problem: string | undefined;
}

const NOTHING: Search = { hits: undefined, searching: false, problem: undefined };

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
  const [search, setSearch] = useState<Search>(NOTHING);
  useEffect(() => {
    if (text === '' || isEmpty) {
      setSearch(NOTHING);
      return undefined;
    }
    const request = readSearch(text);
    const problem = patternProblem(request);
    if (problem !== undefined) {
      setSearch({ hits: new Uint8Array(0), searching: false, problem });
      return undefined;
    }
    const stopped = new AbortController();
    const timer = setTimeout(() => {
      let hits = new Uint8Array(rows);
      let shownAt = performance.now();
      const show = (searching: boolean, problem?: string): void => setSearch({ hits: hits.slice(), searching, problem });
      show(true);
      source
        .search(run, request, stopped.signal, (event) => {
          if (event.type === 'hits') {
            hits = withRoom(hits, Math.max(...event.positions) + 1);
            for (const position of event.positions) hits[position] = 1;
          }
          if (event.type === 'error') show(false, event.message);
          if (event.type === 'end') show(false);
          if (event.type === 'hits' && performance.now() - shownAt > SHOW_MS) {
            shownAt = performance.now();
            show(true);
          }
        })
        .catch((error: unknown) => {
          if (!stopped.signal.aborted) show(false, error instanceof SourceError ? error.message : String(error));
        });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stopped.abort();
    };
  }, [source, run, text, isEmpty, growing]);
  return search;
}
