import type { RunStart } from '@assay/schema';
import { formatCount } from '../../../format/format-count.js';
import { cleanText } from '../../../text-layout/clean-text.js';
import type { Paint } from '../../../text-layout/paint.js';
import type { TextStream } from '../../text-stream.js';
import type { TerminalClock } from '../terminal-clock.js';
import { createLiveArea } from './live-area.js';
import { createProgressPace, type ProgressPace } from './progress-pace.js';
import { createProgressTracker, type ProgressTracker } from './progress-tracker.js';
import { renderProgress, renderProgressLine } from './render-progress.js';

interface ProgressDisplayOptions {
  readonly stderr: TextStream;
  /** Whether lines may be drawn again; else a line comes now and then. */
  readonly interactive: boolean;
  readonly paint: Paint;
  readonly clock: TerminalClock;
  /** Columns of stderr now. */
  readonly columns: () => number;
}

/** Shows how far a run is, and writes lines between. */
export interface ProgressDisplay {
  /** What is shown of the run; undefined before it starts and after it has ended. */
  readonly tracker: ProgressTracker | undefined;
  /** Whether a line was written. */
  readonly hasPrinted: boolean;
  start(run: RunStart): void;
  /** Writes whole lines; those that are drawn again stay below them. */
  print(text: string): void;
  /** Takes the live lines away and shows the cursor again. May be called at any time, and more than once. */
  close(): void;
}

/** Ten a second are as smooth as anybody can see, and cost nothing. */
const REDRAW_MS = 100;
const PLAIN_CHECK_MS = 1000;
function startLine(run: RunStart): string {
  const parts = [
    ...(run.total === undefined ? [] : [formatCount(run.total, 'trial')]),
    formatCount(run.suites.length, 'suite'),
    // Cases of streamed files name theirs later.
    ...(run.targets.length === 0 ? [] : [formatCount(run.targets.length, 'target')]),
    ...(run.judges.length === 0 ? [] : [formatCount(run.judges.length, 'judge')]),
  ];
  return `Run ${cleanText(run.runId)}: ${parts.join(', ')}\n`;
}

/** The progress of one run, on a terminal or in a log. */
export function createProgressDisplay({ stderr, interactive, paint, clock, columns }: ProgressDisplayOptions): ProgressDisplay {
  const live = createLiveArea(stderr, columns);
  let started: { readonly tracker: ProgressTracker; readonly stop: () => void } | undefined;
  let printed = false;

  function print(text: string): void {
    live.clear();
    printed = true;
    stderr.write(text);
  }

  function tick(tracker: ProgressTracker, pace: ProgressPace): void {
    const now = clock.now();
    tracker.state.throughput.update(now, tracker.state.done - tracker.state.kept);
    if (interactive) live.draw(renderProgress(tracker.state, now, columns(), paint));
    else if (pace.due(tracker.state, now)) print(`${renderProgressLine(tracker.state, now)}\n`);
  }

  return {
    get tracker() {
      return started?.tracker;
    },
    get hasPrinted() {
      return printed;
    },
    start(run) {
      const now = clock.now();
      const [tracker, pace] = [createProgressTracker(run, now), createProgressPace(now)];
      if (!interactive) print(startLine(run));
      started = { tracker, stop: clock.every(interactive ? REDRAW_MS : PLAIN_CHECK_MS, () => tick(tracker, pace)) };
    },
    print,
    close() {
      started?.stop();
      started = undefined;
      live.close();
    },
  };
}
