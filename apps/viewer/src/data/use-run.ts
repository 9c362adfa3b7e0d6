import { useEffect, useMemo, useState } from 'preact/hooks';
import { RunStore } from './run-store.js';
import type { PageSource } from './source/page-source.js';

/** A run that is read for as long as somebody looks at it. An empty id is no run. */
export function useRun(source: PageSource, id: string): RunStore {
  const [generation, setGeneration] = useState(0);
  const store = useMemo(() => new RunStore(source, id), [source, id, generation]);
  const [, setVersion] = useState(0);
  useEffect(() => {
    if (id === '') return undefined;
    const unsubscribe = store.subscribe(() => (store.isReplaced ? setGeneration : setVersion)((before) => before + 1));
    store.start();
    return () => {
      unsubscribe();
      store.stop();
    };
  }, [store, id]);
  return store;
}
