import type { BudgetAmount, ReserveOptions } from '@assay/schema';
import type { BudgetLimit } from './budget-limits.js';
import type { Purse } from './purse.js';

/** A request for room, with the target of the trial that it is for. */
export interface Asking extends ReserveOptions {
  readonly target: string | undefined;
}

/** What is asked for: the most that a request may take. */
export interface Asked {
  readonly most: BudgetAmount;
  readonly options: Asking;
}

/** What is asked for where nothing can be reserved. */
export interface Blind extends Asked {
  readonly options: Asking & { readonly recipient: string };
}

/** Whether the recipient, a target or a judge, tells only afterwards what a request took, where that is limited. */
export function isBlind(purses: readonly Purse[], asked: Asked): asked is Blind {
  const { most, options: { guessed, recipient } } = asked;
  if (guessed !== true || recipient === undefined || most.costUsd > 0 || most.tokens > 0) return false;
  return purses.some(({ limits }) => limits.costUsd !== undefined || limits.tokens !== undefined);
}

/** The first limit that is too low for a request; for one that begins a trial also for what will follow it. */
export function tooLow(purse: Purse, { most, options: { begins, guessed, target } }: Asked): BudgetLimit | undefined {
  return (begins && guessed ? purse.tooLowToFindOut(target) : undefined) ?? purse.tooLowFor(begins ? purse.withFollowers(most) : most);
}

/**
 * The limit that leaves no room for a request even if it goes alone; undefined where it may go then. One whose size is only guessed
 * may, as long as anything is left: it finds out. So a suite that has no room to find out says nothing of the run, which has.
 */
export function lacking(purse: Purse, asked: Asked): BudgetLimit | undefined {
  const { most, options: { begins, guessed, target } } = asked;
  if (!guessed) return tooLow(purse, asked);
  return (begins ? purse.tooLowToFindOut(target) : undefined) ?? (purse.clipped(most) ? undefined : purse.tooLowFor(most));
}
