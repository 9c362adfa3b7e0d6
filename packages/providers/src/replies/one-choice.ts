import { isJsonObject, type JsonObject, type JsonValue } from '@assay/schema';

/**
 * Finds the answer in the events of a stream. Of several that were asked for (`n`, `candidateCount`), each event has a piece of
 * any: the one that comes first is the answer, and no piece of another is put into it.
 */
export class OneChoice {
  #index: JsonValue | undefined;
  #begun = false;

  /** What of an event's list is of the answer. */
  find(listed: JsonValue | undefined): JsonObject | undefined {
    if (!Array.isArray(listed)) return undefined;
    const choices = (listed as readonly JsonValue[]).filter(isJsonObject);
    const [first] = choices;
    if (!this.#begun && first) {
      this.#begun = true;
      this.#index = first['index'];
    }
    // Not every server numbers each piece.
    return choices.find(({ index }) => index === this.#index || index === undefined || this.#index === undefined);
  }
}
