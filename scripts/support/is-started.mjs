import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * @param {string} moduleUrl the `import.meta.url` of a script
 * @returns {boolean} whether node was started with that script, and not with one that imports it
 */
export function isStarted(moduleUrl) {
  const started = process.argv[1];
  return started !== undefined && realpathSync(started) === fileURLToPath(moduleUrl);
}
