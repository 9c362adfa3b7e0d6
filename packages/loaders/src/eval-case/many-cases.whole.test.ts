import { join } from 'node:path';
import { expect, test } from 'vitest';
import { definitions } from '../../test/definitions.js';
import { projectFolder } from '../../test/project-folder.js';
import { loadEvalCases } from '../load-eval-cases.js';

test('a file of lines may have more cases than a function takes arguments', async () => {
  const lines = Array.from({ length: 200_000 }, (_, id) => `{"id":${id},"criteria":"x","input":"y"}\n`).join('');
  const folder = await projectFolder({ 'package.json': '{}', 'suite.yaml': 'tests: [lines.jsonl, { id: own, criteria: x, input: y }]\n', 'lines.jsonl': lines });
  expect(await loadEvalCases(join(folder, 'suite.yaml'), { definitions })).toHaveLength(200_001);
}, 60_000);
