import { useEffect, useState } from 'preact/hooks';
import { setAddress, shownHash, takeAddress } from './address.js';
import { formatRoute, parseRoute, type Route } from './route.js';

const CHANGED = 'assay:route';

/** Shows something else. With `instead` the way back does not lead here: for what changes with each key that is pressed. */
function goTo(route: Route, { instead = false } = {}): void {
  const hash = formatRoute(route);
  if (hash === shownHash()) return;
  setAddress(hash, instead);
  dispatchEvent(new Event(CHANGED));
}

/** Changes parameters of what is shown. */
export function changeParams(change: (params: URLSearchParams) => void, options: { readonly instead?: boolean } = {}): void {
  const route = parseRoute(shownHash());
  const params = new URLSearchParams(route.params);
  change(params);
  goTo({ ...route, params }, options);
}

/** What the address says should be shown. */
export function useRoute(): Route {
  const [hash, setHash] = useState(shownHash);
  useEffect(() => {
    const read = (): void => setHash(shownHash());
    const taken = (): void => {
      takeAddress();
      read();
    };
    const events = [['hashchange', taken], ['popstate', taken], [CHANGED, read]] as const;
    for (const [event, listener] of events) addEventListener(event, listener);
    return () => {
      for (const [event, listener] of events) removeEventListener(event, listener);
    };
  }, []);
  return parseRoute(hash);
}
