import { figureWarnings, knownAmount, knownCount, type JsonObject } from '@assay/schema';

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

  #read(told: JsonObject | undefined, key: string, known: (value: unknown) => number | undefined): number | undefined {
    const value = known(told?.[key]);
    this.#warnings.push(...figureWarnings(key, told?.[key], value));
    return value;
  }
}
