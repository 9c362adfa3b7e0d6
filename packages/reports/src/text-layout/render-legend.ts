import type { VariantMeaning } from '@assay/schema';
import { formatCount } from '../format/format-count.js';
import { cleanText } from './clean-text.js';
import type { Paint } from './paint.js';
import { textWidth } from './text-width.js';
import { truncateText } from './truncate-text.js';

/** Lines of a legend; more would push the results off the screen. */
const MAX_LINES = 12;

function meaningText({ temperature, system, differs }: VariantMeaning): string {
  if (differs) return 'different system prompts';
  if (temperature !== undefined) return `temperature ${temperature}`;
  return system === null || system === undefined ? 'no system prompt' : `system prompt: ${cleanText(system)}`;
}

interface Line {
  readonly label: string;
  readonly text: string;
  readonly suites: string[];
}

/** Suites that mean the same by a mark share a line. */
function foldSuites(meanings: readonly VariantMeaning[]): readonly Line[] {
  const lines = new Map<string, Line>();
  for (const meaning of meanings) {
    const { label, suite } = meaning;
    const text = meaningText(meaning);
    const key = JSON.stringify([label, text]);
    const line = lines.get(key);
    if (line) line.suites.push(suite);
    else lines.set(key, { label, text, suites: [suite] });
  }
  return [...lines.values()];
}

/** What the marks behind the names of targets stand for, a line each. */
export function renderLegend(meanings: readonly VariantMeaning[] | undefined, width: number, paint: Paint): readonly string[] {
  if (!meanings || meanings.length === 0) return [];
  const all = foldSuites(meanings);
  const shown = all.slice(0, MAX_LINES);
  const suites = new Set(meanings.map(({ suite }) => suite)).size;
  const label = Math.max(...shown.map((line) => textWidth(cleanText(line.label))));
  const lines = shown.map((line) => {
    // Where all suites mean the same by it, nobody has to be told which.
    const where = line.suites.length === suites ? '' : ` (${line.suites.map(cleanText).join(', ')})`;
    const name = cleanText(line.label);
    const text = truncateText(line.text + where, width - label - 4);
    return `  ${name}${' '.repeat(label - textWidth(name))}  ${paint('dim', text)}`;
  });
  const hidden = all.length - shown.length;
  return ['Variants', ...lines, ...(hidden > 0 ? [`  ${paint('dim', `… ${formatCount(hidden)} more`)}`] : [])];
}
