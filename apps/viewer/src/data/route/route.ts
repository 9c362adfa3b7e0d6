/** What the page shows, as the part of its address behind `#`. Everything that somebody may choose stands there: an address can be passed on. */
export interface Route {
  readonly view: 'runs' | 'run' | 'compare' | 'label' | 'trust';
  /** Of the run; of the first one, for a comparison. */
  readonly run: string;
  /** Of the second run. */
  readonly other: string;
  readonly params: URLSearchParams;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `#/run/ID?verdict=fail`, `#/compare/A/B`, `#/label/ID`, `#/trust/ID`; anything else is the list of runs. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#/u, '').split(/\?(.*)/su);
  const [, view, run = '', other = ''] = path.split('/').map(decoded);
  const params = new URLSearchParams(query);
  if ((view === 'run' || view === 'label' || view === 'trust') && run !== '') return { view, run, other: '', params };
  if (view === 'compare' && run !== '') return { view, run, other, params };
  return { view: 'runs', run: '', other: '', params };
}

export function formatRoute({ view, run, other, params }: Route): string {
  const parts = view === 'runs' ? ['runs'] : view === 'compare' ? ['compare', run, other] : [view, run];
  const query = params.toString();
  return `#/${parts.map(encodeURIComponent).join('/')}${query === '' ? '' : `?${query}`}`;
}

/** Addresses of views, for links. */
export const runsHref = '#/runs';
export const runHref = (run: string, params: Readonly<Record<string, string>> = {}): string =>
  formatRoute({ view: 'run', run, other: '', params: new URLSearchParams(params) });
export const compareHref = (a: string, b: string, params: Readonly<Record<string, string>> = {}): string =>
  formatRoute({ view: 'compare', run: a, other: b, params: new URLSearchParams(params) });
export const labelHref = (run: string, params: Readonly<Record<string, string>> = {}): string =>
  formatRoute({ view: 'label', run, other: '', params: new URLSearchParams(params) });
export const trustHref = (run: string): string => formatRoute({ view: 'trust', run, other: '', params: new URLSearchParams() });
