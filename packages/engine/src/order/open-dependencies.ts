import type { Dependencies, NeededTrials } from './dependencies.js';

/** Has trials of a run wait for those that their cases depend on. Loaded for runs with such cases. */
export async function openDependencies(needed: NeededTrials): Promise<Dependencies> {
  const { Dependencies: Opened } = await import('./dependencies.js');
  return new Opened(needed);
}
