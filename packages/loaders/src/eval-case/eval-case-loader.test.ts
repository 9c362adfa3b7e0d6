import { checkLoader } from '../../test/loader-checks.js';
import { evalCaseLoader } from './eval-case-loader.js';

checkLoader(evalCaseLoader, {
  samples: [
    { extension: '.yaml', text: 'evalcases:\n  - { id: a, outcome: G, input: Q }\n  - { id: b, outcome: G, input: P }\n' },
    { extension: '.json', text: '{"cases": [{"id": "a", "outcome": "G", "input": "Q"}, {"id": "b", "outcome": "G", "input": "P"}]}' },
    { extension: '.jsonl', text: '{"id":"a","outcome":"G","input":"Q"}\n{"id":"b","outcome":"G","input":"P"}\n' },
  ],
  broken: { extension: '.jsonl', text: '{"id":"a","outcome":"G","input":"Q"}\n{"id":"b","outcome":"G","input":7}\n' },
});
