// Loads every case of a dataset with the definitions of everything that is installed.
// Usage: node load-cases.mjs FILE CASES
import { createTemplateRenderer, scoringDefinitions } from '../../packages/evaluators/dist/index.js';
import { loadSuite } from '../../packages/loaders/dist/index.js';

const [file, cases] = process.argv.slice(2);
const definitions = { ...scoringDefinitions(), rules: [], providers: [] };
const suite = await loadSuite(file, { definitions, templates: createTemplateRenderer });
let found = 0;
for await (const { evalCase } of suite.cases()) if (evalCase.evaluators.length === 1) found += 1;
if (found !== Number(cases)) process.exitCode = 1;
