import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | undefined;

/**
 * Looks for garbage now. V8 itself lets a heap grow to several times of what lives in it before it looks thoroughly: fine
 * for small things, but each large reply leaves ten times its size behind. Takes some tens of milliseconds.
 */
export function collectGarbage(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}
