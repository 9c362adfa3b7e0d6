import type { PageRun } from '@assay/schema';
import { useEffect, useState } from 'preact/hooks';
import type { PageSource } from '../../data/source/page-source.js';

/** The project's runs, newest first. */
export function RunsView({ source }: { readonly source: PageSource }) {
  const [runs, setRuns] = useState<readonly PageRun[] | undefined>(undefined);
  useEffect(() => {
    void source.runs().then(setRuns);
  }, [source]);
  return (
    <section>
      <h1>Runs</h1>
      <ul>
        {(runs ?? []).map((run) => (
          <li key={run.id}>{run.id}</li>
        ))}
      </ul>
    </section>
  );
}
