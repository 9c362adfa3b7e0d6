import {
  BudgetSpentError,
  deepFreeze,
  definitionFinder,
  DEFAULT_VERDICT_THRESHOLDS,
  frozenCopy,
  isWaitingRow,
  toErrorInfo,
  waitsForOthers,
  type ComparedReply,
  type ComparingEvaluator,
  type EvaluationScore,
  type EvaluatorConfig,
  type EvaluatorDefinition,
  type ErrorInfo,
  type ResultRow,
  type RowOutput,
  type Trial,
} from '@assay/schema';
import { systemClock } from '../../clock/clock.js';
import { withDeadline, type Deadline } from '../../deadline/with-deadline.js';
import type { ExecutorOptions } from '../executor-options.js';
import type { TrialResources } from '../run-resources.js';
import { checkScore } from '../scoring/answers/check-score.js';
import { paidEmbeddings } from '../scoring/paid-embeddings.js';
import { countSavings } from '../scoring/count-savings.js';
import { evaluatorDeadline, timedServices } from '../scoring/evaluator-deadline.js';
import { embeddingService } from '../scoring/embedding-service.js';
import { optionsOf } from '../scoring/entry-options.js';
import { shareAssessments } from '../scoring/share-assessments.js';
import { comparedRow, shareOfSpending, type ComparedEntry } from './compared-row.js';
import { comparesReplies } from './compares-replies.js';
import { comparedName, comparedWith, nothingToCompare } from './compared-with.js';
import { wasComparedWith, type FormerRow } from './former-places.js';

/** A trial with the row that is stored of it. */
export interface ComparedTrial {
  readonly trial: Trial;
  readonly row: ResultRow;
}

/** Scores what can be scored only when the replies of several trials are there. */
export interface Comparer {
  /** True when an entry of the trial's case compares. */
  compares(trial: Trial): boolean;
  /**
   * Scores the entries that wait in the rows of a group: all targets and variants of one case, in one repeat. Rows that
   * do not wait are compared with, and stay as they are. Rejects only when the signal aborts, or with a BudgetSpentError: then
   * they go on waiting.
   * @returns the rows that waited, scored or with the reason why they cannot be, in their order.
   */
  compare(group: readonly ComparedTrial[], options: { readonly signal: AbortSignal }): Promise<readonly ComparedTrial[]>;
  /** Told that what comparing the group came to is stored. Absent where nobody has to know. */
  stored?(group: readonly ComparedTrial[], compared: readonly ComparedTrial[]): Promise<void>;
}

type Answered = ComparedTrial & { readonly row: ResultRow & { readonly output: RowOutput } };

export interface ComparerOptions extends Omit<ExecutorOptions, 'runId'> {
  /** What rows said that wait again: that holds where the replies are the same. Default: nothing is known of it. */
  readonly former?: ReadonlyMap<string, FormerRow> | undefined;
}

type Settings = ComparerOptions & {
  readonly evaluatorFor: (type: string) => EvaluatorDefinition | undefined;
};

/** What the comparisons of one group are made with. */
interface Means extends Settings {
  /** Resources of the first trial of the group: all its trials have the same judges. */
  readonly own: TrialResources;
  readonly signal: AbortSignal;
}

function resultOf({ row }: ComparedTrial, name: string) {
  return row.evaluators.find((entry) => entry.name === name);
}

/** Whether there is a reply that this entry can compare: one that is empty, or was lost, it cannot. */
function isComparable(member: ComparedTrial, name: string): member is Answered {
  const result = resultOf(member, name);
  return member.row.output !== null && result !== undefined && (result.score !== null || waitsForOthers(result));
}

function replyOf({ trial, row: { output } }: Answered): ComparedReply {
  const { text, messages, toolCalls, fileChanges } = output;
  return { target: trial.target.name, variant: trial.variant.label, response: { text, messages, toolCalls, ...(fileChanges === undefined ? {} : { fileChanges }) } };
}

function servicesOf(means: Means, deadline: Deadline, embed: ReturnType<typeof embeddingService>['embed']) {
  const { fileRule, env = {}, processes, redactor, thresholds = DEFAULT_VERDICT_THRESHOLDS, rubricRequired } = means;
  const { judges, directory, projectRoot = directory } = means.own;
  return {
    ...timedServices(deadline, { judges, embed }),
    directory,
    projectRoot,
    ...(fileRule ? { fileRule } : {}),
    env,
    processes,
    redactor,
    thresholds,
    rubricRequired,
  };
}

function checkedScores(scores: readonly EvaluationScore[], replies: number, name: string): readonly EvaluationScore[] {
  const given: unknown = scores;
  // Of a place that was never filled too: of that reply there is no answer.
  if (Array.isArray(given) && given.length === replies) return Array.from(scores, (score) => checkScore(score, name));
  throw new TypeError(`evaluator "${name}" gave ${Array.isArray(given) ? given.length : 'no list of'} scores for ${replies} replies`);
}

/** The scores of all replies. Rejects only when the signal aborts. */
async function scoresOf(means: Means, { definition, config }: ComparingEntry, members: readonly Answered[]): Promise<readonly EvaluationScore[]> {
  const { clock = systemClock, evaluatorTimeoutMs: timeoutMs, signal, keepsContracts } = means;
  const replies = members.map(replyOf);
  const [{ trial }] = members as readonly [Answered];
  const embedding = embeddingService(means.own.embeddings);
  const charged = (score: EvaluationScore, index: number): EvaluationScore => embedding.charge(score, members.length, index);
  try {
    const options = optionsOf(config, definition);
    const scores = await withDeadline(
      (deadline) =>
        definition.compare({
          options,
          config,
          evalCase: keepsContracts ? trial.evalCase : deepFreeze(trial.evalCase),
          replies: keepsContracts ? replies : deepFreeze(replies),
          services: servicesOf(means, deadline, embedding.embed),
          get signal() {
            return deadline.signal;
          },
        }),
      { signal, clock, ...evaluatorDeadline(definition, config, timeoutMs) },
    );
    signal.throwIfAborted();
    return checkedScores(keepsContracts ? scores : frozenCopy(scores, Object.isFrozen), members.length, config.name).map(charged);
  } catch (error) {
    signal.throwIfAborted();
    const info: ErrorInfo = toErrorInfo(error);
    return members.map((_, index) => charged({ score: null, error: info }, index));
  }
}

interface ComparingEntry {
  readonly config: EvaluatorConfig;
  readonly definition: ComparingEvaluator;
}

function comparingEntries({ evaluators }: Trial['evalCase'], { evaluatorFor }: Pick<Settings, 'evaluatorFor'>): readonly ComparingEntry[] {
  return evaluators.flatMap((config) => {
    const definition = evaluatorFor(config.type);
    return definition?.compare ? [{ config, definition }] : [];
  });
}

type Found = Pick<ComparedEntry, 'score' | 'former'>;

/** What was found before, if it was found by comparing these replies and no others: nobody is asked again about those. */
function foundBefore({ former }: Settings, name: string, members: readonly Answered[]): ReadonlyMap<Trial, Found> | undefined {
  if (!former?.size) return undefined;
  const names = members.map(({ trial }) => comparedName(trial.target.name, trial.variant));
  const found = new Map<Trial, Found>();
  for (const [index, member] of members.entries()) {
    const result = resultOf(member, name);
    const known = result && waitsForOthers(result) ? former.get(member.trial.key)?.row.evaluators.find((entry) => entry.name === name) : result;
    if (!known || !wasComparedWith(known, names.toSpliced(index, 1))) return undefined;
    found.set(member.trial, { score: known, former: known });
  }
  return found;
}

/** What an entry makes of the rows that wait with it, by trial. */
async function compareEntry(
  means: Means,
  entry: ComparingEntry,
  group: readonly ComparedTrial[],
): Promise<ReadonlyMap<Trial, Found>> {
  const { name } = entry.config;
  const members = group.filter((member) => isComparable(member, name));
  if (members.length < 2) {
    return new Map(members.map(({ trial }) => [trial, { score: { score: null, error: nothingToCompare(group, trial) } }]));
  }
  const before = foundBefore(means, name, members);
  if (before) return before;
  const scores = await scoresOf(means, entry, members);
  return new Map(members.map(({ trial }, index) => [trial, { score: comparedWith(scores[index] as EvaluationScore, trial, members) }]));
}

/** Resources that count what the cache saved, and ask equal questions of several entries once. */
function counted(own: TrialResources, savings: ReturnType<typeof countSavings>): TrialResources {
  const share = shareAssessments(savings.add);
  return { ...own, judges: (spec) => share(own.judges(spec)), embeddings: own.embeddings && savings.counted(paidEmbeddings(own.embeddings, own.account)) };
}

/** The comparer that compares in this process, with the targets and judges of the run. */
export function createComparer(options: ComparerOptions): Comparer {
  const settings: Settings = { ...options, evaluatorFor: definitionFinder(options.evaluators) };
  const { evaluatorFor, thresholds = DEFAULT_VERDICT_THRESHOLDS, rubricRequired = true, clock = systemClock } = settings;
  return {
    compares: ({ evalCase }) => comparesReplies(evalCase, evaluatorFor),
    async compare(group, { signal }) {
      const waiting = group.filter(({ row }) => isWaitingRow(row));
      const [first] = group;
      if (!first || waiting.length === 0) return [];
      // Trials whose rows were stored by an earlier process were not made ready in this one.
      for (const { trial } of group) await settings.resources.prepare(trial);
      const entries = comparingEntries(first.trial.evalCase, settings);
      const savings = countSavings();
      const means = { ...settings, signal, own: counted(settings.resources.of(first.trial), savings) };
      const results = await Promise.all(entries.map(async (entry) => ({ ...entry, scores: await compareEntry(means, entry, group) })));
      // What could not be paid for is compared when there is more to spend.
      const lost = results.some(({ scores }) => [...scores.values()].some(({ score }) => score.score === null));
      if (lost && means.own.account?.spent) throw new BudgetSpentError('what is left of the budget did not suffice for a comparison');
      return waiting.map(({ trial, row }, index) => {
        const scored = results.flatMap(({ config, scores }) => {
          const found = scores.get(trial);
          return found && row.evaluators.some((result) => result.name === config.name && waitsForOthers(result)) ? [{ config, ...found }] : [];
        });
        const before = settings.former?.get(trial.key);
        // Nothing of it has changed: it is the row that it was.
        if (before?.kept && scored.every(({ former }) => former !== undefined)) return { trial, row: { ...row, ...before.row } };
        const saved = shareOfSpending(savings.total(), waiting.length, index);
        return { trial, row: comparedRow(row, scored, { evaluatorFor, thresholds, rubricRequired, clock, saved }) };
      });
    },
  };
}
