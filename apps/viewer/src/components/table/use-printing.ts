import { options } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** Draws a change before anything else happens: what is printed is what stands there when the event has been handled. */
function atOnce(change: () => void): void {
  const usual = options.debounceRendering;
  options.debounceRendering = (draw) => draw();
  change();
  if (usual === undefined) delete options.debounceRendering;
  else options.debounceRendering = usual;
}

/** Whether the page is being printed. */
export function usePrinting(): boolean {
  const [prints, setPrints] = useState(false);
  useEffect(() => {
    const begin = (): void => atOnce(() => setPrints(true));
    const end = (): void => setPrints(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return prints;
}
