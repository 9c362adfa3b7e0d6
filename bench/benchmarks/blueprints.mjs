import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { scoringDefinitions } from '../../packages/evaluators/dist/index.js';
import { checkSuite } from '../../packages/loaders/dist/index.js';
import { blueprintFiles } from '../data/blueprint-files.mjs';
import { pairedRatio } from '../parts/run-process.mjs';

const { parseAllDocuments } = createRequire(new URL('../../packages/loaders/package.json', import.meta.url))('yaml');
const definitions = { ...scoringDefinitions(), rules: [], providers: [] };
const PAIRS = 7;

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export const benchmark = {
  name: 'blueprints',
  async run() {
    const { files, what, remove } = blueprintFiles();
    try {
      const texts = files.map((file) => readFileSync(file, 'utf8'));
      const validate = async () => {
        for (const file of files) await checkSuite(file, { definitions, report: () => {} });
      };
      const parse = () => {
        for (const text of texts) {
          for (const document of parseAllDocuments(text, { merge: true })) if (document.errors.length === 0) document.toJS();
        }
      };
      const ratio = await pairedRatio(PAIRS, () => timed(validate), () => timed(parse));
      const size = texts.reduce((sum, text) => sum + text.length, 0) / 1024 / 1024;
      return [
        {
          what: `${files.length} ${what} blueprints, validate`,
          value: ratio,
          bound: 3,
          unit: '× yaml’s parseAllDocuments and toJS',
          note: `${size.toFixed(1)} MB`,
        },
      ];
    } finally {
      remove();
    }
  },
};
