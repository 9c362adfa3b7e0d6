import { elementScroll, observeElementOffset, observeElementRect, Virtualizer, type VirtualItem } from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';

interface Options {
  readonly count: number;
  /** Pixels; all lines are of one height. */
  readonly height: number;
  readonly scroller: RefObject<HTMLElement | null>;
}

export interface VirtualLines {
  readonly items: readonly VirtualItem[];
  /** Pixels. */
  readonly total: number;
  readonly scrollTo: (line: number) => void;
  /** Whole lines that are seen at a time. */
  readonly page: number;
}

/** The lines of a long table that are seen, and a few around them. */
export function useVirtual({ count, height, scroller }: Options): VirtualLines {
  const [, draw] = useState(0);
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
  // The names that adapters of the library call it by.
  const { _didMount: begin, _willUpdate: follow } = virtualizer;
  useEffect(() => begin(), [virtualizer]);
  useLayoutEffect(() => follow());
  useLayoutEffect(() => virtualizer.measure(), [height]);
  return {
    items: virtualizer.getVirtualItems(),
    total: virtualizer.getTotalSize(),
    scrollTo: (line) => virtualizer.scrollToIndex(line, { align: 'auto' }),
    page: Math.max(1, Math.floor((virtualizer.scrollRect?.height ?? height) / height) - 1),
  };
}
