/** How often a timer of 10 ms got its turn until a promise was settled: hardly ever while something holds the thread. */
export async function turnsUntil(settled: Promise<unknown>): Promise<number> {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 10);
  await settled;
  clearInterval(timer);
  return turns;
}
