import { useEffect, useState } from 'preact/hooks';
import type { PageSource } from './data/source/page-source.js';
import { SERVER_GONE, SourceError } from './data/source/source-error.js';

/** How often it is looked whether the server is there, in milliseconds: seldom while it is. */
const SELDOM_MS = 10_000;
const OFTEN_MS = 2000;

interface Props {
  readonly source: PageSource;
  readonly watch: boolean;
}

/** A bar that says when nobody answers any more, until somebody does. */
export function ServerGone({ source, watch }: Props) {
  const [gone, setGone] = useState(false);
  useEffect(() => {
    if (!watch) return undefined;
    let stopped = false;
    let timer: ReturnType<typeof setTimeout>;
    const look = async (): Promise<void> => {
      const isGone = await source.page().then(
        () => false,
        (error: unknown) => error instanceof SourceError && error.gone,
      );
      if (stopped) return;
      setGone(isGone);
      timer = setTimeout(() => void look(), isGone ? OFTEN_MS : SELDOM_MS);
    };
    timer = setTimeout(() => void look(), SELDOM_MS);
    const onGone = (): void => {
      setGone(true);
      clearTimeout(timer);
      timer = setTimeout(() => void look(), OFTEN_MS);
    };
    addEventListener(SERVER_GONE, onGone);
    return () => {
      stopped = true;
      clearTimeout(timer);
      removeEventListener(SERVER_GONE, onGone);
    };
  }, [source, watch]);
  if (!gone) return null;
  return (
    <div class="gone" role="alert">
      The server of this page does not answer. What was read stays; it is tried again every two seconds. <code>assay view</code> starts it.
    </div>
  );
}
