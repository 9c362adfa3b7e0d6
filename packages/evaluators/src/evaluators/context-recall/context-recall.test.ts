import { describe } from 'vitest';
import { makeCase } from '../../../test/evaluation-input.js';
import { judgedChecks, lackingChecks } from '../../../test/judged-checks.js';
import { contextRecall } from './context-recall.js';

describe('context_recall', () => {
  judgedChecks({ definition: contextRecall, options: {}, shows: ['Two and two make four', 'It is 4.'], threshold: 0.5, evalCase: makeCase({ vars: { context: ['Two and two make four'] } }) });
  lackingChecks(contextRecall, makeCase(), 'there is no context');
});
