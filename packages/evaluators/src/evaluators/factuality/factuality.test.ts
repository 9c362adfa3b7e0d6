import { describe } from 'vitest';
import { makeCase } from '../../../test/evaluation-input.js';
import { judgedChecks, lackingChecks } from '../../../test/judged-checks.js';
import { factuality } from './factuality.js';

describe('factuality', () => {
  judgedChecks({ definition: factuality, options: {}, shows: ['It is 4.', 'The answer is 4.'], threshold: 0.5 });
  lackingChecks(factuality, makeCase({ expectedMessages: [] }), 'there is nothing to compare with');
});
