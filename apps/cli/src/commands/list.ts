import { nearestMatch, UsageError } from '@assay/schema';
import { EXIT } from '../exit-codes.js';
import type { ListItem } from '../listing/list-item.js';
import { LISTS } from '../listing/lists.js';
import { renderList } from '../listing/render-list.js';
import { composeReading } from '../runner/reading/compose-reading.js';
import { outputRedactor } from '../secrets/output-redactor.js';
import { writeOut } from '../terminal/write-out.js';

export interface ListOptions {
  readonly json?: boolean;
}

function toJson({ places, ...item }: ListItem): object {
  return { ...item, ...places };
}

/** `assay list`: what is installed, from the registries, and what is configured here. */
export async function listCommand(what: string | undefined, options: ListOptions): Promise<number> {
  const names = Object.keys(LISTS);
  if (what !== undefined && !Object.hasOwn(LISTS, what)) {
    const near = nearestMatch(what, names);
    throw new UsageError(`cannot list "${what}"`, {
      hint: `${near ? `did you mean ${near}? ` : ''}lists: ${names.join(', ')}`,
    });
  }
  const reading = await composeReading({ cwd: process.cwd(), env: process.env, redactor: outputRedactor, verbose: false, report: () => {} });
  const lists: Record<string, readonly ListItem[]> = {};
  for (const name of what === undefined ? names : [what]) lists[name] = (await LISTS[name]?.(reading)) ?? [];
  if (options.json) await writeOut(`${JSON.stringify(what === undefined ? Object.fromEntries(Object.entries(lists).map(([title, items]) => [title, items.map(toJson)])) : (lists[what] ?? []).map(toJson), null, 2)}\n`);
  else await writeOut((await Promise.all(Object.entries(lists).map(([title, items]) => renderList(title, items)))).join('\n'));
  return EXIT.passed;
}
