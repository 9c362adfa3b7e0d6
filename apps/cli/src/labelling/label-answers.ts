import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { InvalidFileError, isJsonObject, nearestMatch, repeatedKeyProblem, toErrorInfo, UsageError, verdictOf, type Diagnostic, type Label } from '@assay/schema';
import * as v from 'valibot';
import { contradiction } from '../labels/contradiction.js';
import { labelOf } from '../labels/label-of.js';
import type { LabelTask } from '../labels/label-task.js';

const ENTRIES = {
  trial_key: v.string('must be a text'),
  verdict: v.optional(v.picklist(['pass', 'borderline', 'fail'], 'must be pass, borderline or fail')),
  score: v.optional(v.pipe(v.number('must be a number from 0 to 1'), v.minValue(0, 'must be a number from 0 to 1'), v.maxValue(1, 'must be a number from 0 to 1'))),
  note: v.optional(v.string('must be a text'), ''),
  skipped: v.optional(v.boolean('must be true or false')),
};
const AnswerSchema = v.object(ENTRIES, 'is missing');
const KEYS = Object.keys(ENTRIES);

type Answer = v.InferOutput<typeof AnswerSchema>;

const HOW = 'write {"trial_key": "…", "verdict": "pass"}, with verdict pass, borderline or fail, or a score from 0 to 1';

/** What is wrong with a line, and how to mend it where that is something else than how to write one. */
interface Refusal {
  readonly problem: string;
  readonly hint?: string | undefined;
}

/** A word that is mistyped would be lost. Other keys may stand there: those that the replies were printed with. */
function mistyped(value: object): Refusal | undefined {
  for (const key in value) {
    const meant = KEYS.includes(key) ? undefined : nearestMatch(key, KEYS);
    if (meant !== undefined) return { problem: `unknown key ${JSON.stringify(key)}`, hint: `did you mean ${meant}?` };
  }
  return undefined;
}

function answerOf(line: string): Answer | Refusal {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { problem: 'this line is no JSON' };
  }
  if (!isJsonObject(value)) return { problem: 'this line is no JSON object' };
  const repeated = repeatedKeyProblem(line, value);
  if (repeated !== undefined) return { problem: repeated, hint: 'say each thing once' };
  const unread = mistyped(value);
  if (unread) return unread;
  const result = v.safeParse(AnswerSchema, value);
  if (!result.success) {
    const [issue] = result.issues;
    return { problem: `${v.getDotPath(issue) ?? 'this line'} ${issue.message}` };
  }
  const { verdict, score, skipped } = result.output;
  if (verdict === undefined && score === undefined && skipped !== true) return { problem: 'this line says neither verdict, score nor skipped: true' };
  return result.output;
}

/**
 * Reads what was said elsewhere of the replies that were drawn.
 * @throws InvalidFileError with every line that is no answer; then nothing is kept.
 */
export async function readAnswers(file: string, cwd: string, task: LabelTask): Promise<readonly Label[]> {
  let text: string;
  try {
    text = await readFile(resolve(cwd, file), 'utf8');
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${toErrorInfo(error).message}`, { hint: 'name a file of answers, one JSON object a line' });
  }
  const draws = new Map(task.drawn.map(({ trialKey, draw }) => [trialKey, draw]));
  const problems: Diagnostic[] = [];
  const labels: Label[] = [];
  // Editors of Windows put a mark in front.
  for (const [index, line] of text.replace(/^\uFEFF/u, '').split('\n').entries()) {
    if (line.trim() === '') continue;
    const refuse = (message: string, hint: string): void =>
      void problems.push({ severity: 'error', code: 'label', message, hint, location: { file, line: index + 1, column: 1 } });
    const answer = answerOf(line);
    if ('problem' in answer) {
      refuse(answer.problem, answer.hint ?? HOW);
      continue;
    }
    const draw = draws.get(answer.trial_key);
    if (!draw) {
      refuse(`trial_key ${answer.trial_key} was not drawn`, 'take the keys from: assay label RUN --json, and say the same --sample, --stratify and --seed here');
      continue;
    }
    const { verdict, score, skipped, note } = answer;
    const torn = contradiction(verdict, score, task.verdicts);
    if (torn !== undefined) {
      refuse(torn, 'leave out one of the two, or put it right');
      continue;
    }
    if (skipped && (verdict !== undefined || score !== undefined)) {
      refuse(`skipped is true, and there is a ${verdict === undefined ? 'score' : 'verdict'}`, 'leave out one of the two');
      continue;
    }
    const said = skipped ? null : (verdict ?? verdictOf(score ?? 0, task.verdicts));
    labels.push(labelOf(await task.rowOf(answer.trial_key), draw, { verdict: said, score: skipped ? undefined : score, note, at: new Date().toISOString(), ...(skipped ? { skipped } : {}) }));
  }
  if (problems.length > 0) throw new InvalidFileError(problems);
  return labels;
}
