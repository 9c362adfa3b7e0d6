import { isJsonObject, type EvaluatorConfig, type EvaluatorDefinition, type JsonValue } from '@assay/schema';

type Find = (type: string) => EvaluatorDefinition | undefined;

/** The parts of one entry of a case's evaluators that need the trial's place at its target. */
export interface PlaceShare {
  /** One of them is over: the entry itself, or a member of a composite. */
  partDone(): void;
  /** The entry is over, and with it whatever of it never began. */
  allDone(): void;
}

/**
 * Whether an evaluator needs the trial's place: programs may look at what the target left behind in
 * its folder, where the next trial would work already. What only asks models needs none.
 */
export function needsPlace(definition: EvaluatorDefinition | undefined): boolean {
  return definition !== undefined && definition.uses?.some((need) => need === 'judge' || need === 'embeddings') !== true;
}

/** Parts of an entry, as it stands in the options of a composite, that need the place. */
function countParts(entry: JsonValue | undefined, find: Find): number {
  const type = isJsonObject(entry) ? entry['type'] : entry;
  if (isJsonObject(entry) && Array.isArray(entry['evaluators'])) {
    return [...entry['evaluators'], entry['aggregator']].reduce<number>((sum, member) => sum + countParts(member, find), 0);
  }
  return typeof type === 'string' && needsPlace(find(type)) ? 1 : 0;
}

/** The same of an entry of a case. */
function countEntry({ type, options }: EvaluatorConfig, find: Find): number {
  return Array.isArray(options['evaluators']) ? countParts(options, find) : countParts(type, find);
}

/**
 * Calls `leave` once, as soon as nothing of these entries is left but what waits for judges.
 * @returns gives the share of an entry.
 */
export function holdPlace(
  entries: readonly EvaluatorConfig[],
  find: Find,
  leave: () => void,
): (entry: EvaluatorConfig) => PlaceShare {
  const parts = new Map(entries.map((entry) => [entry, countEntry(entry, find)]));
  let left = [...parts.values()].reduce((sum, count) => sum + count, 0);
  const finish = (count: number): void => {
    if (count === 0) return;
    left -= count;
    if (left === 0) leave();
  };
  if (left === 0) leave();
  return (entry) => {
    let own = parts.get(entry) ?? 0;
    const take = (count: number): void => {
      own -= count;
      finish(count);
    };
    return { partDone: () => take(Math.min(1, own)), allDone: () => take(own) };
  };
}
