import * as v from 'valibot';
import { defineEvaluator } from '../src/contracts/evaluator.js';
import type { Definitions } from '../src/contracts/definitions.js';
import type { NormalizeContext, ValuePath } from '../src/eval-case/context.js';

const shownPath = (path: ValuePath): string => (path.length === 0 ? '.' : path.join('.'));

/** A context that keeps findings as lines: `severity code at the.path: message -> hint`. */
export function recordingContext(options: Partial<NormalizeContext> = {}): { readonly context: NormalizeContext; readonly found: string[] } {
  const found: string[] = [];
  const context: NormalizeContext = {
    locate: (path, which) => ({ file: which === 'key' ? `key ${shownPath(path)}` : shownPath(path), line: 1, column: 1 }),
    report: ({ severity, code, message, location, hint, related }) => {
      const second = related === undefined ? '' : ` (${related.message}: ${related.location.file})`;
      found.push(`${severity} ${code} at ${location?.file ?? '-'}: ${message}${second}${hint === undefined ? '' : ` -> ${hint}`}`);
    },
    aliasPrecedence: 'canonical',
    tally: { errors: 0 },
    ...options,
  };
  return { context, found };
}

const parts = { description: 'For tests.', examples: [], programs: 'never' as const, evaluate: () => ({ score: null }) };

/** A few evaluators with options of each kind. */
export const sampleDefinitions: Definitions = {
  evaluators: [
    defineEvaluator({ ...parts, name: 'llm_judge', aliases: ['llm-judge'], options: v.object({ prompt: v.optional(v.string()), model: v.optional(v.string()) }) }),
    defineEvaluator({ ...parts, name: 'rubric', options: v.object({ rubrics: v.array(v.union([v.string(), v.object({ description: v.string() })])) }) }),
    defineEvaluator({ ...parts, name: 'latency', options: v.object({ max_ms: v.number(), unit: v.optional(v.picklist(['ms', 's']), 'ms') }) }),
    defineEvaluator({ ...parts, name: 'code_judge', options: v.object({ script: v.union([v.string(), v.array(v.string())]) }), openOptions: true }),
    defineEvaluator({ ...parts, name: 'composite', options: v.object({ evaluators: v.array(v.looseObject({ type: v.string() })), aggregator: v.optional(v.looseObject({ type: v.string() })) }) }),
  ],
  pointFunctions: [],
  rules: [],
  providers: [],
};
