/**
 * How many threads for long tasks a machine has at most. One core is left to everything else; where there are two, everything
 * else mostly waits for replies, and one task that hangs would hold up all others. More than four would only take memory.
 * @param cores at least 1.
 */
export function mostThreads(cores: number): number {
  return Math.min(4, Math.max(Math.min(2, cores), cores - 1));
}
