/** A trial has no row yet: what it asked is in batches, or goes into the next ones. No failure, and never seen outside of a run. */
export class TrialWaits extends Error {
  override readonly name = 'TrialWaits';

  constructor() {
    super('it waits for a batch');
  }
}
