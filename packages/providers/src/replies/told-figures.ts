import { figureWarnings, knownAmount, knownCount, type JsonObject } from '@assay/schema';

/** A figure by the name that its API has for it. */
interface Figure {
  readonly name: string;
  readonly value: number | undefined;
}

/**
 * Reads what an API tells of the tokens and the cost of a reply. What cannot be, such as a negative number, a
 * text or half a token, counts as not known, and a warning says so.
 */
export class ToldFigures {
  readonly #warnings: string[] = [];

  /** One for each figure that cannot be. */
  get warnings(): readonly string[] {
    return this.#warnings;
  }

  /** Tokens; undefined when they are missing or cannot be. */
  count(told: JsonObject | undefined, key: string): number | undefined {
    return this.#read(told, key, knownCount);
  }

  /** Dollars; undefined when they are missing or cannot be. */
  amount(told: JsonObject | undefined, key: string): number | undefined {
    return this.#read(told, key, knownAmount);
  }

  /** Takes note of a part that is more than the whole that it is of: then neither can be. */
  compare(part: Figure, whole: Figure): void {
    if (part.value === undefined || whole.value === undefined || part.value <= whole.value) return;
    this.#warnings.push(`${part.name} of ${part.value} cannot be, as they are more than ${whole.name} of ${whole.value}; both count as not known`);
  }

  #read(told: JsonObject | undefined, key: string, known: (value: unknown) => number | undefined): number | undefined {
    const value = known(told?.[key]);
    this.#warnings.push(...figureWarnings(key, told?.[key], value));
    return value;
  }
}
