import { setMaxListeners } from 'node:events';
import {
  budgetRefusal,
  BudgetSpentError,
  deepFreeze,
  DEFAULT_VERDICT_THRESHOLDS,
  frozenCopy,
  toErrorInfo,
  type EvalCase,
  type EvaluatorDefinition,
  type ExecuteTrialOptions,
  type JudgePanel,
  definitionFinder,
  type PanelSpec,
  type ProviderResponse,
  type ResultRow,
  type Trial,
  type TrialExecutor,
} from '@assay/schema';
import { attachedDigests, storedDigests, type AttachedDigests } from '../attached/attached-digests.js';
import { asPart } from './waiting/asks.js';
import { systemClock } from '../clock/clock.js';
import { createRoom, takesRoom, type Room } from '../schedule/room.js';
import { checkResponse } from '../target/reply/check-response.js';
import { withRecordedTurns } from './asking/all-turns.js';
import { allowsEmpty } from './asking/allows-empty.js';
import { converse, joinResponses, type Conversation } from './asking/converse.js';
import { isAuthored } from './asking/turns-of.js';
import { hasOwnScores, reopenedRow } from './comparing/reopened-row.js';
import { comparesReplies } from './comparing/compares-replies.js';
import { assessmentOf, createRow, figuresOf, type HeldConversation, type RowSettings, type Scoring } from './row/create-row.js';
import { countSavings } from './scoring/count-savings.js';
import { evaluateResponse } from './scoring/evaluate-response.js';
import { lostRow } from './row/lost-row.js';
import { unscoredCase } from './row/score-case.js';
import { whyNothingSaid } from './asking/empty-reply.js';
import { measureSimilarity, measuresSimilarity, type SimilarityPart } from './scoring/measure-similarity.js';
import { paidEmbeddings } from './scoring/paid-embeddings.js';
import { openRequirements } from './entries/must-hold.js';
import { reorderedCriteria } from './scoring/reordered-criteria.js';
import { withSystem } from './asking/prepare-messages.js';
import type { ExecutorOptions } from './executor-options.js';
import type { TrialWorkspace } from '../workspace/workspaces.js';
import { replyWeight } from './row/reply-weight.js';
import { shareAssessments } from './scoring/share-assessments.js';
import { withToolCallLines } from './asking/tool-call-trace.js';
import { storedConversation } from './asking/stored-conversation.js';
import { inWorkspace } from './asking/in-workspace.js';
import { wantsConfidence } from './asking/wants-confidence.js';
import { withFileChanges } from './asking/with-file-changes.js';

/** Runs trials, and scores replies that exist already. */
export interface ScoringExecutor extends TrialExecutor {
  /**
   * What the reply of a prepared trial is compared with, as in `assessmentKey` of its row, without one.
   * @throws ConfigError when the trial was not prepared.
   */
  assessmentKey(trial: Trial): string;
  /** True when an entry of the trial's case compares its reply with those of other targets and variants. */
  compares(trial: Trial): boolean;
  /**
   * Scores the reply of an earlier row of a prepared trial again, without asking the target: all but what comes of scoring is as in
   * that row.
   * @throws the signal's reason when it aborts; nothing else.
   */
  rescore(trial: Trial, row: ResultRow, options: ExecuteTrialOptions): Promise<ResultRow>;
  /**
   * An earlier row of a prepared trial with its own scores, whose reply is to be compared with those of others again.
   * @param settled true for one whose own scores are good enough, also where some are missing.
   * @returns undefined for a row that lacks scores of its own, or that is compared with nobody: that is scored again.
   */
  reopen(trial: Trial, row: ResultRow, settled: boolean): ResultRow | undefined;
  /**
   * Scores a reply without asking the target. A latency of NaN stands for an unknown one.
   * @throws the signal's reason when it aborts; nothing else.
   */
  scoreOutput(
    trial: Trial,
    response: ProviderResponse,
    options?: { readonly signal?: AbortSignal },
  ): Promise<ResultRow>;
}

/** How a trial is run, and the folder that it has. */
interface TrialRun extends ExecuteTrialOptions {
  readonly workspace?: TrialWorkspace | undefined;
}

/** Most that large replies have that are scored at once, in characters. */
const SCORED_AT_ONCE = 4 * 2 ** 20;

type Settings = ExecutorOptions &
  RowSettings & {
    readonly scoringRoom: Room;
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly evaluatorFor: (type: string) => EvaluatorDefinition | undefined;
  };

/** The case as it is scored: with the conversation as it was held. */
function scoredCase({ evaluatorFor, reorderedRepeats, keepsContracts }: Settings, { evalCase, repeat }: Trial, { input }: Pick<Conversation, 'input'>): EvalCase {
  const reordered = reorderedRepeats?.has(repeat) === true ? reorderedCriteria(evalCase.evaluators, evaluatorFor) : undefined;
  if (input === evalCase.inputMessages && !reordered) return evalCase;
  const scored = { ...evalCase, inputMessages: input, evaluators: reordered ?? evalCase.evaluators };
  return keepsContracts ? scored : deepFreeze(scored);
}

async function scoreReply(
  settings: Settings,
  trial: Trial,
  conversation: Pick<Conversation, 'input' | 'nothingSaid'>,
  response: ProviderResponse,
  { signal, onlyJudging, workspace }: TrialRun,
): Promise<Scoring> {
  const resources = settings.resources.of(trial);
  const { directory, projectRoot = directory } = resources;
  // Made when somebody judges: of most trials nobody does.
  let judging: { readonly ids: Set<string>; readonly share: ReturnType<typeof shareAssessments> } | undefined;
  const savings = countSavings();
  const embeddings = resources.embeddings && savings.counted(paidEmbeddings(resources.embeddings, resources.account));
  const judges = (spec?: PanelSpec): JudgePanel => {
    const panel = resources.judges(spec);
    judging ??= { ids: new Set(), share: shareAssessments(savings.add) };
    for (const id of panel.judgeIds) judging.ids.add(id);
    return judging.share(panel);
  };
  const evaluated = evaluateResponse({
    evalCase: scoredCase(settings, trial, conversation),
    response,
    target: trial.target.name,
    evaluatorFor: settings.evaluatorFor,
    judges,
    embeddings,
    directory,
    projectRoot,
    workspace: workspace?.path,
    fileRule: settings.fileRule,
    env: settings.env,
    processes: settings.processes,
    redactor: settings.redactor,
    thresholds: settings.thresholds,
    rubricRequired: settings.rubricRequired,
    nothingSaid: conversation.nothingSaid,
    keepsContracts: settings.keepsContracts,
    clock: settings.clock,
    timeoutMs: settings.evaluatorTimeoutMs,
    signal,
    onlyJudging,
    asksBesides: measuresSimilarity(embeddings, trial.evalCase, response.text),
  });
  const [results, similarity] = embeddings
    ? await Promise.all([evaluated, asPart(() => measureSimilarity(embeddings, trial.evalCase, response.text, signal))])
    : [await evaluated, NO_SIMILARITY];
  return { results, judgeIds: judging?.ids ?? NOBODY, similarity, saved: savings.total() };
}

const NO_SIMILARITY: SimilarityPart = { metrics: [], warnings: [] };
const NOBODY: ReadonlySet<string> = new Set();
const NOTHING_SCORED: Scoring = { results: [], judgeIds: NOBODY, similarity: NO_SIMILARITY };

async function finish(
  settings: Settings,
  trial: Trial,
  conversation: HeldConversation,
  startedAt: number,
  options: TrialRun,
): Promise<ResultRow> {
  const { signal } = options;
  const { response, failure } = conversation;
  if (failure || !response) {
    // Nobody was asked, or not to the end: as if the trial had not begun.
    throwRefusal(failure?.error, signal);
    return createRow(settings, trial, conversation, NOTHING_SCORED, startedAt);
  }
  // Judges and scripts get copies of the reply: of large ones, only as many as there is memory for.
  const weight = replyWeight(response);
  const leave = takesRoom(weight) ? await settings.scoringRoom.enter(weight, signal) : undefined;
  let scoring: Scoring;
  try {
    scoring = await scoreReply(settings, trial, conversation, response, options);
  } catch (error) {
    if (!budgetRefusal(signal.reason)) throw error;
    scoring = NOTHING_SCORED;
  } finally {
    leave?.();
  }
  const row = createRow(settings, trial, conversation, scoring, startedAt);
  if (row.status === 'ok' && scoring.similarity.warnings.length === 0 && scoring !== NOTHING_SCORED) return row;
  const unscored = (refusal: BudgetSpentError): ResultRow => {
    // The row that is there has the reply too, and may have a verdict.
    if (conversation.isStored) throw refusal;
    return withoutScore(settings, trial, { row, response }, refusal);
  };
  const refusal = budgetRefusal(signal.reason);
  if (refusal) return unscored(refusal);
  // A scoring that the abort cut short says nothing about the reply.
  signal.throwIfAborted();
  // Some of its judges may have been asked and others not: they are asked together when there is more to spend.
  return settings.resources.of(trial).account?.spent ? unscored(new BudgetSpentError(UNJUDGED)) : row;
}

const UNJUDGED = 'what is left of the budget did not suffice for judging the reply';

/** A reply that is paid for and not scored: going on with the run scores it without asking for it again. */
function withoutScore(
  settings: Settings,
  trial: Trial,
  { row, response }: { readonly row: ResultRow; readonly response: ProviderResponse },
  refusal: BudgetSpentError,
): ResultRow {
  const open = openRequirements(trial.evalCase.evaluators, settings.evaluatorFor, settings);
  return { ...row, ...unscoredCase(toErrorInfo(refusal), open), evaluators: [], metrics: [], warnings: response.warnings ?? [] };
}

/** Throws what kept the target from being asked to the end, if that is no fault of the target. */
function throwRefusal(error: unknown, signal: AbortSignal): void {
  signal.throwIfAborted();
  const refusal = budgetRefusal(error);
  if (refusal) throw refusal;
}

/** Written out, as all that is made for every trial. */
function heldConversation(conversation: Conversation, systemPrompt: string | undefined, attached: AttachedDigests): HeldConversation {
  const { response, input, transcript, asked, authored, failure, nothingSaid } = conversation;
  return { response, input, transcript, asked, authored, failure, nothingSaid, systemPrompt, attached };
}

/**
 * What evaluators, judges and the row of a trial share, as nobody can change it any more: none of them sees what another makes of it. Of
 * what a target gave these are copies: it may keep what it gave, and go on writing into it. What stands in the case is
 * frozen with it, and stays the same: the files of its messages are known by their parts.
 */
function readOnly(held: HeldConversation): HeldConversation {
  const { response, input, transcript } = held;
  return { ...held, response: frozenCopy(response), input: frozenCopy(input, Object.isFrozen), transcript: frozenCopy(transcript, Object.isFrozen) };
}

async function generate(settings: Settings, trial: Trial, { signal, replies, workspace }: TrialRun): Promise<HeldConversation> {
  const { evalCase, variant } = trial;
  const authored = withSystem(evalCase.inputMessages, variant.system);
  try {
    const { provider, account } = settings.resources.of(trial);
    const digests = attachedDigests(evalCase.inputMessages);
    const attached = digests instanceof Promise ? await digests : digests;
    const conversation = await converse(provider, authored, {
      temperature: variant.temperature,
      plainInput: evalCase.plainInput,
      confidence: wantsConfidence(evalCase.evaluators, settings.evaluatorFor) || undefined,
      caseId: evalCase.id,
      suite: trial.suite,
      suitePath: trial.suitePath,
      repeat: trial.repeat,
      cache: evalCase.execution.noCache ? 'off' : undefined,
      signal,
      replies,
      workspace,
      account,
    }, { allowEmpty: allowsEmpty(trial) });
    return heldConversation(await withFileChanges(withRecordedTurns(conversation, evalCase), workspace), provider.systemPrompt, attached);
  } catch (error) {
    return { response: null, input: authored, asked: false, failure: { error } };
  }
}

/**
 * Holds a conversation and makes the row of it. Whatever is thrown on the way (a value that is too deep
 * to be hashed, a text that is too long for this process) costs this trial its score, and nothing else.
 */
async function rowOf(
  settings: Settings,
  trial: Trial,
  options: TrialRun,
  hold: () => Promise<HeldConversation>,
): Promise<ResultRow> {
  const { clock, runId, evaluatorFor, keepsContracts } = settings;
  options.signal.throwIfAborted();
  const startedAt = clock.now();
  let held: HeldConversation | undefined;
  if (!keepsContracts) deepFreeze(trial.evalCase);
  try {
    held = await hold();
    if (!keepsContracts) held = readOnly(held);
    return await finish(settings, trial, held, startedAt, options);
  } catch (error) {
    if (options.signal.aborted || error instanceof BudgetSpentError) throw error;
    return lostRow(trial, {
      runId,
      error: toErrorInfo(error),
      startedAt: new Date(startedAt).toISOString(),
      finishedAt: new Date(clock.now()).toISOString(),
      known: () => ({
        requirements: openRequirements(trial.evalCase.evaluators, evaluatorFor, settings),
        ...(held ? { ...figuresOf(held), warnings: held.response?.warnings ?? [] } : {}),
      }),
    });
  }
}

/**
 * The executor that runs trials in this process: asks the target, then scores the reply with all
 * evaluators at once. Whatever a target, script or judge does ends up in the row: a trial never
 * rejects, unless its signal aborts.
 */
export function createTrialExecutor(options: ExecutorOptions): ScoringExecutor {
  const settings: Settings = {
    ...options,
    evaluatorFor: definitionFinder(options.evaluators),
    env: options.env ?? {},
    thresholds: options.thresholds ?? DEFAULT_VERDICT_THRESHOLDS,
    rubricRequired: options.rubricRequired ?? true,
    clock: options.clock ?? systemClock,
    assessorsOf: (trial) => options.resources.of(trial).assessors?.(),
    scoringRoom: createRoom(SCORED_AT_ONCE),
  };
  return {
    prepare: (trial) => settings.resources.prepare(trial),
    assessmentKey: (trial) => assessmentOf(settings, trial),
    compares: ({ evalCase }) => comparesReplies(evalCase, settings.evaluatorFor),
    execute: (trial, options) => execute(settings, trial, options),
    async rescore(trial, row, options) {
      // A trial that ends in an authored text asks nobody anyway.
      if (endsAuthored(trial)) return rowOf(settings, trial, options, () => generate(settings, trial, options));
      const made = await rowOf(settings, trial, options, async () => earlierReply(settings, trial, row));
      return { ...made, startedAt: row.startedAt };
    },
    reopen({ evalCase }, row, settled) {
      const comparing = evalCase.evaluators.filter(({ type }) => settings.evaluatorFor(type)?.compare !== undefined);
      const own = evalCase.evaluators.filter((config) => !comparing.includes(config));
      return comparing.length > 0 && (settled || hasOwnScores(row, own)) ? reopenedRow(row, comparing, settings) : undefined;
    },
    scoreOutput(trial, response, { signal = neverAborts() } = {}) {
      return rowOf(settings, trial, { signal }, async () => ({ ...existingReply(trial, response), attached: await attachedDigests(trial.evalCase.inputMessages) }));
    },
    close: () => settings.resources.close(),
  };
}

/** Asks the target, in a folder made for that if the case has one, and scores what it said and did. */
function execute(settings: Settings, trial: Trial, options: ExecuteTrialOptions): Promise<ResultRow> {
  const { workspaces, resources, runId } = settings;
  const { unasked, signal } = options;
  if (unasked) return rowOf(settings, trial, options, () => unaskedConversation(trial, unasked));
  if (!workspaces || !trial.evalCase.workspace) return rowOf(settings, trial, options, () => generate(settings, trial, options));
  return inWorkspace(
    () => workspaces.open(trial, { runId, directory: resources.of(trial).directory, signal }),
    ({ workspace, failure }) => rowOf(settings, trial, { ...options, workspace }, () => (failure ? unaskedConversation(trial, failure.error) : generate(settings, trial, { ...options, workspace }))),
  );
}

async function unaskedConversation(trial: Trial, error: unknown): Promise<HeldConversation> {
  return { response: null, input: withSystem(trial.evalCase.inputMessages, trial.variant.system), asked: false, failure: { error } };
}

function endsAuthored({ evalCase, variant }: Trial): boolean {
  return isAuthored(withSystem(evalCase.inputMessages, variant.system));
}

function earlierReply(settings: Settings, trial: Trial, row: ResultRow): HeldConversation {
  const authored = withSystem(trial.evalCase.inputMessages, trial.variant.system);
  const conversation = storedConversation(row, authored, { allowEmpty: allowsEmpty(trial) });
  return { ...conversation, isStored: true, attached: storedDigests(trial.evalCase.inputMessages, row), systemPrompt: settings.resources.of(trial).provider.systemPrompt };
}

function neverAborts(): AbortSignal {
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  return signal;
}

function existingReply(trial: Trial, response: ProviderResponse): Conversation {
  const input = withSystem(trial.evalCase.inputMessages, trial.variant.system);
  try {
    const asked = Number.isFinite(response.latencyMs);
    const reply = withToolCallLines(checkResponse(response, trial.target.name, Number.NaN), trial.target.name);
    return { response: joinResponses([reply]), input, asked, nothingSaid: whyNothingSaid([reply], allowsEmpty(trial)) };
  } catch (error) {
    return { response: null, input, asked: false, failure: { error } };
  }
}
