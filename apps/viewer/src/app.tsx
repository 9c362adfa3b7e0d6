import type { PageSource } from './data/source/page-source.js';
import { RunsView } from './views/runs/runs-view.js';

/** The page. */
export function App({ source }: { readonly source: PageSource }) {
  return (
    <main>
      <RunsView source={source} />
    </main>
  );
}
