import { type EvaluationScore, UnscoredError } from '@assay/schema';
import { excerptOf } from '../code-judge/bounded-result.js';
import { findResult, type WrittenResult } from '../code-judge/find-result.js';
import { readResult } from '../code-judge/parse-script-result.js';
import type { ScriptOutput } from '../../processes/run-script.js';

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu;

/** The last line that has something in it: what scripts log stands before it. */
function lastLine(stdout: string): string {
  return stdout.trimEnd().split('\n').at(-1)?.trim() ?? '';
}

/**
 * Whether the response passes, as the object of a script says with `pass`; undefined when it does not say.
 * @throws UnscoredError for one that is neither true nor false: it may have been meant as a fail, and a score beside it would let it pass.
 */
function readPass(written: WrittenResult | undefined, stderrTail: string): boolean | undefined {
  const pass = written && 'object' in written ? (written.object['pass'] ?? undefined) : undefined;
  if (pass === undefined || typeof pass === 'boolean') return pass;
  throw new UnscoredError(`the script's pass is neither true nor false, but ${excerptOf(pass)}${stderrTail}`, { hint: 'print "pass": true or "pass": false, without quotes around the value, or leave it out' });
}

/** An object with `score`, `pass` or both; `pass` alone is a score of 1 or 0. */
function parseObject(output: ScriptOutput): EvaluationScore {
  const written = findResult(output.stdout);
  const pass = readPass(written, output.stderrTail);
  if (pass === undefined || !written || !('object' in written)) return readResult(output, written);
  return { ...readResult(output, { object: { score: pass ? 1 : 0, ...written.object } }), verdict: pass ? 'pass' : 'fail' };
}

/**
 * Reads what a script printed last: `true`, `false`, a number from 0 to 1, or an object with `score`, `pass` or both.
 * @throws UnscoredError when it is none of these.
 */
export function parsePlainResult(output: ScriptOutput): EvaluationScore {
  const line = lastLine(output.stdout);
  const plain = /^(?:true|false)$/iu.test(line) ? (line.toLowerCase() === 'true' ? 1 : 0) : NUMBER.test(line) ? Number(line) : undefined;
  if (plain === undefined) return parseObject(output);
  if (!(plain >= 0 && plain <= 1)) {
    throw new UnscoredError(`the script printed ${line}; a score is a number from 0 to 1${output.stderrTail}`, { hint: 'print true, false, a number from 0 to 1, or {"score": 0.5, "reason": ""}' });
  }
  const text = `the script printed ${line}`;
  return { score: plain, hits: plain === 1 ? [text] : [], misses: plain === 1 ? [] : [text] };
}
