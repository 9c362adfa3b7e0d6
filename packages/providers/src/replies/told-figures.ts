import { figureWarnings, isJsonObject, knownAmount, knownCount, type JsonObject, type JsonValue } from '@assay/schema';

/** A figure by the name that its API has for it. */
interface Figure {
  readonly name: string;
  readonly value: number | undefined;
}

/** Keys of figures that a warning shows: most have three. */
const MOST_KEYS = 6;

/** Where its API tells of tokens, by the names that it has for them. */
interface Place {
  readonly name: string;
  readonly value: JsonValue | undefined;
  /** Without each of them the tokens are not known. */
  readonly needed: readonly string[];
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

  /**
   * What is told of tokens. What is no object, or has figures by names that the API has not, says something that nobody reads: the tokens
   * count as not known. Servers that count none send nothing, an empty object, or zeros.
   */
  told({ name, value, needed }: Place): JsonObject | undefined {
    if (value === undefined || value === null) return undefined;
    if (!isJsonObject(value)) {
      this.#warnings.push(...figureWarnings(name, value, undefined));
      return undefined;
    }
    const missing = needed.filter((key) => value[key] === undefined || value[key] === null);
    if (missing.length === 0) return value;
    const figures = Object.keys(value).filter((key) => typeof value[key] === 'number' && value[key] !== 0);
    if (figures.length > 0) {
      const told = figures.length > MOST_KEYS ? `${figures.slice(0, MOST_KEYS).join(', ')} …` : figures.join(', ');
      this.#warnings.push(`${name} tells of ${told}, but not of ${missing.join(' and ')}: how many tokens there were is not known`);
    }
    return value;
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
