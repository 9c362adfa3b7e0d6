const waiting = new Set<() => void>();

function endAll(): void {
  for (const end of waiting) end();
}

/**
 * Does a task, and stops waiting for it when nothing is left in the process that could bring it further. Somebody else's promise that
 * never settles would end the process in silence otherwise, and of a program with the exit code 0.
 * @throws UnsettledError then.
 */
export async function orNothingLeft<T>(task: () => Promise<T>): Promise<T> {
  let end = (): void => undefined;
  const nothingLeft = new Promise<never>((_resolve, reject) => {
    end = () => void import('./unsettled-error.js').then(({ UnsettledError }) => reject(new UnsettledError()), reject);
  });
  if (waiting.size === 0) process.on('beforeExit', endAll);
  waiting.add(end);
  try {
    return await Promise.race([task(), nothingLeft]);
  } finally {
    waiting.delete(end);
    if (waiting.size === 0) process.off('beforeExit', endAll);
  }
}
