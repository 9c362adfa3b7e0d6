import assert from 'node:assert/strict';
import type { BudgetAccount, BudgetAmount, Reservation } from '../contracts/budget-account.js';
import { BudgetSpentError } from '../errors/budget-spent-error.js';
import type { ConformanceCheck } from './support/conformance-check.js';
import { within } from './support/within.js';

/** Makes an account of a budget of so many tokens, which nobody else spends from. */
export type MakeBudgetAccount = (tokens: number) => BudgetAccount | Promise<BudgetAccount>;

function tokens(count: number): BudgetAmount {
  return { costUsd: 0, tokens: count };
}

const { signal } = new AbortController();

async function reserved(account: BudgetAccount, count: number, options: { readonly guessed?: boolean } = {}): Promise<Reservation> {
  return within(Promise.resolve(account.reserve(tokens(count), { signal, ...options })), 'reserve()');
}

async function assertRefused(reserving: () => Reservation | Promise<Reservation>): Promise<void> {
  await assert.rejects(within((async () => reserving())(), 'reserve()'), BudgetSpentError);
}

/** The promises of a {@link BudgetAccount}. */
export function budgetAccountConformance(makeAccount: MakeBudgetAccount): readonly ConformanceCheck[] {
  return [
    {
      name: 'what is taken is gone: one that does not fit into the rest is refused',
      async run() {
        const account = await makeAccount(100);
        (await reserved(account, 60)).settle(tokens(60));
        assert.equal(account.spent, false);
        await assertRefused(() => account.reserve(tokens(41), { signal }));
        assert.equal(account.spent, true);
        (await reserved(account, 40)).settle(tokens(40));
      },
    },
    {
      name: 'who waits for room gets what others reserved and did not take',
      async run() {
        const account = await makeAccount(100);
        const first = await reserved(account, 80);
        const second = reserved(account, 50);
        first.settle(tokens(10));
        (await second).settle({});
        await assertRefused(() => account.reserve(tokens(41), { signal }));
      },
    },
    {
      name: 'a figure that nobody tells is what was reserved, and a reservation is settled once',
      async run() {
        const account = await makeAccount(100);
        const first = await reserved(account, 30);
        first.settle({});
        first.settle(tokens(0));
        await assertRefused(() => account.reserve(tokens(71), { signal }));
        (await reserved(account, 70)).settle(tokens(70));
      },
    },
    {
      name: 'what was settled and turns out to be less is there for others, also where one was refused; a figure that nobody tells stays',
      async run() {
        const account = await makeAccount(100);
        const first = await reserved(account, 60);
        assert.deepEqual(first.amount, tokens(60));
        first.settle(first.amount);
        await assertRefused(() => account.reserve(tokens(41), { signal }));
        account.correct(tokens(60), tokens(10));
        assert.equal(account.spent, false);
        (await reserved(account, 90)).settle(tokens(90));
        account.correct(tokens(90), {});
        await assertRefused(() => account.reserve(tokens(1), { signal }));
        account.correct(tokens(90), tokens(0));
        (await reserved(account, 90)).settle(tokens(90));
      },
    },
    {
      name: 'who waits is refused when nobody holds room any more, and there is none',
      async run() {
        const account = await makeAccount(100);
        const first = await reserved(account, 80);
        const second = account.reserve(tokens(50), { signal });
        first.settle(tokens(80));
        await assertRefused(() => second);
      },
    },
    {
      name: 'a guess goes alone, whatever it guesses, and all that is left is its',
      async run() {
        const account = await makeAccount(100);
        const first = await reserved(account, 4000, { guessed: true });
        const second = reserved(account, 30);
        first.settle(tokens(20));
        (await second).settle(tokens(30));
      },
    },
    {
      name: 'the signal ends a wait with its reason, and nothing is held by it',
      async run() {
        const account = await makeAccount(100);
        const first = await reserved(account, 80);
        const ending = new AbortController();
        const second = account.reserve(tokens(50), { signal: ending.signal });
        const reason = new Error('enough');
        ending.abort(reason);
        await assert.rejects(within(Promise.resolve(second), 'reserve()'), reason);
        first.settle(tokens(0));
        (await reserved(account, 100)).settle(tokens(100));
      },
    },
  ];
}
