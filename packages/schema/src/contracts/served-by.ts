/**
 * What answers requests, as far as it decides how many may be under way and what becomes of one that gets stuck:
 * - `service`: an API. As many requests as it bears. `account` is equal for all targets that share its limits, and
 *   tells nothing else: a digest of address and key. `hedged` says that a request which gets stuck may be sent a second
 *   time: right for models, wrong where a request changes something.
 * - `programs`: programs on this machine, as many as it has cores. They may leave things behind that are looked at
 *   when they have ended, so that a trial keeps its place between two tries.
 * - `process`: a model in this process; more than `atOnce` requests (whole, ≥ 1) would only wait for one another.
 */
export type ServedBy =
  | { readonly kind: 'service'; readonly account: string; readonly hedged: boolean }
  | { readonly kind: 'programs' }
  | { readonly kind: 'process'; readonly atOnce: number };
