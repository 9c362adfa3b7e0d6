import type { InferOutput } from 'valibot';
import type {
  ErrorInfoSchema,
  JudgeVoteSchema,
  PointScoreSchema,
  ResultRowSchema,
  RunManifestSchema,
  TokenUsageSchema,
  WireEvaluatorResult,
} from '../src/row/row-schema.js';
import type { MessageSchema, ToolCallSchema } from '../src/row/messages/message-schema.js';
import type { JobDigestsSchema, TrialJobSchema } from '../src/jobs/trial-job-schema.js';
import type { BaselineCaseSchema, BaselineSchema } from '../src/baseline/baseline-schema.js';
import type { RunSummarySchema } from '../src/row/run-summary-schema.js';

/** A description for every field: one that is missing or does not exist fails to compile. */
type Descriptions<T> = Readonly<Record<keyof T & string, string>>;

const resultRow: Descriptions<InferOutput<typeof ResultRowSchema>> = {
  schema_version: 'Version of the row format.',
  run_id: 'The run that the row belongs to.',
  trial_key: 'Identifies the trial: a hash of the suite and its path, the case, the generation inputs, the target, the variant and the repeat.',
  scoring_key: 'Hash of everything that determines the score: evaluators, judges and the reply.',
  assessment_key:
    'Hash of what the reply was compared with: evaluators, expectations, judges and settings, but not the reply itself. When you resume a run, it scores the reply again if this hash has changed. Only comparable within one run.',
  criteria_key:
    'Hash of what the case compares replies with, regardless of the judges: evaluators with their options, and expectations; also variables and metadata of the case if an evaluator may use them. It is the same in every run as long as the case says the same.',
  suite: 'Name of the dataset. It depends only on the file, so several datasets may have the same name.',
  suite_path: "Path of the dataset from the root of its project, with slashes; for test cases in a folder of suites, the folder's path. Distinguishes datasets with the same name.",
  case_id: 'Id of the case, unique within its suite.',
  source: 'Where the case is defined: file:line:column.',
  conversation_id: 'Groups cases that belong to one conversation.',
  case_weight: "Weight of the case in the suite's score.",
  tags: 'Tags of the case.',
  vars: 'Variables of the case, under the names that its file uses; absent if it has none.',
  metadata: 'The metadata of the case from its file, for people and other tools.',
  target: 'Name of the target.',
  variant: 'Settings that the run varies. The label is empty if nothing is varied.',
  repeat: 'Number of this repeat of the case, counted from 1.',
  status: 'ok: scored, and every evaluator and judge answered; partial: scored, but something was lost on the way; error: no score.',
  score: 'From 0 to 1, or null if unscored.',
  score_bounds: 'The score if everything unscored were 0 (worst) or 1 (best).',
  verdict: 'What the score means: pass, borderline or fail. Null if unscored, or if the parts that could not be scored decide whether the case fails.',
  verdict_bounds: 'The worst and the best verdict that were possible, given the parts that could not be scored.',
  requirements:
    'Requirements of the case that are not met (missed) or could not be checked (open). The value is written if the file states the requirement, and default if it applies to this kind of part by default.',
  input: 'The conversation that was sent, including the system prompts of the variant and of the target.',
  expected_outcome: 'The goal of the case, in words.',
  reference: 'The right answer according to the case.',
  evaluators: 'Results of the evaluators. The score is their weighted mean.',
  metrics: 'Measurements that are reported in addition to the score and do not affect it.',
  output: 'What the target answered, or null if there was no answer.',
  transcript: 'The whole conversation; present if turns were generated in the middle of it.',
  confidence: 'How sure the target says that it is, from 0 to 1.',
  usage: 'Tokens used by the target.',
  cost_usd: 'Cost of the target in US dollars; absent if no price is known.',
  cost_incomplete: 'True if part of the usage has no known price. The actual cost is then at least the stated one, or unknown.',
  judge_usage: 'Tokens used for judging.',
  judge_cost_usd: 'Cost of judging in US dollars; absent if no price is known.',
  judge_cost_incomplete: 'True if part of the usage has no known price. The actual cost is then at least the stated one, or unknown.',
  latency_ms: 'Duration of the successful request in milliseconds, or null if there was none.',
  attempts: 'How often the target was asked. sent: all requests. Of these, retries were sent after a failure, hedges were sent a second time while the first request was stuck, and batched were answered by a batch. Absent if each turn was answered by its first request, or if the target was not asked.',
  cached: 'True if the reply came from the cache. Cost and latency are then those of the original request.',
  saved: 'The part of usage, cost_usd, judge_usage and judge_cost_usd that was not spent in this run, because replies, judgements or vectors came from the cache. Absent if there is none.',
  warnings: 'What you should know when you read the score.',
  error: 'Why there is no score.',
  fingerprints: 'The exact backends that answered, by role: target, or the id of a judge.',
  started_at: 'Time in ISO 8601, UTC.',
  finished_at: 'Time in ISO 8601, UTC.',
};

const runManifest: Descriptions<InferOutput<typeof RunManifestSchema>> = {
  schema_version: 'Version of the manifest format.',
  run_id: 'Name of the run and of its folder.',
  status: 'State of the run. running in a folder that no process is writing to means that the run was killed.',
  assay_version: 'Version of Assay that made the run.',
  node_version: 'Version of Node.js that it ran on.',
  started_at: 'Time in ISO 8601, UTC.',
  finished_at: 'Time in ISO 8601, UTC, or null while the run has not ended.',
  suites: 'The datasets of the run: name, path from the root of the project, format, file as you named it, and SHA-256 of its content (null until it is known).',
  targets: 'The targets of the run, with their options as written. There are no secrets in them.',
  judges: 'Ids of the judges.',
  judge_prompt_version: 'Version of the prompts for judges; absent if nothing was judged.',
  judge_weights: 'With consensus: calibrated, the weight of each judge (id and model) in the mean, derived from labels of its judgements. A resumed run uses the same weights. Absent if no judge is weighted in this way.',
  added: 'Names of the definitions that a program added to the installed ones (evaluate()). To resume the run, you need the same ones. Loaders and reporters are listed only if the run uses them.',
  rounds: 'For a run with a range of repeats (--repeat 3..10): how far each suite is, as in the summary.',
  options: 'Files and options of the run as you gave them, with the names of the command line. A resumed run reads them.',
  verdicts: 'The scores from which a case of the run passes or is borderline. Absent if they are 0.8 and 0.6.',
  rubric_required: 'False if a line of a rubric has to be met only when it says so. Absent if every line has to be met unless it says otherwise.',
  cwd: 'The folder that relative paths in the options start from: a path relative to the run folder, with slashes.',
  identity:
    'Which targets were asked, as digests with a salt. The salt is random for each run; the shards of a run share it. written is the digest of the definition, resolved that of the definition with its variables replaced, without keys. If written is the same and resolved differs, a name stands for another model or server than before. salt_digest shows whether the salt is still the one that the digests were made with.',
  shard: 'For a shard (--shard): its index, counted from 1, and the number of shards.',
  rescoring: 'For a run that was rescored (--rescore) and did not finish: the length of its files in bytes before the rescore. The next --resume scores again the rows that come before this length.',
  batches: 'How many batches the run has begun (--batch). batches/batches.jsonl has an entry for each; without that file --resume is refused, because it would ask the same questions again. For a run merged from shards: how many batches have answers that were not collected. Absent if there are none.',
  rechecks: 'How many rows of rechecked cases (--recheck) the run has stored. rechecks.jsonl holds that many rows; if some are missing, --resume and assay show report it. Absent if no case was rechecked.',
  waiting_shards: 'For a run merged from shards: the shards with batches whose answers were not collected. Each has the id of its run, its index and the number of such batches. Absent if there are none.',
  made_with: 'For a shard or a run merged from shards: digests of the prices in the settings, and of the files that evaluators and workspaces name (scripts, prompts, schemas, templates of workspaces). They show whether shards belong to the same run. At most 1,000 files. Absent if the run is not a shard.',
  merged: 'For a run merged from shards: the number of shards, the shards that are missing, and the ids of the merged runs.',
  rows: "How many rows of the run's trials were stored when the manifest was written.",
};

const evaluatorResult: Descriptions<WireEvaluatorResult> = {
  name: 'Name of the entry, unique within its case.',
  type: 'Name of the evaluator.',
  weight: 'Weight in the mean of the case.',
  score: 'From 0 to 1, or null if it could not be scored; then error says why.',
  verdict: 'What the score means: pass, borderline or fail. Absent if the parts that could not be scored decide whether it is a fail.',
  bounds: 'If parts are unscored: the score if they were all 0 (worst) or all 1 (best).',
  hits: 'What the response got right.',
  misses: 'What the response got wrong.',
  reasoning: 'Why the score is what it is.',
  details: 'Data of the evaluator, with keys that it chooses itself.',
  error: 'Why there is no score.',
  points: 'Rubric lines with their scores.',
  judges: 'Votes of the judges, including failed ones.',
  evaluators: 'Results of the members of a composite.',
  requirements:
    'Requirements that are not met (missed: the case fails and keeps its score) or could not be checked (open). The value is written if the file states the requirement, and default if it applies to this kind of part by default.',
  degraded: 'True if a judge was lost but there is still a score.',
  warnings: 'What you should know when you read the score.',
  judge_usage: 'Tokens used for judging.',
  judge_cost_usd: 'Cost of judging in US dollars; absent if no price is known.',
  judge_cost_incomplete: 'True if part of the usage has no known price. The actual cost is then at least the stated one, or unknown.',
};

const pointScore: Descriptions<InferOutput<typeof PointScoreSchema>> = {
  text: 'The rubric line.',
  id: 'Id of the line, if it has one.',
  score: 'From 0 to 1, after inversion; null if it could not be scored.',
  weight: 'Weight in the mean.',
  function: 'Name of the point function, for computed points.',
  inverted: 'True if the point says what a good reply must not do.',
  path: 'The path (one of several ways to answer) that the point belongs to.',
  block: 'The block of paths that the path belongs to.',
  citation: 'Where the point comes from.',
  required: 'True if the case fails when the point is missed.',
  minimum: 'For a required point: the score that it has to reach, from 0 to 1.',
  reasoning: 'Why the score is what it is.',
  error: 'Why there is no score.',
  judges: 'Votes of the judges, including failed ones.',
};

const judgeVote: Descriptions<InferOutput<typeof JudgeVoteSchema>> = {
  id: 'Id of the judge.',
  model: 'The model that judged.',
  score: 'From 0 to 1, or null if the judge gave no usable answer.',
  reflection: "The judge's reasoning, written before its classification.",
  error: 'Why there is no score.',
  backup: 'True for the backup judge, which is asked only if all other judges of the panel failed.',
  weight: 'Weight of the judge compared with the others, above 0; absent if it is 1.',
  consensus: 'How the scores of the judges of its panel were combined; absent if by the mean.',
  threshold: 'For the first judge of a cascade: the score that decides. The panel is asked about scores near it.',
  band: 'For the first judge of a cascade: the panel is asked if the score is at most this far from `threshold`.',
  approach: 'How the judge is asked; absent if it is `standard`.',
  settings: "A digest of the settings of the judge's target, other than provider and model, that change answers: options, system prompt, address. Absent if it has none.",
  panel_score: 'For the first judge of a cascade, if its score counts and the panel was asked too: the score of the panel, or null if the panel was lost.',
  stage: '`first` for the judge of a cascade that is asked before the panel; `audit` for votes that only show whether the panel agrees with the first judge, and do not count.',
  fingerprint: 'Identifies the exact backend, if the API reports it.',
  read: 'The classification that was read from the reply; absent if there was none.',
  reply: "The beginning of the judge's last reply, unchanged.",
  latency_ms: 'Total time of its replies in milliseconds, over all attempts; absent if it was not measured.',
  usage: 'Tokens used by all of its attempts. Absent if they were not reported, or if another evaluator asked the same question: that one has them.',
  cost_usd: 'Cost of all of its attempts in US dollars; absent if no price is known.',
  cost_incomplete: 'True if part of the usage has no known price. The actual cost is then at least the stated one, or unknown.',
  cached: 'True if its reply came from the cache. The figures are then those of the original request.',
};

const message: Descriptions<InferOutput<typeof MessageSchema>> = {
  role: 'The speaker.',
  content: 'Text, a list of parts, or a structured value.',
  tool_calls: 'The tool calls of the message.',
  name: 'Name of the speaker.',
  tool_call_id: 'Id of the call that a tool message answers. Without it, the message answers the oldest open call.',
  generated: 'True for turns that the target generated.',
};

const toolCall: Descriptions<InferOutput<typeof ToolCallSchema>> = {
  tool: 'Name of the tool.',
  input: 'The arguments, any JSON value.',
  output: 'What the tool returned, if the trace contains it.',
  duration_ms: 'Duration in milliseconds.',
  id: "The provider's id of the call.",
};

const tokenUsage: Descriptions<InferOutput<typeof TokenUsageSchema>> = {
  input_tokens: 'Tokens sent.',
  output_tokens: 'Tokens generated.',
  cached_input_tokens: 'The part of the input that the API read from its own prompt cache.',
  reasoning_tokens: 'The part of the output that was spent on reasoning.',
};

const errorInfo: Descriptions<InferOutput<typeof ErrorInfoSchema>> = {
  code: 'Kind of the error, e.g. rate_limit. The codes are stable.',
  message: 'What went wrong.',
  hint: 'How to fix it.',
  status: 'HTTP status, if there was one.',
};

const runSummary: Descriptions<InferOutput<typeof RunSummarySchema>> = {
  schema_version: 'Version of the summary format.',
  run_id: 'Name of the run.',
  location: 'Folder of the run, as it is shown to users.',
  outcome:
    'passed, failed: the run was decided; complete: a shard, or an audit of judges, has done all of its trials and decides neither; undecided: an infrastructure problem left it open; invalid: a file or an option stopped it; interrupted: the user stopped it.',
  exit_code: '0 passed, 1 failed, 2 invalid, 3 undecided, 4 too little data to tell, 130 interrupted.',
  reasons: 'The reasons for the outcome, in words.',
  groups: 'The numbers of each suite on each target.',
  variants: 'What the labels of variants mean; absent if nothing is varied.',
  problems: 'Trials that failed, are open or were not scored. If there are many, the first ones.',
  problem_count: 'How many such trials there are.',
  borderline_cases: 'Trials with the verdict borderline. If there are many, the first ones.',
  borderline_count: 'How many such trials there are.',
  skipped_cases: 'How many cases were left out because a required field is missing.',
  complete: 'Whether all trials were done. If not, the scores cover only those that were.',
  planned_trials: 'How many trials were planned; absent if the run ended before all files were read.',
  waiting_trials: 'How many trials wait for batches, which `--resume` collects; absent if there are none.',
  resumed:
    'For a resumed run, the figures of its last part: how many trials were kept, asked and rescored, how many stored rows belong to no trial of the run (outside), and what the part cost. All other figures are those of the whole run.',
  shard: 'For a shard: its index, counted from 1, and the number of shards.',
  merged: 'For a run merged from shards: the number of shards, the shards that are missing, and the ids of the merged runs.',
  repeats: 'How consistent repeats of the same case are: the cases that were scored more than once, and those of them that passed only sometimes (flaky), with how often they passed and out of how many times.',
  rechecks: 'The result of rechecking single cases (--recheck): the number of cases, of planned and of stored rechecks, and of flaky cases. For the first of the cases, also how often they passed in the planned repeats, and with the rechecks. No other figure counts a recheck.',
  rounds: 'For a run with a range of repeats: how many repeats each suite on each target got, and why it got no more (stopped; null if the run ended before that was decided). looks has each check of the results so far: the number of repeats, the p-values of the hypotheses "at least" (below) and "at most" (above) the value that it is compared with, the p-value at which the check decides (level), and the chance that all repeats, checked together, would decide it (later).',
  judging: "How well the judges agree, if several were asked the same: what each of them did and how far its scores are above those of the others (lean), Krippendorff's alpha with its interval, the criteria on which they differ most, and how a first judge (cascade) compares with its panel.",
  budgets:
    'The budgets of the run and of single suites, over all parts of the run: the limits, how much of them was used, how much of that was not reported and is counted as the most that it can be (untold), and the limit that stopped something (cost, tokens or time). Absent if nothing is limited.',
  duration_ms: 'Duration of the run in milliseconds; for a merged run, that of its longest shard.',
  threshold: 'The score that was asked for with a threshold; absent if none was.',
  warnings: 'Warnings of the rows, each with the number of rows that have it.',
};

const baseline: Descriptions<InferOutput<typeof BaselineSchema>> = {
  baseline_version: 'Version of the baseline format.',
  suite: 'Name of the dataset.',
  suite_path: 'Path of the dataset from the root of its project, with slashes. If several suites share the name, it tells which one the baseline belongs to.',
  target: 'The target: its name, and its provider and model as written in its definition.',
  assay_version: 'Version of Assay that made the results.',
  date: 'Date (UTC) of the run that last changed the results.',
  cases: 'Results by case id. If something is varied, the label of the variant follows in brackets.',
};

const baselineCase: Descriptions<InferOutput<typeof BaselineCaseSchema>> = {
  score: 'Mean over the scored repeats, from 0 to 1, rounded to six decimals; null if nothing was scored.',
  verdict: 'The verdict of most repeats; null if nothing was scored, and for an open case.',
  weight: "Weight of the case in the suite's score; absent if it is 1.",
  trials: 'In files of version 1: number of repeats of the case; absent if there is one.',
  unscored: 'In files of version 1: number of repeats without a score; absent if there is none, or if the case has only one repeat.',
  scores: 'Scores of the repeats, in order; null for a repeat without a score. Absent if there is one repeat.',
  conversation: 'The conversation that the case belongs to.',
};

const trialJob: Descriptions<InferOutput<typeof TrialJobSchema>> = {
  schema_version: 'Version of the job format.',
  assay_version: 'Version of Assay that planned the job.',
  run_id: 'The run that the trial belongs to.',
  salt: 'Salt of the digests: random, one per run.',
  trial_key: 'Identifies the trial: a hash of the suite and its path, the case, the generation inputs, the target, the variant and the repeat.',
  suite: 'Name of the dataset.',
  suite_path: 'Path of the dataset from the root of its own project, with slashes. Distinguishes datasets with the same name.',
  suite_file: 'File or folder of the dataset: a path from the root of the project whose settings apply, with slashes, relative, and never leading out of a folder.',
  case_id: 'Id of the case.',
  case_line: 'The line of its file where the case begins, counted from 1.',
  target: 'Name of the target.',
  variant: 'Label of the variant; empty if nothing is varied.',
  repeat: 'Number of this repeat of the case, counted from 1.',
  digests: 'Digests of what the trial was planned with. If its own trial differs in one of them, a worker refuses the job and names that digest.',
  files: 'The files behind the digest of files, so that a file that differs can be named. The first half of each entry is a digest of its name, the second of its content.',
};

const jobDigests: Descriptions<InferOutput<typeof JobDigestsSchema>> = {
  input: 'The messages that the target gets, including the text of files in them.',
  expectations: 'The expectations: outcome, messages, context.',
  evaluators: 'The evaluators with their options, as normalized.',
  settings: 'Other settings of the case: weight, tags, conversation, and whether a cached or an empty reply is accepted.',
  workspace: 'The workspace of the case: what it is made from, its hooks, what is kept of it.',
  prompts: 'Prompts from the command line, which replace those of the suites.',
  files: 'The content of files that the case names but does not contain.',
  variant: 'Temperature and system prompt of the variant.',
  target: 'The target with its variables replaced, without secrets.',
  judges: 'The judges, in no particular order, and how many have to succeed.',
  embeddings: 'The target whose vectors measure similarity.',
  versions: 'Versions of the evaluators.',
  thresholds: 'The scores from which verdicts pass or are borderline.',
  rubric_required: 'Whether rubric lines have to be met when they do not say so.',
  prices: 'The prices in the settings.',
  trust: 'Whether the project is trusted.',
};

/** What the fields of the row format mean, by the name of the JSON Schema definition. */
export const FIELD_DESCRIPTIONS = {
  ResultRow: resultRow,
  RunManifest: runManifest,
  RunSummary: runSummary,
  EvaluatorResult: evaluatorResult,
  PointScore: pointScore,
  JudgeVote: judgeVote,
  Message: message,
  ToolCall: toolCall,
  TokenUsage: tokenUsage,
  ErrorInfo: errorInfo,
  Baseline: baseline,
  BaselineCase: baselineCase,
  TrialJob: trialJob,
  JobDigests: jobDigests,
} as const;
