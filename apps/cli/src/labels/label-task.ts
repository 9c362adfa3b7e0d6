import { numberedRows, openRun, rowPlaces } from '@assay/engine';
import { findProjectRoot } from '@assay/loaders';
import { DEFAULT_VERDICT_THRESHOLDS, UsageError, type Label, type LabelDraw, type ResultRow, type VerdictThresholds } from '@assay/schema';
import { displayFolder } from '../files/display-folder.js';
import { tornLineNote } from '../runs/torn-line-note.js';
import { findRunFolder } from '../runs/find-run-folder.js';
import { readableManifest } from '../runs/readable-manifest.js';
import { runsFolder } from '../folders/runs-folder.js';
import { drawLabels, type DrawnFrom } from './draw-labels.js';
import { LabelFiles } from './label-files.js';
import { createStrata } from './strata.js';
import { isStratum } from './stratum-names.js';

/** What was asked for; what earlier labels of the run were drawn by, or a default, for the rest. */
export interface AskedDraw {
  readonly sample?: number | undefined;
  /** Names that `isStratum`. */
  readonly stratify?: readonly string[] | undefined;
  readonly seed?: number | undefined;
}

export interface LabelTaskOptions extends AskedDraw {
  /** A run folder, a run id, or `latest`. */
  readonly run: string;
  readonly cwd: string;
}

/** The run that is to be labelled. */
export interface LabelledRun {
  /** Absolute. */
  readonly folder: string;
  readonly cwd: string;
  readonly files: LabelFiles;
}

/** A reply that is to be labelled. */
export interface LabelItem {
  readonly trialKey: string;
  readonly draw: LabelDraw;
}

/** What is to be labelled of a run. */
export interface LabelTask {
  readonly runId: string;
  /** As it should be shown. */
  readonly location: string;
  readonly verdicts: VerdictThresholds;
  /** Everything that was drawn, in the order in which it should be looked at. */
  readonly drawn: readonly LabelItem[];
  /** Of these, those that nobody has said anything of, nor skipped. */
  readonly left: readonly LabelItem[];
  /** Scored replies that were drawn among. */
  readonly replies: number;
  /** What they were put into strata by. */
  readonly by: readonly string[];
  readonly files: LabelFiles;
  /** What is left by now: others may label too. @throws UsageError when they do so of replies that were drawn otherwise */
  leftNow(): Promise<{ readonly left: readonly LabelItem[]; readonly said: boolean }>;
  rowOf(trialKey: string): Promise<ResultRow>;
}

const DEFAULT_SAMPLE = 50;

interface Design {
  readonly sample: number;
  readonly stratify: readonly string[];
  readonly seed: number;
}

const inWords = (by: readonly string[]): string => (by.length === 0 ? 'among all replies' : `by ${by.join(' and ')}`);

/** Labels of one run are drawn in one way: chances of several ways together would be other ones. */
function designOf({ sample, stratify, seed }: AskedDraw, labels: readonly Label[]): Design {
  const draw = labels.findLast((label) => label.draw !== undefined)?.draw;
  if (draw === undefined) return { sample: sample ?? DEFAULT_SAMPLE, stratify: stratify ?? [], seed: seed ?? 0 };
  const by = draw.by.filter(isStratum);
  const largest = labels.reduce((most, label) => Math.max(most, label.draw?.size ?? 0), 0);
  if (stratify !== undefined && stratify.join() !== by.join()) {
    throw new UsageError(`labels of this run are drawn ${inWords(draw.by)}, and --stratify asks for ${inWords(stratify)}`, {
      hint: 'leave out --stratify to go on: labels that are drawn in two ways cannot be put together',
    });
  }
  if (seed !== undefined && seed !== draw.seed) {
    throw new UsageError(`labels of this run are drawn with the seed ${draw.seed}, and --seed is ${seed}`, { hint: 'leave out --seed to go on; --sample draws more' });
  }
  return { sample: sample ?? largest, stratify: by, seed: draw.seed };
}

/**
 * Labels that were drawn while the run had fewer replies, and further ones of all it has now, would stand for others with chances that nobody knows.
 * @throws UsageError
 */
function refuseGrown(drawn: readonly LabelItem[], labels: readonly Label[], { replies, location }: { readonly replies: number; readonly location: string }): void {
  const sizes = new Map(drawn.map(({ draw }) => [draw.stratum, draw.of]));
  const other = labels.find(({ draw, verdict }) => draw !== undefined && verdict !== null && (sizes.get(draw.stratum) ?? draw.of) !== draw.of)?.draw;
  if (!other) return;
  const part = other.stratum === '' ? '' : ` (${other.stratum})`;
  throw new UsageError(`labels of ${location} were drawn among ${other.of} replies${part}, and there are ${sizes.get(other.stratum) ?? 0} now: the run went on, or was scored again, since`, {
    hint: `label all of them with --sample ${replies}, or take the lines of this run from .assay/labels and draw anew: labels of both draws cannot be put together`,
  });
}

const isDone = (label: Label | undefined): boolean => label !== undefined && (label.verdict !== null || label.skipped === true);

/** As its rows say; undefined without any. */
async function runIdOf(folder: string): Promise<string | undefined> {
  for await (const [first] of numberedRows(folder)) if (first) return first.row.runId;
  return undefined;
}

/** Scored replies, and where their rows lie. Rows that count alone. @throws UsageError where no reply has what strata are made by */
async function readReplies(folder: string, cwd: string, by: readonly string[]) {
  const places = rowPlaces(folder);
  const found = new Map<number, DrawnFrom>();
  const strata = createStrata(by);
  for await (const batch of numberedRows(folder, { onTornLine: tornLineNote(cwd) })) {
    for (const numbered of batch) {
      places.note(numbered);
      if (numbered.replaces !== undefined) found.delete(numbered.replaces);
      const { row } = numbered;
      if (numbered.outside || row.score === null || row.output === null) continue;
      found.set(numbered.position, { trialKey: row.trialKey, stratum: strata.of(row) });
    }
  }
  const unknown = strata.unknown();
  if (unknown) throw unknown;
  const positions = new Map([...found].map(([position, { trialKey }]) => [trialKey, position]));
  return { replies: [...found.values()], positions, places };
}

function leftOf(drawn: readonly LabelItem[], labels: readonly Label[]): readonly LabelItem[] {
  const last = new Map(labels.map((label) => [label.trialKey, label]));
  return drawn.filter(({ trialKey }) => !isDone(last.get(trialKey)));
}

/** Draws what is to be labelled of a run in this folder, or finds out what was drawn before. @throws UsageError, StoreError, InvalidFileError */
export async function drawLabelTask({ folder, cwd, files }: LabelledRun, asked: AskedDraw): Promise<LabelTask> {
  const location = displayFolder(cwd, folder);
  const manifest = await readableManifest(await openRun(folder));
  const runId = await runIdOf(folder);
  const labels = runId === undefined ? [] : await files.ofRun(runId);
  const { sample, stratify, seed } = designOf(asked, labels);
  const { replies, positions, places } = await readReplies(folder, cwd, stratify);
  if (runId === undefined || replies.length === 0) throw new UsageError(`the run ${location} has no scored reply to label`, { hint: 'run the evals again, or name another run (assay list runs)' });
  const drawn = drawLabels(replies, { size: sample, by: stratify, seed });
  if (sample < replies.length) refuseGrown(drawn, labels, { replies: replies.length, location });
  return {
    runId,
    location,
    verdicts: manifest?.verdicts ?? DEFAULT_VERDICT_THRESHOLDS,
    drawn,
    left: leftOf(drawn, labels),
    replies: replies.length,
    by: stratify,
    files,
    async leftNow() {
      const now = await files.ofRun(runId);
      designOf({ stratify, seed }, now);
      return { left: leftOf(drawn, now), said: now.some(({ draw }) => draw !== undefined) };
    },
    async rowOf(trialKey) {
      const stored = await places.at(positions.get(trialKey) ?? -1);
      if (!stored) throw new UsageError(`the run has no reply ${trialKey}`, { hint: 'start again: assay label' });
      return stored.row;
    },
  };
}

/** The same for a run by its name. @throws UsageError, StoreError, InvalidFileError */
export async function openLabelTask({ run, cwd, ...asked }: LabelTaskOptions): Promise<LabelTask> {
  const root = findProjectRoot(cwd) ?? cwd;
  const folder = await findRunFolder({ run, cwd, runsFolder: runsFolder(root) });
  return drawLabelTask({ folder, cwd, files: new LabelFiles(root, cwd) }, asked);
}
