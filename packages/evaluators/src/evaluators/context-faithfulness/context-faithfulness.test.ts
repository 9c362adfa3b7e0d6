import { describe } from 'vitest';
import { makeCase } from '../../../test/evaluation-input.js';
import { judgedChecks, lackingChecks } from '../../../test/judged-checks.js';
import { contextFaithfulness } from './context-faithfulness.js';

describe('context_faithfulness', () => {
  judgedChecks({ definition: contextFaithfulness, options: {}, shows: ['Two and two make four', 'The answer is 4.'], threshold: 0.5, evalCase: makeCase({ context: 'Two and two make four' }) });
  lackingChecks(contextFaithfulness, makeCase(), 'there is no context');
});
