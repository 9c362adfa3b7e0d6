/** What is shown, as it stands or is soon to stand in the address, with its `#`. */
let shown = location.hash;
/** What this file last knew to stand in the address. */
let known = shown;

/**
 * How many changes may follow each other at once, and after how many milliseconds each of them may be made again. Browsers leave out what
 * comes too often (Chromium beyond 200 in 10 s) or throw (Safari beyond 100 in 10 s, once in 30 s); a key that is held down makes 300 in 10 s.
 */
const MOST_AT_ONCE = 50;
const AGAIN_MS = 250;

/** How many changes may be made now, as of a moment. */
let free = MOST_AT_ONCE;
let counted = performance.now();
let waiting: ReturnType<typeof setTimeout> | undefined;

/** @returns for how many milliseconds the address must be left alone */
function pause(): number {
  const now = performance.now();
  free = Math.min(MOST_AT_ONCE, free + (now - counted) / AGAIN_MS);
  counted = now;
  return free >= 1 ? 0 : Math.ceil((1 - free) * AGAIN_MS);
}

function write(instead: boolean): void {
  // Somebody followed a link, and the event that tells of it is still to come.
  if (location.hash !== known) return;
  const delay = pause();
  if (delay > 0) return later(instead, delay);
  free -= 1;
  try {
    if (instead) history.replaceState(null, '', shown);
    else history.pushState(null, '', shown);
    known = shown;
  } catch {
    free = 0;
    later(instead, AGAIN_MS);
  }
}

function later(instead: boolean, delay: number): void {
  waiting = setTimeout(() => {
    waiting = undefined;
    write(instead);
  }, delay);
}

export const shownHash = (): string => shown;

/** Takes over what the browser shows after a way back, or after a link. */
export function takeAddress(): void {
  clearTimeout(waiting);
  waiting = undefined;
  shown = location.hash;
  known = shown;
}

/**
 * Shows something else. While changes come too often, the address follows later, with the last of them.
 * @param instead the way back does not lead to what is shown now
 */
export function setAddress(hash: string, instead: boolean): void {
  shown = hash;
  if (waiting === undefined) write(instead);
}
