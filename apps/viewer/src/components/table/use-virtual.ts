import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { usePrinting } from './use-printing.js';

/** On paper nobody scrolls: so many lines are printed, some fifty pages. */
const MOST_PRINTED = 1000;

interface Options {
  readonly count: number;
  /** Pixels; all lines are of one height. */
  readonly height: number;
  readonly scroller: RefObject<HTMLElement | null>;
}

/** A line that is drawn. */
interface DrawnLine {
  readonly index: number;
  /** Pixels from the first one. */
  readonly start: number;
}

export interface VirtualLines {
  readonly items: readonly DrawnLine[];
  /** Pixels. */
  readonly total: number;
  readonly scrollTo: (line: number) => void;
  /** Whole lines that are seen at a time. */
  readonly page: number;
  /** Lines that are left out while the page is printed. */
  readonly unprinted: number;
}

/** The lines of a long table that are seen, and a few around them. */
export function useVirtual({ count, height, scroller }: Options): VirtualLines {
  const [, draw] = useState(0);
  const prints = usePrinting();
  const options = {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => draw((before) => before + 1),
  };
  const virtualizer = useMemo(() => new Virtualizer<HTMLElement, HTMLElement>(options), []);
  virtualizer.setOptions(options);
  // The head covers the first lines and pushes the others down: a line is whole only where the room that it takes is left as well.
  useLayoutEffect(() => virtualizer.setOptions({ ...options, scrollPaddingEnd: scroller.current?.querySelector<HTMLElement>('.grid-top')?.offsetHeight ?? 0 }));
  // The names that adapters of the library call it by.
  const { _didMount: begin, _willUpdate: follow } = virtualizer;
  useEffect(() => begin(), [virtualizer]);
  useLayoutEffect(() => follow());
  useLayoutEffect(() => virtualizer.measure(), [height]);
  return {
    items: prints ? Array.from({ length: Math.min(count, MOST_PRINTED) }, (_, index) => ({ index, start: index * height })) : virtualizer.getVirtualItems(),
    total: prints ? Math.min(count, MOST_PRINTED) * height : virtualizer.getTotalSize(),
    unprinted: prints ? Math.max(0, count - MOST_PRINTED) : 0,
    scrollTo: (line) => virtualizer.scrollToIndex(line, { align: 'auto' }),
    page: Math.max(1, Math.floor((virtualizer.scrollRect?.height ?? height) / height) - 1),
  };
}
