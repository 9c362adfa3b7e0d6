import { isJsonObject, type EvaluatorConfig, type EvaluatorDefinition, type JsonObject, type JsonValue } from '@assay/schema';

type Find = (type: string) => EvaluatorDefinition | undefined;

/** The parts of one entry of a case's evaluators that need the trial's place at its target. */
export interface PlaceShare {
  /** To be called when a part is over: the entry itself, or a member of a composite. */
  partDone(): void;
  /** To be called when the entry is over, and with it its parts that never began. */
  allDone(): void;
}

/**
 * Whether an evaluator with these options needs the trial's place: programs may look at what the target left behind in
 * its folder, where the next trial would work already, also those that ask judges meanwhile. What only asks models needs none,
 * and what holds other evaluators needs it for these.
 */
export function needsPlace(definition: EvaluatorDefinition | undefined, options: JsonObject): boolean {
  if (definition === undefined || Array.isArray(options['evaluators'])) return false;
  const asks = definition.uses?.some((need) => need === 'judge' || need === 'embeddings') === true;
  if (definition.readsFiles && Array.isArray(options['preprocessors'])) return true;
  return !asks || (typeof definition.programs === 'function' && definition.programs(options).length > 0);
}

/** How many parts an entry has. */
interface Parts {
  /** Parts that need the place. */
  readonly placed: number;
  /** Parts that ask models, and do not need the place. */
  readonly asking: number;
}

const NO_PARTS: Parts = { placed: 0, asking: 0 };
const PLACED: Parts = { placed: 1, asking: 0 };
const ASKING: Parts = { placed: 0, asking: 1 };

/** The parts of an entry, as it stands in the options of a composite. */
function partsIn(entry: JsonValue | undefined, find: Find): Parts {
  return isJsonObject(entry) ? partsOf(entry['type'], entry, find) : partsOf(entry, {}, find);
}

function sumOf(parts: readonly Parts[], which: keyof Parts): number {
  return parts.reduce((sum, part) => sum + part[which], 0);
}

function partsOf(type: JsonValue | undefined, options: JsonObject, find: Find): Parts {
  const { evaluators, aggregator } = options;
  if (Array.isArray(evaluators)) {
    const members = [...evaluators, aggregator].map((member) => partsIn(member, find));
    return { placed: sumOf(members, 'placed'), asking: sumOf(members, 'asking') };
  }
  const definition = typeof type === 'string' ? find(type) : undefined;
  if (!definition) return NO_PARTS;
  return needsPlace(definition, options) ? PLACED : ASKING;
}

export interface HoldPlaceOptions {
  readonly find: Find;
  /** Whether models are asked for more than these entries. */
  readonly asksBesides?: boolean | undefined;
  readonly leave: () => void;
}

/**
 * Calls `leave` once, as soon as nothing of these entries is left but what waits for models; never when nothing does,
 * since the row of such a trial is made at once.
 * @returns gives the share of an entry, by its place among them.
 */
export function holdPlace(
  entries: readonly EvaluatorConfig[],
  { find, asksBesides = false, leave }: HoldPlaceOptions,
): (index: number) => PlaceShare {
  const parts = entries.map(({ type, options }) => partsOf(type, options, find));
  const waits = asksBesides || sumOf(parts, 'asking') > 0;
  let left = sumOf(parts, 'placed');
  const finish = (count: number): void => {
    if (count === 0) return;
    left -= count;
    if (left === 0 && waits) leave();
  };
  if (left === 0 && waits) leave();
  return (index) => {
    let own = parts[index]?.placed ?? 0;
    const take = (count: number): void => {
      own -= count;
      finish(count);
    };
    return { partDone: () => take(Math.min(1, own)), allDone: () => take(own) };
  };
}
