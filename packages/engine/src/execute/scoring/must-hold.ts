import {
  entryRequirements,
  isJsonObject,
  joinRequirements,
  type EvaluatorConfig,
  type EvaluatorDefinition,
  type JsonObject,
  type JsonValue,
  type RequirementKind,
  type Requirements,
} from '@assay/schema';

type Find = (type: string) => EvaluatorDefinition | undefined;

/** What decides whether lines of rubrics must hold that do not say so. */
export interface RequiringSettings {
  readonly rubricRequired: boolean;
}

type Entry = Pick<EvaluatorConfig, 'type' | 'weight' | 'required' | 'minScore' | 'options'>;

/** An entry as it stands in the options of a composite: a mapping, or the bare name of a type. */
function memberEntry(member: JsonValue): Entry | undefined {
  if (typeof member === 'string') return { type: member, weight: 1, options: {} };
  if (!isJsonObject(member) || typeof member['type'] !== 'string') return undefined;
  const { type, weight } = member;
  return { type, weight: typeof weight === 'number' ? weight : 1, ...entryRequirements(member), options: member };
}

function membersOf({ evaluators }: JsonObject): readonly Entry[] {
  const members: readonly JsonValue[] = Array.isArray(evaluators) ? evaluators : [];
  return members.flatMap((member) => memberEntry(member) ?? []);
}

/** What the parts of an entry say must hold: by its definition, or by those of its members. */
export function partsMustHold(entry: Pick<Entry, 'type' | 'options'>, find: Find, settings: RequiringSettings): RequirementKind | undefined {
  const own = find(entry.type)?.mustHold?.(entry.options, settings);
  const members = openRequirements(membersOf(entry.options), find, settings)?.open;
  return own === 'written' ? own : (members ?? own);
}

/** What is open as long as nothing is known of the results of these entries. */
export function openRequirements(entries: readonly Entry[], find: Find, settings: RequiringSettings): Requirements | undefined {
  return joinRequirements(
    entries.map((entry) => {
      const isGate = entry.required === true || entry.minScore !== undefined;
      const open = isGate ? 'written' : partsMustHold(entry, find, settings);
      return { weight: entry.weight, requirements: open && { open } };
    }),
  );
}

/** Whether the setting for lines of rubrics has a part in what must hold of these entries, or of their members. */
export function asksForRubricSetting(entries: readonly Pick<Entry, 'type' | 'options'>[], find: Find): boolean {
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
