import { joinRequirements, type RequirementKind, type Requirements } from '@assay/schema';
import { membersOf, type Entry, type FindEvaluator } from './entry-members.js';

/** What decides whether lines of rubrics must hold that do not say so. */
export interface RequiringSettings {
  readonly rubricRequired: boolean;
}

/** What the parts of an entry say must hold: by its definition, or by those of its members. */
export function partsMustHold(entry: Pick<Entry, 'type' | 'options'>, find: FindEvaluator, settings: RequiringSettings): RequirementKind | undefined {
  const own = find(entry.type)?.mustHold?.(entry.options, settings);
  const members = openRequirements(membersOf(entry.options), find, settings)?.open;
  return own === 'written' ? own : (members ?? own);
}

/** What is open as long as nothing is known of the results of these entries. */
export function openRequirements(entries: readonly Entry[], find: FindEvaluator, settings: RequiringSettings): Requirements | undefined {
  return joinRequirements(
    entries.map((entry) => {
      const isGate = entry.required === true || entry.minScore !== undefined;
      const open = isGate ? 'written' : partsMustHold(entry, find, settings);
      return { weight: entry.weight, requirements: open && { open } };
    }),
  );
}

/** Whether the setting for lines of rubrics has a part in what must hold of these entries, or of their members. */
export function asksForRubricSetting(entries: readonly Pick<Entry, 'type' | 'options'>[], find: FindEvaluator): boolean {
  let asks = false;
  const settings: RequiringSettings = {
    get rubricRequired() {
      asks = true;
      return false;
    },
  };
  for (const entry of entries) partsMustHold(entry, find, settings);
  return asks;
}
