import { takeWidth, textWidth } from './text-width.js';

/** A text in at most `width` columns; what is cut off shows as `…`. */
export function truncateText(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  return width < 1 ? '' : `${takeWidth(text, width - 1).trimEnd()}…`;
}
