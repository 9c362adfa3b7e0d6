import {
  DEFAULT_VERDICT_THRESHOLDS,
  suiteKey,
  verdictOf,
  type CalibratedGroup,
  type Calibration,
  type Label,
  type ResultRow,
  type RunManifest,
  type SuiteCalibration,
  type VerdictCounts,
  type VerdictThresholds,
} from '@assay/schema';
import { formatCount } from '../format/format-count.js';
import { clusterOf } from '../statistics/figures/cluster-of.js';
import { correctGroup, type GroupNames } from './corrected-group.js';
import { judgeVotes } from './judge-votes.js';
import { labelChances } from './label-chances.js';
import { effectiveCounts, LEVEL, verdictQuality } from './labelled-figures.js';
import { labelledReply, type JudgedReply, type LabelledReply, type PlannedReply } from './labelled-reply.js';
import { correctLater, criteriaDigest, judgesOf, seatsOf, type JudgingFacts } from './later-run.js';
import { createLostReplies } from './lost-replies.js';
import { panelVotes } from './panel-votes.js';
import { createPositionLean } from './position-lean.js';
import { verdictLeans } from './verdict-leans.js';

export interface CalibrateRunOptions {
  readonly runId: string;
  /** Folder of the run as it should be shown. */
  readonly location: string;
  /** Undefined where there is none that can be read. */
  readonly manifest: Pick<RunManifest, 'verdicts' | 'judgePromptVersion' | 'targets'> | undefined;
  /** True for a run that has not all of its replies. */
  readonly unfinished?: boolean | undefined;
  /** Of this run, oldest first. */
  readonly labels: readonly Label[];
  /** Of earlier runs. */
  readonly earlier: readonly SuiteCalibration[];
}

/** Takes the rows of a run one by one, and says what labels say about it. */
export interface RunCalibrator {
  add(row: ResultRow): void;
  result(): Calibration;
  /**
   * What later runs need of it, for each suite with labels.
   * @param date day (UTC): `2026-01-31`
   */
  calibrations(date: string): readonly SuiteCalibration[];
}

/** The last word on each reply; that it was drawn by lot stays true, whatever is said later. Who skips a reply says nothing of it, and takes back nothing that another one said. */
function lastLabels(labels: readonly Label[]): ReadonlyMap<string, Label> {
  const last = new Map<string, Label>();
  for (const label of labels) {
    const before = last.get(label.trialKey);
    const draw = label.draw ?? before?.draw;
    const word = label.skipped === true && before !== undefined && before.verdict !== null ? before : label;
    last.set(label.trialKey, draw === undefined ? word : { ...word, draw });
  }
  return last;
}

function groupsOf<T extends PlannedReply>(replies: readonly T[]): readonly { readonly names: GroupNames; readonly replies: readonly T[] }[] {
  const groups = new Map<string, { names: GroupNames; replies: T[] }>();
  for (const reply of replies) {
    const { suite, suitePath, target, variant } = reply;
    const key = JSON.stringify([suite, suitePath, target, variant]);
    const group = groups.get(key) ?? { names: { suite, suitePath, target, ...(variant === '' ? {} : { variant }) }, replies: [] };
    groups.set(key, group);
    group.replies.push(reply);
  }
  return [...groups.values()];
}

function replyOf(row: ResultRow & { readonly score: number }, label: Label | undefined): JudgedReply {
  const { trialKey, suite, suitePath, caseId, target, variant, caseWeight, score, verdict, output, criteriaKey } = row;
  return {
    trialKey,
    suite,
    suitePath,
    caseId,
    target,
    variant: variant.label,
    cluster: clusterOf(row),
    weight: caseWeight,
    score,
    passed: verdict === null ? null : verdict === 'pass',
    label,
    length: output?.text.length ?? 0,
    judges: judgeVotes(row),
    criteriaKey,
  };
}

/** Labels are split and drawn again by their places: what comes of them must not hang on which reply was stored first, or in which shard. */
function inOneOrder(replies: JudgedReply[]): void {
  replies.sort((a, b) => (a.trialKey < b.trialKey ? -1 : 1));
}

/** Everything that is known of a run's replies, once all rows are there. */
interface Gathered {
  readonly replies: readonly JudgedReply[];
  readonly labelled: readonly LabelledReply[];
  /** Those that stand for the others too: drawn by lot. */
  readonly drawn: readonly LabelledReply[];
  readonly chances: ReturnType<typeof labelChances>;
}

function gather(replies: readonly JudgedReply[]): Gathered {
  const chances = labelChances(replies);
  const labelled = replies.flatMap((reply) => labelledReply(reply, chances.chanceOf(reply)) ?? []);
  return { replies, labelled, drawn: labelled.filter(({ chance }) => chance !== undefined), chances };
}

/** Labels that judges are compared with: those that were drawn, else any. */
const countedLabels = ({ labelled, drawn }: Gathered): readonly LabelledReply[] => (drawn.length > 0 ? drawn : labelled);

/** Those on which the run has a verdict: an open one is neither right nor wrong. */
const ruled = (items: readonly LabelledReply[]): readonly LabelledReply[] => items.filter(({ passed }) => passed !== null);
const isPassed = ({ passed }: LabelledReply): boolean => passed === true;

function qualityOf(gathered: Gathered, verdicts: VerdictThresholds): Calibration['quality'] {
  const items = countedLabels(gathered);
  if (items.length === 0) return [];
  const ofJudges = judgedItems(items, verdicts).map(({ judge: { id, model }, judged, passes }) => verdictQuality(id, model, judged, passes));
  return [verdictQuality('run', undefined, ruled(items), isPassed), ...ofJudges];
}

/** What labels say that does not fit the run. */
function unfitNotes({ labelled }: Gathered, unknown: number, verdicts: VerdictThresholds): readonly string[] {
  const both = labelled.filter(({ label: { score }, label }) => score !== undefined && verdictOf(score, verdicts) !== label.verdict).length;
  return [
    ...(unknown > 0 ? [`${formatCount(unknown, 'label')} of replies that the run does not have: nothing counts them`] : []),
    ...(both > 0 ? [`${formatCount(both, 'label')} with a score that means another verdict by the limits of this run: rates take the verdict, and means the score`] : []),
  ];
}

function notesOf({ replies, labelled, drawn, chances }: Gathered): readonly string[] {
  const open = replies.filter(({ passed }) => passed === null).length;
  const byHand = labelled.length - drawn.length - chances.otherDraws;
  return [
    ...chances.notes,
    ...(drawn.length === 0 && labelled.length > 0 && chances.notes.length === 0
      ? ['no labelled reply was drawn by lot, so labels tell nothing about replies without one: rates are those of the labelled replies, and no mean is corrected']
      : []),
    ...(drawn.length > 0 && byHand > 0 ? [`${formatCount(byHand, 'labelled reply', 'labelled replies')} picked by hand ${byHand === 1 ? 'is' : 'are'} left out`] : []),
    ...(chances.uncovered > 0 ? [`${formatCount(chances.uncovered, 'reply is', 'replies are')} of parts of which none is labelled yet, so no mean is corrected: go on with assay label`] : []),
    ...(open > 0 ? [`${formatCount(open, 'reply has an open verdict', 'replies have open verdicts')}, since something could not be judged: what the run says of passes is of the others`] : []),
  ];
}

/** How often verdicts on labelled replies are those of people. */
function countsOf(items: readonly LabelledReply[], passes: (item: LabelledReply) => boolean): VerdictCounts {
  const [truly, falsely] = [items.filter(({ truePass }) => truePass), items.filter(({ truePass }) => !truePass)];
  const [passed, failed] = [effectiveCounts(truly, passes), effectiveCounts(falsely, (item) => !passes(item))];
  return { truePassed: passed.hits, trueLabels: passed.labels, falseFailed: failed.hits, falseLabels: failed.labels };
}

/** Each judge of labelled replies with those that it gave a usable vote on, and whether it passes one. */
function judgedItems(items: readonly LabelledReply[], verdicts: VerdictThresholds) {
  return judgesOf(items).map((judge) => {
    const scoreOf = ({ judges: votes }: LabelledReply): number | undefined => votes.find((vote) => vote.id === judge.id && vote.model === judge.model && vote.settings === judge.settings)?.score;
    return { judge, judged: items.filter((item) => scoreOf(item) !== undefined), passes: (item: LabelledReply) => verdictOf(scoreOf(item) ?? 0, verdicts) === 'pass' };
  });
}

function suiteCalibration(items: readonly LabelledReply[], { runId, facts, date }: { readonly runId: string; readonly facts: JudgingFacts; readonly date: string }): SuiteCalibration | undefined {
  const [first] = items;
  if (!first) return undefined;
  const judges = judgedItems(items, facts.verdicts);
  return {
    suite: first.suite,
    suitePath: first.suitePath,
    runId,
    date,
    judges: facts.judges,
    ...(facts.judges.length === 0 || facts.judgePromptVersion === undefined ? {} : { judgePromptVersion: facts.judgePromptVersion }),
    verdicts: { pass: facts.verdicts.pass, borderline: facts.verdicts.borderline },
    replies: items.length,
    cases: new Set(items.map(({ cluster }) => cluster)).size,
    counts: countsOf(ruled(items), isPassed),
    ...(judges.length === 0 ? {} : { judgeCounts: judges.map(({ judge, judged, passes }) => ({ ...judge, counts: countsOf(judged, passes) })) }),
    criteria: new Map(items.flatMap(({ caseId, criteriaKey }) => (criteriaKey === undefined ? [] : [[caseId, criteriaDigest(criteriaKey)] as const]))),
  };
}

const sameJudges = (a: JudgingFacts['judges'], b: JudgingFacts['judges']): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Compares a run with what people say of its replies, or of those of earlier runs. */
export function createRunCalibrator(options: CalibrateRunOptions): RunCalibrator {
  const { runId, location, manifest, earlier } = options;
  const verdicts = manifest?.verdicts ?? DEFAULT_VERDICT_THRESHOLDS;
  const labels = lastLabels(options.labels);
  const replies: JudgedReply[] = [];
  const positions = createPositionLean();
  const lost = createLostReplies();
  const unscoredReplies: PlannedReply[] = [];
  let [unscored, skipped] = [0, 0];
  /** Labelled replies that there are. */
  const seen = new Set<string>();
  const factsOf = (of: readonly JudgedReply[]): JudgingFacts => ({ judges: seatsOf(of), judgePromptVersion: manifest?.judgePromptVersion, verdicts });

  function withEarlier(group: CalibratedGroup, own: readonly JudgedReply[], without: readonly PlannedReply[]): CalibratedGroup {
    const facts = factsOf(own);
    const ofSuite = earlier.filter(({ suite, suitePath, runId: of }) => of !== runId && suiteKey({ suite, suitePath }) === suiteKey({ suite: group.suite ?? '', suitePath: group.suitePath ?? '' }));
    const known = ofSuite.find(({ judges }) => sameJudges(judges, facts.judges)) ?? ofSuite.at(-1);
    return known ? correctLater(group, own, known, { ...facts, lost: without }) : group;
  }

  function correctedGroups({ drawn, chances }: Gathered): readonly CalibratedGroup[] {
    const byKey = new Map(drawn.map((item) => [item.trialKey, item]));
    const lostOf = new Map(groupsOf(unscoredReplies).map(({ names, replies: own }) => [JSON.stringify(names), own]));
    const groups = groupsOf(replies).map(({ names, replies: own }) => {
      const without = lostOf.get(JSON.stringify(names)) ?? [];
      const group = correctGroup(names, own, { drawn: byKey, uncovered: chances.uncovered, lost: without });
      return group.method === 'none' ? withEarlier(group, own, without) : group;
    });
    return groups.length > 1 ? [correctGroup({}, replies, { drawn: byKey, uncovered: chances.uncovered, lost: unscoredReplies }), ...groups] : groups;
  }

  return {
    add(row) {
      const label = labels.get(row.trialKey);
      if (label) seen.add(row.trialKey);
      positions.add(row);
      lost.add(row);
      if (label?.skipped === true && label.verdict === null) skipped += 1;
      if (row.score === null) {
        unscored += 1;
        unscoredReplies.push({ suite: row.suite, suitePath: row.suitePath, target: row.target, variant: row.variant.label, cluster: clusterOf(row), weight: row.caseWeight });
      } else replies.push(replyOf({ ...row, score: row.score }, label));
    },
    result() {
      inOneOrder(replies);
      const gathered = gather(replies);
      const { labelled, drawn, chances } = gathered;
      const panel = panelVotes(countedLabels(gathered), verdicts);
      const models = new Map((manifest?.targets ?? []).map(({ name, model }) => [name, model]));
      return {
        runId,
        location,
        level: LEVEL,
        replies: replies.length,
        unscored,
        lost: lost.value(),
        unfinished: options.unfinished === true,
        labels: {
          replies: labelled.length,
          cases: new Set(labelled.map(({ cluster }) => cluster)).size,
          drawn: drawn.length,
          skipped,
          uncovered: chances.uncovered,
          by: chances.by,
        },
        groups: correctedGroups(gathered),
        quality: qualityOf(gathered, verdicts),
        ...(panel ? { panel } : {}),
        leans: [...verdictLeans(countedLabels(gathered), (target) => models.get(target)), ...positions.value()],
        notes: [...(options.unfinished === true ? ['the run did not come to its end: replies that it lacks are no part of any number'] : []), ...notesOf(gathered), ...unfitNotes(gathered, [...labels.keys()].filter((key) => !seen.has(key)).length, verdicts)],
      };
    },
    calibrations(date) {
      inOneOrder(replies);
      const { drawn } = gather(replies);
      const suites = new Map<string, LabelledReply[]>();
      for (const item of drawn) {
        const key = suiteKey(item);
        suites.set(key, [...(suites.get(key) ?? []), item]);
      }
      return [...suites].flatMap(([key, items]) => suiteCalibration(items, { runId, facts: factsOf(replies.filter((reply) => suiteKey(reply) === key)), date }) ?? []);
    },
  };
}
