import type { IndexEvent, PageInfo, PageLabel, PageRow, PageRun, SearchEvent, SearchRequest } from '@assay/schema';

/** Where to begin reading an index, and until when. */
interface IndexReading {
  /** Position of the first row. */
  readonly from: number;
  readonly signal: AbortSignal;
  readonly onEvent: (event: IndexEvent) => void;
}

/** Where the page has its data from: a server, or the file that it stands in. */
export interface PageSource {
  page(): Promise<PageInfo>;
  /** Newest first. */
  runs(): Promise<readonly PageRun[]>;
  run(run: string): Promise<PageRun>;
  /** Ends when the run has ended and all is read. */
  index(run: string, reading: IndexReading): Promise<void>;
  /** In the order of asking. */
  rows(run: string, positions: readonly number[], signal?: AbortSignal): Promise<readonly PageRow[]>;
  search(run: string, request: SearchRequest, signal: AbortSignal, onEvent: (event: SearchEvent) => void): Promise<void>;
  labels(run: string): Promise<readonly PageLabel[]>;
  addLabel(run: string, label: PageLabel): Promise<PageLabel>;
  /** Opens the file of a row's case where the case stands. */
  edit(run: string, position: number): Promise<void>;
}
