/** Milliseconds that the end of a connection takes at most: a server that is away answers nothing. */
const END_MS = 2_000;

/** Waits for the end of something, unless that takes too long or fails: there is nothing to be done about it. */
export async function ended(ending: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, END_MS);
  });
  await Promise.race([ending.catch(() => undefined), late]);
  clearTimeout(timer);
}
