import { type EvaluationScore, UnscoredError } from '@assay/schema';
import { parseScriptResult } from '../code-judge/parse-script-result.js';
import type { ScriptOutput } from '../../processes/run-script.js';

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu;

/** The last line that has something in it: what scripts log stands before it. */
function lastLine(stdout: string): string {
  return stdout.trimEnd().split('\n').at(-1)?.trim() ?? '';
}

/** `{"pass": true, …}` without a score counts as one. */
function withScore(output: ScriptOutput): ScriptOutput {
  const line = lastLine(output.stdout);
  if (!line.startsWith('{')) return output;
  try {
    const value = JSON.parse(line) as { readonly score?: unknown; readonly pass?: unknown };
    if (value.score !== undefined || typeof value.pass !== 'boolean') return output;
    return { ...output, stdout: JSON.stringify({ ...value, score: value.pass ? 1 : 0 }) };
  } catch {
    return output;
  }
}

/** What a script said in its object with `pass`, if it said so. */
function passOf(stdout: string): boolean | undefined {
  try {
    const value = JSON.parse(lastLine(stdout)) as { readonly pass?: unknown } | null;
    return typeof value === 'object' && typeof value?.pass === 'boolean' ? value.pass : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads what a script printed last: `true`, `false`, a number from 0 to 1, or an object with `score`, `pass` or both.
 * @throws UnscoredError when it is none of these.
 */
export function parsePlainResult(output: ScriptOutput): EvaluationScore {
  const line = lastLine(output.stdout);
  const plain = /^(?:true|false)$/iu.test(line) ? (line.toLowerCase() === 'true' ? 1 : 0) : NUMBER.test(line) ? Number(line) : undefined;
  if (plain === undefined) {
    const pass = passOf(output.stdout);
    const score = parseScriptResult(withScore(output));
    return pass === undefined ? score : { ...score, verdict: pass ? 'pass' : 'fail' };
  }
  if (!(plain >= 0 && plain <= 1)) {
    throw new UnscoredError(`the script printed ${line}; a score is a number from 0 to 1${output.stderrTail}`, { hint: 'print true, false, a number from 0 to 1, or {"score": 0.5, "reason": ""}' });
  }
  const text = `the script printed ${line}`;
  return { score: plain, hits: plain === 1 ? [text] : [], misses: plain === 1 ? [] : [text] };
}
