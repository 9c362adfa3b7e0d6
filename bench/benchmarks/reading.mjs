import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scoringDefinitions } from '../../packages/evaluators/dist/index.js';
import { checkSuite } from '../../packages/loaders/dist/index.js';
import { pairedRatio } from '../parts/run-process.mjs';

const definitions = { ...scoringDefinitions(), rules: [], providers: [] };
const PAIRS = 5;
const EVALUATORS = '[{ type: contains, value: Hello }, { type: contains, value: there }]';

/** @param {number} count @param {(index: number) => string} line */
const repeated = (count, line) => Array.from({ length: count }, (_, index) => line(index)).join('');
const CASE = '    input: Hi\n    expected_outcome: Hello\n';

const FILES = {
  'aliases.yaml': `x-e: &e ${EVALUATORS}\nevalcases:\n${repeated(20_000, (n) => `  - id: c${n}\n${CASE}    evaluators: *e\n`)}`,
  'written-out.yaml': `evalcases:\n${repeated(20_000, (n) => `  - id: c${n}\n${CASE}    evaluators: ${EVALUATORS}\n`)}`,
  'unknown-25000.yaml': `evalcases:\n  - id: a\n${CASE}${repeated(25_000, (n) => `    key${n}: 1\n`)}`,
  'unknown-100000.yaml': `evalcases:\n  - id: a\n${CASE}${repeated(100_000, (n) => `    key${n}: 1\n`)}`,
};

export const benchmark = {
  name: 'reading',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
    try {
      for (const [name, content] of Object.entries(FILES)) writeFileSync(join(folder, name), content);
      const timed = async (/** @type {keyof typeof FILES} */ name) => {
        const start = performance.now();
        await checkSuite(join(folder, name), { definitions, report: () => {} });
        return performance.now() - start;
      };
      return [
        {
          what: '20,000 uses of an alias, validate',
          value: await pairedRatio(PAIRS, () => timed('aliases.yaml'), () => timed('written-out.yaml')),
          bound: 2,
          unit: '× the same file written out',
        },
        {
          what: '100,000 unknown keys, validate',
          value: (await pairedRatio(PAIRS, () => timed('unknown-100000.yaml'), () => timed('unknown-25000.yaml'))) / 4,
          bound: 1.5,
          unit: '× a quarter of them (linear is 1)',
        },
      ];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
