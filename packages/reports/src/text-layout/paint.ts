import pc from 'picocolors';

export type Color = 'green' | 'red' | 'yellow' | 'dim' | 'plain';

/** Colours a text that is already laid out; escape codes have no width. */
export type Paint = (color: Color, text: string) => string;

/** Colours, or without `color` the bare text. */
export function createPaint(color: boolean): Paint {
  const colors = pc.createColors(color);
  return (name, text) => (name === 'plain' || text === '' ? text : colors[name](text));
}
