import { prepareTextWidth, textWidth, wrapText } from '@assay/reports';
import { visibleText } from '@assay/schema';
import { colors, outputColumns } from '../terminal/output-style.js';
import type { ListItem } from './list-item.js';

/** Fewest columns that a text has beside a name; with less room it stands below it. */
const MIN_ROOM = 20;
const INDENT = 4;

/** Breaks a text at the width of the terminal, beside the name or below it; unbroken where there is no terminal. */
function hanging(head: string, text: string, columns: number): string {
  const width = textWidth(head);
  const isBeside = columns - width >= MIN_ROOM;
  const indent = isBeside ? width : INDENT;
  const below = `\n${' '.repeat(indent)}`;
  const room = Math.max(MIN_ROOM, columns - indent);
  const lines = textWidth(text) <= room ? [text] : wrapText(text, room);
  return `${isBeside ? head : head.trimEnd() + below}${lines.join(below)}`;
}

/** Names and models come out of files. */
function shown({ name, aliases, description }: ListItem): { readonly name: string; readonly text: string } {
  const also = aliases?.length ? ` (also ${aliases.map(visibleText).join(', ')})` : '';
  return { name: visibleText(name), text: `${visibleText(description)}${also}` };
}

/** A list for people, as wide as their terminal. */
export async function renderList(title: string, found: readonly ListItem[]): Promise<string> {
  if (found.length === 0) return `${colors.bold(title)}\n  ${colors.dim('none')}\n`;
  const items = found.map(shown);
  await prepareTextWidth(items.map(({ name, text }) => name + text).join(' '));
  const width = Math.max(...items.map(({ name }) => textWidth(name)));
  const lines = items.map(({ name, text }) => hanging(`  ${name}${' '.repeat(width - textWidth(name))}  `, text, outputColumns()));
  return `${colors.bold(title)}\n${lines.join('\n')}\n`;
}
