import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

test.each([
  ['draft-07', 'http://json-schema.org/draft-07/schema#'],
  ['2019-09', 'https://json-schema.org/draft/2019-09/schema'],
  ['2020-12', 'https://json-schema.org/draft/2020-12/schema'],
])('prices in cents are multiples of 0.01, and others are not: %s', async (_, $schema) => {
  const schema = JSON.stringify({ $schema, properties: { price: { multipleOf: 0.01 } } });
  const { folder: cwd, rows } = await createWorkspace({
    'a.yaml': `target: mock
evalcases:
  - { id: cents, expected_outcome: x, input: '{"price": 19.99}', evaluators: [{ type: json_schema, schema: ${schema} }] }
  - { id: less, expected_outcome: x, input: '{"price": 19.999}', evaluators: [{ type: json_schema, schema: ${schema} }] }
  - { id: amid, expected_outcome: x, input: 'It is {"price": 4.35}.', evaluators: [{ type: contains_json, schema: ${schema} }] }
`,
  });
  const { exitCode, stdout } = await runAssay(['run', 'a.yaml'], { cwd });
  expect(Object.fromEntries((await rows()).map(({ caseId, score }) => [caseId, score]))).toEqual({ cents: 1, less: 0, amid: 1 });
  expect(stdout).toContain('/price must be multiple of 0.01');
  expect(exitCode).toBe(1);
});
