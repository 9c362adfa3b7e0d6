import {
  canonicalHash,
  canonicalJson,
  type JsonObject,
  type NormalizeContext,
  reportError,
  reportWarning,
  type ValuePath,
} from '@assay/schema';
const HASH_LENGTH = 12;

interface Taken {
  readonly raw: JsonObject;
  readonly path: ValuePath;
  /** The number of the next prompt that says the same. */
  next: number;
}

/** Gives the prompts of a blueprint their ids, and sees to it that no two are the same. */
export class PromptIds {
  readonly #context: NormalizeContext;
  readonly #taken = new Map<string, Taken>();

  constructor(context: NormalizeContext) {
    this.#context = context;
  }

  /**
   * The id that a prompt has in the file. Another prompt with the same id is an error, unless it is
   * the same prompt once more, which is numbered.
   */
  take(id: string, raw: JsonObject, path: ValuePath): string {
    const first = this.#taken.get(id);
    if (first && canonicalJson(first.raw) === canonicalJson(raw)) return this.#number(id, raw, [...path, 'id'], first);
    if (first) {
      reportError(this.#context, [...path, 'id'], `two prompts have the id "${id}"`, {
        code: 'duplicate-id',
        hint: 'give each prompt its own id',
        related: { message: 'the first one is here', path: [...first.path, 'id'] },
      });
    } else this.#taken.set(id, { raw, path, next: 2 });
    return id;
  }

  /**
   * An id made from what a prompt says: it stays the same when the prompt moves, or its keys do. A
   * prompt that says the same as one before it gets a number.
   */
  make(content: unknown, raw: JsonObject, path: ValuePath): string {
    const id = `hash-${canonicalHash(content).slice(0, HASH_LENGTH)}`;
    const first = this.#taken.get(id);
    if (first) return this.#number(id, raw, path, first);
    this.#taken.set(id, { raw, path, next: 2 });
    return id;
  }

  #number(base: string, raw: JsonObject, path: ValuePath, first: Taken): string {
    // Counting on from the last one: from the start, many equal prompts would take a time that grows with their square.
    while (this.#taken.has(`${base}-${first.next}`)) first.next += 1;
    const id = `${base}-${first.next}`;
    this.#taken.set(id, { raw, path, next: 2 });
    reportWarning(this.#context, path, `this prompt says the same as one before it; its id is ${id}`, {
      code: 'duplicate-prompt',
      hint: 'remove one of them, or make them differ and give them ids',
      related: { message: 'the first one is here', path: first.path },
    });
    return id;
  }
}
