import type { IndexEvent, LabellingWord, PageChange, PageInfo, PageLabel, PageLabelling, PageRow, PageRun, PageTrust, SearchEvent, SearchRequest } from '@assay/schema';
import type { SidesChoice } from '../comparing/compared-sides.js';

/** Where to begin reading an index, and until when. */
interface IndexReading {
  /** Position of the first row. */
  readonly from: number;
  readonly signal: AbortSignal;
  readonly onEvent: (event: IndexEvent) => void;
}

/** Which rows of two runs, or of one, are compared with each other: undefined for each target or variant with that of the same name. */
export interface ComparedRuns {
  readonly a: string;
  readonly b: string;
  readonly sides: SidesChoice;
}

/** Where the page has its data from: a server, or the file that it stands in. */
export interface PageSource {
  /** Whether runs may come, change and go while they are looked at: not in a file. */
  readonly changes: boolean;
  page(): Promise<PageInfo>;
  /** Newest first. */
  runs(): Promise<readonly PageRun[]>;
  run(run: string): Promise<PageRun>;
  /** Ends when the run has ended and all is read. */
  index(run: string, reading: IndexReading): Promise<void>;
  /** In the order of asking. */
  rows(run: string, positions: readonly number[], signal?: AbortSignal): Promise<readonly PageRow[]>;
  search(run: string, request: SearchRequest, signal: AbortSignal, onEvent: (event: SearchEvent) => void): Promise<void>;
  /** How means changed; undefined where nobody can tell. */
  compare(compared: ComparedRuns, signal: AbortSignal): Promise<readonly PageChange[] | undefined>;
  labels(run: string): Promise<readonly PageLabel[]>;
  addLabel(run: string, label: PageLabel): Promise<PageLabel>;
  /** How far the scores of a run can be trusted. */
  trust(run: string): Promise<PageTrust>;
  /** What is to be labelled of a run. @param asked how it is to be drawn, as an address says it */
  labelling(run: string, asked: URLSearchParams): Promise<PageLabelling>;
  /** Says a word on a reply that was drawn. */
  label(run: string, word: LabellingWord): Promise<PageLabelling>;
  /** Opens the file of a row's case where the case stands. */
  edit(run: string, position: number): Promise<void>;
}
