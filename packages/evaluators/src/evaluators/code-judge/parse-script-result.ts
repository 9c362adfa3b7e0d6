import { isJsonObject, UnscoredError, type EvaluationScore, type JsonObject, type JsonValue, type Verdict } from '@assay/schema';
import * as v from 'valibot';
import { boundedRemarks, detailsProblem, excerpt, excerptOf } from './bounded-result.js';
import { findResult, type WrittenResult } from './find-result.js';
import type { ScriptOutput } from '../../processes/run-script.js';

const SCORE_RULE = 'score must be a number from 0 to 1';

/** How far a sum of floating-point numbers may miss what it stands for: 0.1 × 3 + 0.7 is a little above 1. */
const NOISE = 1e-9;

function withoutNoise(score: number): number {
  if (score > 1 && score <= 1 + NOISE) return 1;
  return score < 0 && score >= -NOISE ? 0 : score;
}

const ScriptResultSchema = v.object(
  {
    score: v.pipe(
      v.number((issue) => `${SCORE_RULE}, got ${issue.received}`),
      v.transform(withoutNoise),
      v.minValue(0, (issue) => `${SCORE_RULE}, got ${issue.received}`),
      v.maxValue(1, (issue) => `${SCORE_RULE}, got ${issue.received}`),
    ),
  },
  (issue) => `${String(issue.expected).slice(1, -1)} is missing`,
);

const VERDICTS: readonly Verdict[] = ['pass', 'borderline', 'fail'];

/** What a script says that its score stands for; undefined when it says nothing. */
function readVerdict(value: JsonValue | undefined): Verdict | { readonly warning: string } | undefined {
  if (value === undefined || value === null) return undefined;
  const found = typeof value === 'string' ? VERDICTS.find((verdict) => verdict === value.trim().toLowerCase()) : undefined;
  return found ?? { warning: `the script's verdict is none of ${VERDICTS.join(', ')} and is left out: ${excerptOf(value)}` };
}

/** A remark as text, whatever a script wrote it as; undefined when it says nothing. */
function remark(value: JsonValue | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  const text = typeof value === 'string' ? value.trim() : detailsProblem(value) === undefined ? JSON.stringify(value) : '';
  return text === '' ? undefined : text;
}

/** Remarks as texts: a list of them, or one alone. Remarks are for people, so none costs the script its score. */
function remarks(value: JsonValue | undefined): string[] {
  return (Array.isArray(value) ? (value as readonly JsonValue[]) : [value]).map(remark).filter((text) => text !== undefined);
}

interface Check {
  readonly text: string;
  readonly passed: boolean;
}

/** One of the `checks` (or `assertions`) that newer scripts of AgentV write in place of hits and misses. */
function readCheck(value: JsonValue): Check | undefined {
  if (!isJsonObject(value)) return undefined;
  const passed = value['passed'] ?? value['pass'];
  const text = remark(value['text'] ?? value['name'] ?? value['id']);
  if (typeof passed !== 'boolean' || text === undefined) return undefined;
  const why = remark(value['evidence'] ?? value['reason']);
  return { text: why === undefined ? text : `${text}: ${why}`, passed };
}

/** @param warn receives what is said of checks that cannot be read: they cost the script nothing, as remarks do. */
function readChecks(object: JsonObject, warn: (text: string) => void): readonly Check[] {
  return ['checks', 'assertions'].flatMap((key): readonly Check[] => {
    const list = object[key] ?? undefined;
    if (list === undefined) return [];
    if (!Array.isArray(list)) {
      warn(`the script's ${key} are no list and are left out: ${excerptOf(list)}`);
      return [];
    }
    const written = list as readonly JsonValue[];
    const read = written.map(readCheck);
    const out = written.filter((_, index) => read[index] === undefined);
    if (out.length > 0) warn(`${out.length} of the script's ${written.length} ${key} ${out.length === 1 ? 'is' : 'are'} left out, since each needs a text, and a pass that is true or false: ${excerptOf(out[0] ?? null)}`);
    return read.filter((check) => check !== undefined);
  });
}

/**
 * Reads what a script wrote: `{"score": 0.5, "hits": […], "misses": […], "reasoning": "…", "details": …}`,
 * of which only the score is needed. A `verdict` beside it stands for what the score would. `checks` or `assertions`, lists of `{text, pass, reason}`, count as hits and misses.
 * @throws UnscoredError when there is no such object, its score is not in [0, 1], or it has an `error` beside it.
 */
export function parseScriptResult(output: ScriptOutput): EvaluationScore {
  return readResult(output, findResult(output.stdout));
}

/**
 * Reads the result that was found in what a script wrote.
 * @param written Undefined where none was found.
 * @throws UnscoredError as {@link parseScriptResult} does.
 */
export function readResult({ stdout, stderrTail }: ScriptOutput, written: WrittenResult | undefined): EvaluationScore {
  if (written === undefined || 'unread' in written) {
    const what = written === undefined ? `to its standard output; it wrote: ${excerpt(stdout)}` : `where it wrote of a "score" last, and none before counts as its result; it wrote there: ${excerpt(written.unread)}`;
    throw new UnscoredError(`the script wrote no JSON object ${what}${stderrTail}`, {
      hint: 'print {"score": 0.5, "hits": [], "misses": [], "reasoning": ""} as the last line, and logs to standard error',
    });
  }
  const { object } = written;
  const result = v.safeParse(ScriptResultSchema, object);
  if (!result.success) {
    const findings = result.issues.map((issue) => issue.message).join('; ');
    throw new UnscoredError(`the script's result is not usable: ${findings}; it wrote: ${excerpt(remark(object) ?? stdout)}${stderrTail}`);
  }
  // Whoever gives it says that something went wrong: the score beside it may be what was left when it did.
  const failure = object['error'] === false ? undefined : remark(object['error']);
  if (failure !== undefined) {
    throw new UnscoredError(`the script gave the score ${result.output.score} with an error beside it: ${excerpt(failure)}${stderrTail}`, {
      hint: 'a script that could score writes no "error"; what is to be said beside a score goes into "reasoning"',
    });
  }
  const warnings: string[] = [];
  const warn = (text: string): void => void warnings.push(text);
  const checks = readChecks(object, warn);
  const textsOf = (passed: boolean): string[] => checks.filter((check) => check.passed === passed).map(({ text }) => text);
  const reasoning = boundedRemarks([remarks(object['reasoning'] ?? object['reason']).join('\n')])[0] ?? '';
  const details = object['details'] ?? undefined;
  const problem = details === undefined ? undefined : detailsProblem(details);
  const verdict = readVerdict(object['verdict']);
  if (problem !== undefined) warn(problem);
  if (typeof verdict === 'object') warn(verdict.warning);
  return {
    score: result.output.score,
    ...(typeof verdict === 'string' ? { verdict } : {}),
    hits: boundedRemarks([...remarks(object['hits']), ...textsOf(true)]),
    misses: boundedRemarks([...remarks(object['misses']), ...textsOf(false)]),
    ...(reasoning === '' ? {} : { reasoning }),
    ...(details === undefined || problem !== undefined ? {} : { details }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}
