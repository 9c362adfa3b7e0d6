import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';

interface Props {
  /** What the chart shows, in words. */
  readonly label: string;
  readonly data: uPlot.AlignedData;
  /** Without size, which is that of its place. Colours come from {@link chartColor}. */
  readonly options: Omit<uPlot.Options, 'width' | 'height'>;
  readonly height: number;
  /** Draws it anew when it changes. */
  readonly drawnFor: string;
}

/** A colour of the page, as charts want it. */
export function chartColor(name: 'ink' | 'line' | 'dim' | 'accent' | 'accent-well' | 'pass' | 'fail' | 'open'): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim() || '#888';
}

/** An axis at the bottom; one at the side says how wide its words are. */
export function axisStyle(): Pick<uPlot.Axis, 'stroke' | 'grid' | 'ticks' | 'font' | 'size'> {
  const line = { stroke: chartColor('line'), width: 1 };
  return { stroke: chartColor('dim'), grid: line, ticks: line, font: '11px system-ui, sans-serif', size: 30 };
}

/** A chart as wide as its place. What it shows is also told in words. */
export function Plot({ label, data, options, height, drawnFor }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const chart = new uPlot({ ...options, width: Math.max(120, element.clientWidth), height }, data, element);
    const observer = new ResizeObserver(() => chart.setSize({ width: Math.max(120, element.clientWidth), height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [data, height, drawnFor]);
  return <div ref={place} class="plot" role="img" aria-label={label} />;
}
