import { setMaxListeners } from 'node:events';
import { EXIT } from '../exit-codes.js';
import { createInterrupt, type Interrupt } from './interrupt.js';

/**
 * Does a task that a signal may end, and resolves to its exit code: 130 where it was ended so, whatever it threw then.
 * @param onFirst says that it is ending.
 */
export async function interruptible(onFirst: () => void, task: (interrupt: Interrupt) => Promise<number>): Promise<number> {
  const interrupt = createInterrupt(onFirst);
  // Each request listens to the signal while it is under way.
  setMaxListeners(0, interrupt.signal);
  try {
    return await task(interrupt);
  } catch (error) {
    if (interrupt.signal.aborted) return EXIT.interrupted;
    throw error;
  } finally {
    interrupt.release();
  }
}
