import { isJsonObject, UnscoredError, type EvaluationScore, type JsonObject } from '@assay/schema';
import * as v from 'valibot';
import type { ScriptOutput } from './run-script.js';

const texts = (key: string) =>
  v.optional(v.nullable(v.array(v.string(`${key} must be a list of texts`), `${key} must be a list of texts`)));

const SCORE_RULE = 'score must be a number from 0 to 1';

const ScriptResultSchema = v.object(
  {
    score: v.pipe(
      v.number((issue) => `${SCORE_RULE}, got ${issue.received}`),
      v.minValue(0, (issue) => `${SCORE_RULE}, got ${issue.received}`),
      v.maxValue(1, (issue) => `${SCORE_RULE}, got ${issue.received}`),
    ),
    hits: texts('hits'),
    misses: texts('misses'),
    reasoning: v.optional(v.nullable(v.string('reasoning must be text'))),
    details: v.optional(v.unknown()),
  },
  (issue) => `${String(issue.expected).slice(1, -1)} is missing`,
);

function jsonObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The whole output as an object, else its last line that is one (logs may stand before it). */
function findObject(stdout: string): JsonObject | undefined {
  const whole = jsonObject(stdout);
  if (whole) return whole;
  const lines = stdout.split(/\r?\n/u);
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index] ?? '';
    const value = line.trimStart().startsWith('{') ? jsonObject(line) : undefined;
    if (value) return value;
  }
  return undefined;
}

function excerpt(stdout: string): string {
  const text = stdout.trim();
  if (text === '') return 'nothing';
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/**
 * Reads what a script wrote: `{"score": 0.5, "hits": […], "misses": […], "reasoning": "…", "details": …}`,
 * of which only the score is needed.
 * @throws UnscoredError when there is no such object or its score is not in [0, 1].
 */
export function parseScriptResult({ stdout, stderrTail }: ScriptOutput): EvaluationScore {
  const object = findObject(stdout);
  if (!object) {
    throw new UnscoredError(`the script wrote no JSON object to its standard output; it wrote: ${excerpt(stdout)}${stderrTail}`, {
      hint: 'print {"score": 0.5, "hits": [], "misses": [], "reasoning": ""} as the last line, and logs to standard error',
    });
  }
  const result = v.safeParse(ScriptResultSchema, object);
  if (!result.success) {
    const findings = result.issues.map((issue) => issue.message).join('; ');
    throw new UnscoredError(
      `the script's result is not usable: ${findings}; it wrote: ${excerpt(JSON.stringify(object))}${stderrTail}`,
    );
  }
  const { score, hits, misses, reasoning } = result.output;
  const details = object['details'];
  return {
    score,
    hits: hits ?? [],
    misses: misses ?? [],
    ...(reasoning === undefined || reasoning === null ? {} : { reasoning }),
    ...(details === undefined || details === null ? {} : { details }),
  };
}
