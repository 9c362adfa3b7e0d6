import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '../../test/project-folder.js';
import { loadSuite } from '../load-suite.js';

/** The evaluators of all cases of a suite, with the line and column of each where that is known. */
async function placesIn(file: string, text: string): Promise<readonly string[]> {
  const folder = await projectFolder({ [file]: text });
  const suite = await loadSuite(join(folder, file), { report: () => {} });
  const found: string[] = [];
  for await (const { evalCase, evaluatorLocation } of suite.cases()) {
    for (const evaluator of evalCase.evaluators) {
      const place = evaluatorLocation?.(evaluator);
      found.push(`${evalCase.id} ${evaluator.name}${place ? ` ${place.line}:${place.column}` : ''}`);
    }
  }
  return found;
}

const CASE = 'expected_outcome: x, input: y';

test.each([
  ['of a case', `evalcases:\n  - {id: a, ${CASE}, evaluators: [latency, {type: cost, max_usd: 1}]}\n`, ['a latency 2:57', 'a cost 2:66']],
  ['of a case, under execution', `evalcases:\n  - {id: a, ${CASE}, execution: {evaluators: [cost]}}\n`, ['a cost 2:69']],
  ['equal in two cases', `evalcases:\n  - {id: a, ${CASE}, evaluators: [cost]}\n  - {id: b, ${CASE}, evaluators: [cost]}\n`, ['a cost 2:57', 'b cost 3:57']],
  ['of all cases', `evaluators: [cost]\nevalcases:\n  - {id: a, ${CASE}}\n  - {id: b, ${CASE}}\n`, ['a cost 1:14', 'b cost 1:14']],
  ['that nobody wrote', `evalcases:\n  - {id: a, ${CASE}}\n`, ['a llm_judge']],
])('the place of evaluators %s', async (_, text, places) => {
  expect(await placesIn('suite.yaml', text)).toEqual(places);
});

test('a line of JSONL is one place', async () => {
  expect(await placesIn('suite.jsonl', '{"id": "a", "expected_outcome": "x", "input": "y", "evaluators": ["cost"]}\n')).toEqual(['a cost']);
});
