import { expect, test } from 'vitest';
import { brokenPromises } from '../../test/broken-promises.js';
import type { BudgetAccount } from '../contracts/budget-account.js';
import { BudgetSpentError, budgetRefusal } from '../errors/budget-spent-error.js';
import { ProviderError } from '../errors/provider-error.js';
import { budgetAccountConformance } from './budget-account-conformance.js';

/** An account that gives everybody everything. */
const generous = (): BudgetAccount => ({ spent: false, reserve: (amount) => ({ amount, settle: () => undefined }), correct: () => undefined });

/** One that refuses who does not fit at once, whatever comes free later. */
function hasty(most: number): BudgetAccount {
  let taken = 0;
  let spent = false;
  return {
    get spent() {
      return spent;
    },
    reserve({ tokens }) {
      if (taken + tokens > most) {
        spent = true;
        throw new BudgetSpentError('no room');
      }
      taken += tokens;
      let over = false;
      return {
        amount: { costUsd: 0, tokens },
        settle(actual) {
          if (!over) taken += (actual.tokens ?? tokens) - tokens;
          over = true;
        },
      };
    },
    correct: () => undefined,
  };
}

test('accounts that break their promises are found out', async () => {
  expect(await brokenPromises(budgetAccountConformance(generous))).toEqual([
    'what is taken is gone: one that does not fit into the rest is refused',
    'who waits for room gets what others reserved and did not take',
    'a figure that nobody tells is what was reserved, and a reservation is settled once',
    'what was settled and turns out to be less is there for others, also where one was refused; a figure that nobody tells stays',
    'who waits is refused when nobody holds room any more, and there is none',
    'the signal ends a wait with its reason, and nothing is held by it',
  ]);
  expect(await brokenPromises(budgetAccountConformance(hasty))).toEqual([
    'who waits for room gets what others reserved and did not take',
    'what was settled and turns out to be less is there for others, also where one was refused; a figure that nobody tells stays',
    'who waits is refused when nobody holds room any more, and there is none',
    'a guess goes alone, whatever it guesses, and all that is left is its',
    'the signal ends a wait with its reason, and nothing is held by it',
  ]);
});

test('the refusal of a budget is found behind the error that tells of it', () => {
  const refusal = new BudgetSpentError('no room');
  const told = new ProviderError('not asked', { kind: 'aborted', target: 't', cause: refusal });
  expect(budgetRefusal(told)).toBe(refusal);
  expect(budgetRefusal(new ProviderError('down', { kind: 'network', target: 't' }))).toBeUndefined();
  expect(budgetRefusal('no error')).toBeUndefined();
});
