import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordingContext } from '@assay/schema/testing';
import { encodeCase } from '@assay/schema';
import { sampleDefinitions } from '../../../test/sample-definitions.js';
import { EVAL_CASE_KEYS, normalizeEvalCase } from './eval-case.js';
import { SUITE_HEADER_KEYS } from '../../fields/suite-keys.js';
import { normalizeSuiteHeader } from './suite-header.js';

const LIKELY_KEYS = ['role', 'content', 'type', 'value', 'tool', 'tool_calls', 'input', 'name', 'weight', 'rubrics', 'description', 'target', 'evaluators', 'script', 'assert', 'threshold', 'metric', 'negate', 'max_ms', '__proto__'];
const LIKELY_TEXTS = ['user', 'assistant', 'text', 'file', 'llm_judge', 'rubric', 'composite', 'code_judge', 'code-grader', 'assert-set', 'not-latency', 'similar(0.5): a', '', 'Q'];

/** JSON that looks a little like what belongs there. */
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(...LIKELY_TEXTS),
    fc.constantFrom(null, true, 0, -1, 0.5),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...LIKELY_KEYS), tie('value'), { maxKeys: 4 }),
  ),
})).value;

const caseOf = fc
  .tuple(fc.dictionary(fc.constantFrom(...EVAL_CASE_KEYS), json, { maxKeys: 3 }), fc.boolean())
  .map(([fields, complete]) => (complete ? { id: 'a', expected_outcome: 'G', input: 'Q', ...fields } : fields));
const headerOf = fc.dictionary(fc.constantFrom(...SUITE_HEADER_KEYS), json);

function read(raw: unknown, header: unknown) {
  const { context, found } = recordingContext({ definitions: sampleDefinitions });
  const suite = normalizeSuiteHeader(header, context);
  const before = found.length;
  return { evalCase: normalizeEvalCase(raw, context, suite), found: found.slice(before) };
}

test('whatever stands in a case, it is a case or there is a finding that says why not', () => {
  fc.assert(
    fc.property(fc.oneof(caseOf, json), headerOf, (raw, header) => {
      const { evalCase, found } = read(raw, header);
      const stopped = found.some((line) => line.startsWith('error ') || line.startsWith('warning missing-field '));
      expect(evalCase === undefined).toBe(stopped);
    }),
    { numRuns: process.env['ASSAY_SAMPLES'] === 'all' ? 2000 : 500 },
  );
});

test('a case that was read, printed and read again is the same', () => {
  let usable = 0;
  fc.assert(
    fc.property(caseOf, (raw) => {
      const { evalCase } = read(raw, {});
      if (!evalCase) return;
      usable += 1;
      const again = read(JSON.parse(JSON.stringify(encodeCase(evalCase))), {});
      expect(again.evalCase).toEqual(evalCase);
    }),
    { numRuns: process.env['ASSAY_SAMPLES'] === 'all' ? 2000 : 500 },
  );
  expect(usable).toBeGreaterThan(20);
});

test('a file is left as it is by reading it', () => {
  fc.assert(
    fc.property(caseOf, headerOf, (raw, header) => {
      const copy = structuredClone([raw, header]);
      read(raw, header);
      expect([raw, header]).toEqual(copy);
    }),
    { numRuns: 300 },
  );
});
