import type { Redis } from 'ioredis';
import { disconnect } from './disconnect.js';
import { watchAnswers } from './watch-answers.js';

/**
 * Makes a connection that stands, and does the first things with it.
 * @throws what these throw, or connecting does; an Error with the code ETIMEDOUT when nobody answers: its port may be open all the same.
 */
export async function connectInTime(connection: Redis, first: () => Promise<void> = async () => undefined): Promise<void> {
  let silence: Error | undefined;
  const watch = watchAnswers(connection, () => {
    silence = Object.assign(new Error('it does not answer'), { code: 'ETIMEDOUT' });
    disconnect(connection);
  });
  try {
    await connection.connect();
    await first();
  } catch (error) {
    throw silence ?? error;
  } finally {
    watch.close();
  }
}
