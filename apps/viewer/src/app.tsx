import { visibleText, type PageInfo, type PageRun } from '@assay/schema';
import { useEffect, useState } from 'preact/hooks';
import { ComparisonNotice } from './components/bar/comparison-notice.js';
import { Problem } from './components/bar/notice.js';
import { useTheme } from './components/theme.js';
import { compareHref, runHref, runsHref, type Route } from './data/route/route.js';
import { useRoute } from './data/route/use-route.js';
import type { PageSource } from './data/source/page-source.js';
import { useLoaded } from './data/use-loaded.js';
import { KeyHelp } from './keyboard/key-help.js';
import { useKeys } from './keyboard/use-keys.js';
import { ServerGone } from './server-gone.js';
import { CompareView } from './views/compare/compare-view.js';
import { LabelView } from './views/label/label-view.js';
import { RunView } from './views/run/run-view.js';
import { RunsView } from './views/runs/runs-view.js';
import { TrustView } from './views/trust/trust-view.js';

interface ViewProps {
  readonly source: PageSource;
  readonly info: PageInfo;
  readonly route: Route;
  readonly theme: string;
}

function View({ source, info, route, theme }: ViewProps) {
  if (route.view === 'run') return <RunView key={route.run} source={source} info={info} run={route.run} params={route.params} theme={theme} />;
  if (route.view === 'compare') return <CompareView key={`${route.run}/${route.other}`} source={source} a={route.run} b={route.other} params={route.params} slices={info.comparison?.slices} />;
  if (route.view === 'label') return <LabelView key={route.run} source={source} info={info} run={route.run} params={route.params} />;
  if (route.view === 'trust') return <TrustView key={route.run} source={source} info={info} run={route.run} />;
  return <RunsView source={source} watch={info.mode === 'server'} project={info.project} theme={theme} />;
}

/** A report begins at its run, or with its two beside each other: a run that was compared with another one is there alone. */
function reportRoute(comparison: PageInfo['comparison'], [first, second = first]: readonly PageRun[]): string | undefined {
  if (first === undefined || second === undefined) return undefined;
  const { targets, prompts } = comparison ?? {};
  const isOneThing = targets === undefined && prompts === undefined;
  if (comparison?.kind !== 'runs' || (second === first && isOneThing)) return runHref(first.id);
  return compareHref(first.id, second.id, { ...(targets && { a: targets[0], b: targets[1] }), ...(prompts && { av: `prompt:${prompts[0]}`, bv: `prompt:${prompts[1]}` }) });
}

/** Where the page begins when its address says nothing: at the run that was asked for, or that the file holds. */
async function firstRoute({ asked, mode, comparison }: PageInfo, source: PageSource): Promise<string | undefined> {
  if (location.hash.length > 1) return undefined;
  if (mode === 'file') return reportRoute(comparison, await source.runs());
  const [run] = asked;
  return run === undefined || asked.length > 1 ? undefined : runHref(run);
}

async function begin(info: PageInfo, source: PageSource): Promise<void> {
  const first = await firstRoute(info, source);
  if (first !== undefined) location.replace(first);
}

/** The page. */
export function App({ source }: { readonly source: PageSource }) {
  const route = useRoute();
  const { theme, next } = useTheme();
  const [helps, setHelps] = useState(false);
  const { value: info, problem, again } = useLoaded(() => source.page(), 'page');
  useEffect(() => {
    if (info === undefined) return;
    void begin(info, source);
  }, [info]);
  useEffect(() => {
    document.title = route.view === 'runs' ? 'Assay' : `${visibleText(route.run)} · Assay`;
  }, [route.view, route.run]);
  useKeys({
    '?': () => setHelps(true),
    t: next,
    r: () => {
      if (info?.mode === 'server') location.hash = runsHref;
    },
  });
  return (
    <div class="page">
      <header class="top">
        <a class="name" href={info?.mode === 'file' ? '#' : runsHref}>
          Assay
        </a>
        {info?.mode === 'server' && (
          <nav aria-label="Page">
            <a href={runsHref} aria-current={route.view === 'runs' ? 'page' : undefined}>
              Runs
            </a>
          </nav>
        )}
        <span class="spring" />
        <button type="button" class="quiet" onClick={next} aria-label={`Colours: ${theme}`}>
          {theme === 'dark' ? '☾' : theme === 'light' ? '☀' : '◐'} {theme}
        </button>
        <button type="button" class="quiet" onClick={() => setHelps(true)} aria-label="Keys">
          ?
        </button>
      </header>
      <ServerGone source={source} watch={info?.mode === 'server'} />
      <main>
        {info?.comparison !== undefined && <ComparisonNotice verdict={info.comparison} isBelow={route.view === 'compare'} />}
        {problem !== undefined && <Problem problem={problem} again={again} />}
        {info !== undefined && <View source={source} info={info} route={route} theme={theme} />}
      </main>
      {helps && <KeyHelp onClose={() => setHelps(false)} />}
    </div>
  );
}
