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
  trial_key: 'Hash of suite and its path, case, generation inputs, target, variant and repeat: the identity of the trial.',
  scoring_key: 'Hash of what decides the score: evaluators, judges and the reply.',
  assessment_key:
    'Hash of what the reply was compared with, without the reply: evaluators, expectations, judges and settings. A continued run scores the reply again when it has changed. Means something within one run only.',
  criteria_key:
    'Hash of what the case compares replies with, whoever judges: evaluators with their options, and expectations; variables and metadata of the case where an evaluator may go by them. The same in every run as long as the case says the same.',
  suite: 'Name of the dataset. It depends on the file alone, so that datasets may share one.',
  suite_path: "Path of the dataset from the root of its project, with slashes; for test cases in a folder of suites, the folder's. Tells datasets of one name apart.",
  case_id: 'Id of the case, unique within its suite.',
  source: 'Where the case stands: file:line:column.',
  conversation_id: 'Groups cases that belong to one conversation.',
  case_weight: "Share of the case in the suite's score.",
  tags: 'Tags of the case.',
  vars: 'Variables of the case, by their names in its file; absent when it has none.',
  metadata: 'What the file says about the case for people.',
  target: 'Name of the target.',
  variant: 'Settings that the run varies; the label is empty when nothing is varied.',
  repeat: 'Counts repeats of the same trial from 1.',
  status: 'ok: scored by everybody who was asked; partial: scored, but something was lost on the way; error: no score.',
  score: 'In [0, 1], or null when unscored.',
  score_bounds: 'The score if everything unscored had been 0 (worst) or 1 (best).',
  verdict: 'What the score stands for; null when unscored, and when what could not be scored decides whether the case fails.',
  verdict_bounds: 'The verdict at worst and at best, whatever the missing parts would have been.',
  requirements:
    'What must hold for the case and does not (missed) or could not be checked (open): written if the file says that it must hold, default if its kind of part must.',
  input: 'The conversation that was sent, with the system prompts of the variant and of the target.',
  expected_outcome: 'The goal of the case, in words.',
  reference: 'The answer that the case names as right.',
  evaluators: 'Results of the evaluators that the score is the weighted mean of.',
  metrics: 'Measurements that are reported beside the score and have no weight in it.',
  output: 'What the target answered, or null without an answer.',
  transcript: 'The whole conversation, when turns were generated in the middle of it.',
  confidence: 'How sure the target says it is, in [0, 1].',
  usage: 'Tokens that the target used.',
  cost_usd: 'Cost of the target in US dollars; absent when no price is known.',
  cost_incomplete: 'True if a part of it has no known price: the cost is then at least what is stated, or not known at all.',
  judge_usage: 'Tokens that judging used.',
  judge_cost_usd: 'Cost of judging in US dollars; absent when no price is known.',
  judge_cost_incomplete: 'True if a part of it has no known price: the cost is then at least what is stated, or not known at all.',
  latency_ms: 'Time of the successful request in milliseconds, or null when there was none.',
  attempts: 'How often the target was asked: requests sent, of these retries after a failure, hedges (sent a second time while the first got stuck) and those that a batch answered (batched). Absent when each turn was answered at once, and when nobody was asked.',
  cached: 'True if the reply came from the cache; cost and latency are then those of the original.',
  saved: 'The part of the tokens and costs that was not spent in this run, since replies, judgements or vectors came from the cache: usage, cost_usd, judge_usage, judge_cost_usd. Absent for none.',
  warnings: 'What a reader of the score should know.',
  error: 'Why there is no score.',
  fingerprints: "Exact backends that answered, by role: target, or a judge's id.",
  started_at: 'ISO 8601, UTC.',
  finished_at: 'ISO 8601, UTC.',
};

const runManifest: Descriptions<InferOutput<typeof RunManifestSchema>> = {
  schema_version: 'Version of the manifest format.',
  run_id: 'Name of the run and of its folder.',
  status: 'running in a folder that nobody works on means that the run was killed.',
  assay_version: 'Version of Assay that made the run.',
  node_version: 'Version of Node.js that it ran on.',
  started_at: 'ISO 8601, UTC.',
  finished_at: 'ISO 8601, UTC, or null while the run has not ended.',
  suites: 'The datasets of the run: name, path from the root of the project, format, file as it was named and the SHA-256 of its content (null while it is not known).',
  targets: 'The targets of the run with their options as written: no secret stands here.',
  judges: 'Ids of the judges.',
  judge_prompt_version: 'Version of what judges were told; absent when nobody judged.',
  judge_weights: 'With consensus: calibrated, what each judge (id and model) counts in the mean, by labels of what it said. A resumed run takes the same. Absent where no judge is weighed so.',
  added: 'Definitions that a program added to the installed ones (evaluate()), by their names: whoever goes on with the run needs the same. Of loaders and reporters those that it uses.',
  rounds: 'Where a range of repeats was said (--repeat 3..10): how far each suite is, as in the summary.',
  options: 'Files and options of the run as they were given, with names as on the command line: what it takes to continue it.',
  verdicts: 'Scores from which a case of the run passes or is borderline. Absent for 0.8 and 0.6.',
  rubric_required: 'False for a run in which a line of a rubric that does not say so need not hold. Absent where it must.',
  cwd: "Folder that relative paths of the options start from, seen from the run's own, with slashes.",
  identity:
    'Who was asked, by digests with a salt of the run (random; shards of one run share theirs): written is the definition, resolved what it came to (variables replaced, without keys). The same written with another resolved is another model or server behind one name. salt_digest tells whether the salt is still the one that they were made with.',
  shard: 'Of a run that is a part of one (--shard): which part, from 1, of how many.',
  rescoring: 'Of a run whose replies were to be scored again (--rescore), and were not all: how long its files were before, in bytes. The next --resume scores those again that stand before that.',
  batches: 'How many batches the run has begun (--batch): batches/batches.jsonl tells of as many, and without it --resume is refused, since what they were asked would be asked again. Of a run that was merged of shards, those whose answers nobody has collected. Absent for none.',
  rechecks: 'How many rows of cases that were asked again (--recheck) the run has stored: rechecks.jsonl holds as many, and where it lacks some, --resume and assay show say so. Absent where no case was asked again.',
  waiting_shards: 'Of a run that was merged of shards: those that have asked in batches whose answers nobody has collected, with the id of each run, its index and how many batches. Absent for none.',
  made_with: 'Of a shard, and of what was merged of some: digests of the prices of the settings, and of the files that evaluators and workspaces name (scripts, prompts, schemas, templates of workspaces), by which shards are told apart that are none of one run. At most 1,000 files; absent for a run that is no shard.',
  merged: 'Of a run that was merged of shards: how many there are, those that are missing, and the ids of the runs.',
  rows: "Rows of the run's trials that had been stored when the manifest was written.",
};

const evaluatorResult: Descriptions<WireEvaluatorResult> = {
  name: 'Name of the entry, unique within its case.',
  type: 'Name of the evaluator.',
  weight: "Share in the case's weighted mean.",
  score: 'In [0, 1], or null when it could not be scored; then error says why.',
  verdict: 'What the score stands for; absent when what could not be scored decides whether it is a fail.',
  bounds: 'The score if everything unscored had been 0 (worst) or 1 (best), where parts are unscored.',
  hits: 'What the response got right.',
  misses: 'What the response got wrong.',
  reasoning: 'Why the score is what it is.',
  details: "The evaluator's own data; its keys are its own.",
  error: 'Why there is no score.',
  points: 'Rubric lines with their scores.',
  judges: 'Votes of the judges, failed ones too.',
  evaluators: 'Results of the members of a composite.',
  requirements:
    'What must hold and does not (missed: the case fails and keeps its score) or could not be checked (open): written if the file says that it must hold, default if its kind of part must.',
  degraded: 'True when a judge was lost although the score stands.',
  warnings: 'What a reader of the score should know.',
  judge_usage: 'Tokens that judging used.',
  judge_cost_usd: 'Cost of judging in US dollars; absent when no price is known.',
  judge_cost_incomplete: 'True if a part of it has no known price: the cost is then at least what is stated, or not known at all.',
};

const pointScore: Descriptions<InferOutput<typeof PointScoreSchema>> = {
  text: 'The rubric line.',
  id: 'Id of the line, where it has one.',
  score: 'In [0, 1] after inversion, or null when it could not be scored.',
  weight: 'Share in the weighted mean.',
  function: 'Name of the point function, for computed points.',
  inverted: 'True if the point says what must not be.',
  path: 'Alternative group that the point belongs to.',
  block: 'Block of alternative groups that the path belongs to.',
  citation: 'Where the point comes from.',
  required: 'True if missing the point fails the case.',
  minimum: 'Score that a point which must hold has to reach, from 0 to 1.',
  reasoning: 'Why the score is what it is.',
  error: 'Why there is no score.',
  judges: 'Votes of the judges, failed ones too.',
};

const judgeVote: Descriptions<InferOutput<typeof JudgeVoteSchema>> = {
  id: 'Id of the judge.',
  model: 'The model that judged.',
  score: 'In [0, 1], or null when the judge gave no usable answer.',
  reflection: "The judge's reasoning, written before its classification.",
  error: 'Why there is no score.',
  backup: 'True for the backup judge, which is asked only when every primary failed.',
  weight: 'How much it counts beside the other judges, above 0; absent for 1.',
  consensus: 'How its score became one with those of the other judges of its panel; absent for the mean.',
  threshold: 'Of a first judge: the score that decides, and around which the panel is asked.',
  band: 'Of a first judge: how far from `threshold` its score may be for the panel to be asked.',
  approach: 'How the judge is asked, where that is not `standard`.',
  settings: "A digest of what the judge's target says beside provider and model that changes answers: options, system prompt, address. Absent where it says nothing.",
  panel_score: 'Of a first judge whose score counts, where the panel was asked too: what the panel says; null when it was lost.',
  stage: '`first` for the judge of a cascade that is asked before the panel; `audit` for votes that only show whether the panel agrees with it, and count for nothing.',
  fingerprint: 'Identifies the exact backend, where the API tells.',
  read: 'The classification as it was read from the reply; absent when none was.',
  reply: "The beginning of the judge's last reply, as it came.",
  latency_ms: 'Time of its replies in milliseconds, one try after the other; absent where nobody measured it.',
  usage: 'Tokens of its tries. Absent when nobody told, and when another evaluator asked the same, which has them.',
  cost_usd: 'US dollars for its tries; absent when no price is known.',
  cost_incomplete: 'True if a part of it has no known price: the cost is then at least what is stated, or not known at all.',
  cached: 'True if its reply came from the cache; the figures are then those of the original.',
};

const message: Descriptions<InferOutput<typeof MessageSchema>> = {
  role: 'Who speaks.',
  content: 'Text, a list of parts, or a structured value.',
  tool_calls: 'Tools that the message calls.',
  name: 'Name of the speaker.',
  tool_call_id: 'Id of the call that a tool message answers; without one it answers the oldest that is open.',
  generated: 'True for turns that the target produced.',
};

const toolCall: Descriptions<InferOutput<typeof ToolCallSchema>> = {
  tool: 'Name of the tool.',
  input: 'The arguments, any JSON value.',
  output: 'What the tool returned, where the trace says so.',
  duration_ms: 'How long it took, in milliseconds.',
  id: "The provider's own id of the call.",
};

const tokenUsage: Descriptions<InferOutput<typeof TokenUsageSchema>> = {
  input_tokens: 'Tokens that were sent.',
  output_tokens: 'Tokens that were generated.',
  cached_input_tokens: 'Part of the input that the API read from its own prompt cache.',
  reasoning_tokens: 'Part of the output spent on reasoning.',
};

const errorInfo: Descriptions<InferOutput<typeof ErrorInfoSchema>> = {
  code: 'Stable kind of the error, e.g. rate_limit.',
  message: 'What went wrong.',
  hint: 'How to fix it.',
  status: 'HTTP status, where there was one.',
};

const runSummary: Descriptions<InferOutput<typeof RunSummarySchema>> = {
  schema_version: 'Version of the summary format.',
  run_id: 'Name of the run.',
  location: 'Folder of the run as it should be shown.',
  outcome:
    'passed or failed: decided; undecided: infrastructure left it open; invalid: a file or an option stopped it; interrupted: by the user.',
  exit_code: '0 passed, 1 failed, 2 invalid, 3 undecided, 4 too little to tell, 130 interrupted.',
  reasons: 'Why the outcome is what it is, in words.',
  groups: 'The numbers of each suite on each target.',
  variants: 'What the marks of variants stand for; absent when nothing is varied.',
  problems: 'Trials that failed, are open or were not scored; the first ones when there are many.',
  problem_count: 'How many such trials there are.',
  borderline_cases: 'Trials with the verdict borderline; the first ones when there are many.',
  borderline_count: 'How many such trials there are.',
  skipped_cases: 'Cases that were left out because a required field is missing.',
  complete: 'Whether all trials were done; if not, scores are those of the ones that were.',
  planned_trials: 'Trials that were planned; absent when the run ended before all files were read.',
  waiting_trials: 'Trials that wait for batches, which `--resume` collects; absent for none.',
  resumed:
    'Of a run that was gone on with: trials that were kept, asked and scored again in its last part, stored rows that are of no trial of it, and what that part cost. The other figures are those of the whole run.',
  shard: 'Of a run that is a part of one: which part, from 1, of how many.',
  merged: 'Of a run that was merged of shards: how many there are, those that are missing, and the ids of the runs.',
  repeats: "How repeats of the same cases came out: cases that were scored more than once, and which of them passed sometimes and not always (flaky), with how often of how many times.",
  rechecks: "What asking single cases again came to (--recheck): cases, their planned rechecks and those that are there, how many of the cases are flaky, and for the first of them how often they passed in planned repeats, and with the rechecks. No other figure counts a recheck.",
  rounds: 'How many repeats each suite on each target got, where a range of them was said, and why it got no more; null where the run ended before that was decided. looks: what was seen of it after how many repeats, as p-values of "at least" (below) and "at most" (above) what it is held against, the p-value from which the look decides (level), and the chance that all repeats, looked at once, would decide it (later).',
  judging: "How far the judges agree, where questions were put to several: what each did and how far its scores lie above those of the others (lean), Krippendorff's alpha with its interval, the criteria on which they are furthest apart, and how a judge that is asked first compares with its panel.",
  budgets:
    'How it stands with what the run, and single suites, may take, over all parts of the run: limits, what was taken of them, what of that nobody told, and the limit that stopped something (cost, tokens or time). Absent when nothing is limited.',
  duration_ms: 'How long the run took, in milliseconds; of a merged run, how long the longest of its shards took.',
  threshold: 'The score that was asked for, where one was.',
  warnings: 'Warnings that rows share, with the number of rows that carry each.',
};

const baseline: Descriptions<InferOutput<typeof BaselineSchema>> = {
  baseline_version: 'Version of the baseline format.',
  suite: 'Name of the dataset.',
  suite_path: 'Path of the dataset from the root of its project, with slashes: of suites of one name, the one that the baseline is of.',
  target: 'The target: its name, and its provider and model as written.',
  assay_version: 'Version of Assay that made the results.',
  date: 'Day (UTC) of the run that last changed the results.',
  cases: 'Results by case id; where something is varied the label of the variant follows in brackets.',
};

const baselineCase: Descriptions<InferOutput<typeof BaselineCaseSchema>> = {
  score: 'In [0, 1], the mean over the scored repeats, rounded to six decimals; null when nothing was scored.',
  verdict: 'What most repeats came to, or null when nothing was scored.',
  weight: "Share of the case in the suite's score; absent when it is 1.",
  trials: 'Repeats of the case, in files of version 1; absent when there is one.',
  unscored: 'Repeats without a score, in files of version 1; absent when that is none, or the only one.',
  scores: 'Scores of the repeats, in the order of the repeats; null for one without a score. Absent when there is one repeat.',
  conversation: 'The conversation that the case is a turn of.',
};

const trialJob: Descriptions<InferOutput<typeof TrialJobSchema>> = {
  schema_version: 'Version of the form of jobs.',
  assay_version: 'Version of the Assay that planned it.',
  run_id: 'The run that the trial is of.',
  salt: 'Of the digests: random, one for a run.',
  trial_key: 'Hash of suite and its path, case, generation inputs, target, variant and repeat: the identity of the trial.',
  suite: 'Name of the dataset.',
  suite_path: 'Path of the dataset from the root of its own project, with slashes: tells datasets of one name apart.',
  suite_file: 'File or folder of the dataset from the root of the project whose settings hold: with slashes, relative, and without leaving a folder.',
  case_id: 'Id of the case.',
  case_line: 'Where the case begins in its file, as a line from 1.',
  target: 'Name of the target.',
  variant: 'Label of the variant; empty when nothing is varied.',
  repeat: 'Counts repeats of the same trial from 1.',
  digests: 'What the trial was planned with. A worker refuses a job whose trial differs in one of them, by its name.',
  files: 'The files that the digest of files is of, so that one that differs can be named: the first half of each is of its name, the second of its content.',
};

const jobDigests: Descriptions<InferOutput<typeof JobDigestsSchema>> = {
  input: 'The messages that the target gets, with the text of the files in them.',
  expectations: 'What is expected: outcome, messages, context.',
  evaluators: 'The evaluators with their options, as normalized.',
  settings: 'What the case says besides: weight, tags, conversation, whether a cached or an empty reply will do.',
  workspace: 'The folder that the case has to itself: what it is made of, its hooks, what is kept of it.',
  prompts: 'Prompts of the command line, which stand in place of those of the suites.',
  files: 'The content of files that the case names without holding it.',
  variant: 'Temperature and system prompt of the variant.',
  target: 'The target with its variables replaced, without secrets.',
  judges: 'Who judges, in no order, and how many have to succeed.',
  embeddings: 'Whose vectors measure similarity.',
  versions: 'Versions of the evaluators.',
  thresholds: 'From which scores verdicts pass.',
  rubric_required: 'Whether rubrics must hold that do not say it.',
  prices: 'The prices of the settings.',
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
