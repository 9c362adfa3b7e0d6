import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Gives a table the focus back when what was opened from it is closed. The focus went with that: the next Tab would begin at the top
 * of the page, and a screen reader would tell of no line. Where the focus is elsewhere by then, it stays.
 *
 * @param active whether keys are the table's, and not those of what is open
 */
export function useFocusBack(table: RefObject<HTMLElement | null>, active: boolean): void {
  const was = useRef(active);
  useLayoutEffect(() => {
    if (active && !was.current && document.activeElement === document.body) table.current?.focus({ preventScroll: true });
    was.current = active;
  }, [active]);
}
