import { useEffect, useState } from 'preact/hooks';
import { formatRoute, parseRoute, type Route } from './route.js';

const CHANGED = 'assay:route';

/** Shows something else. With `instead` the way back does not lead here: for what changes with each key that is pressed. */
function goTo(route: Route, { instead = false } = {}): void {
  const hash = formatRoute(route);
  if (hash === location.hash) return;
  if (instead) history.replaceState(null, '', hash);
  else history.pushState(null, '', hash);
  dispatchEvent(new Event(CHANGED));
}

/** Changes parameters of what is shown. */
export function changeParams(change: (params: URLSearchParams) => void, options: { readonly instead?: boolean } = {}): void {
  const route = parseRoute(location.hash);
  const params = new URLSearchParams(route.params);
  change(params);
  goTo({ ...route, params }, options);
}

/** What the address says should be shown. */
export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const read = (): void => setHash(location.hash);
    const events = ['hashchange', 'popstate', CHANGED];
    for (const event of events) addEventListener(event, read);
    return () => {
      for (const event of events) removeEventListener(event, read);
    };
  }, []);
  return parseRoute(hash);
}
