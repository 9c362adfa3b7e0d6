/** Milliseconds that an answer waits for others that may be sent with it. */
const GATHER_MS = 20;
/** Answers, and characters of them, from which they are sent at once. */
const MOST = 50;
const MOST_CHARACTERS = 256 * 1024;

/** Something that weighs something. */
interface Weighing {
  readonly text: string;
}

interface Gathered<Item> {
  readonly items: Item[];
  characters: number;
  readonly timer: NodeJS.Timeout;
  readonly sent: Promise<void>;
  readonly send: () => void;
}

/** Sends what is for the same run together. */
export class Outbox<Item extends Weighing> {
  readonly #send: (runId: string, items: readonly Item[]) => Promise<void>;
  readonly #gathered = new Map<string, Gathered<Item>>();

  /** @param send Sends what was gathered for a run. */
  constructor(send: (runId: string, items: readonly Item[]) => Promise<void>) {
    this.#send = send;
  }

  #gather(runId: string): Gathered<Item> {
    const items: Item[] = [];
    let send = (): void => undefined;
    const sent = new Promise<void>((resolve) => {
      send = () => {
        if (this.#gathered.get(runId) === gathered) this.#gathered.delete(runId);
        clearTimeout(gathered.timer);
        resolve(this.#send(runId, items));
      };
    });
    const gathered: Gathered<Item> = { items, characters: 0, timer: setTimeout(() => send(), GATHER_MS), sent, send: () => send() };
    this.#gathered.set(runId, gathered);
    return gathered;
  }

  /** Resolves when it is sent. @throws what sending throws. */
  add(runId: string, item: Item): Promise<void> {
    const gathered = this.#gathered.get(runId) ?? this.#gather(runId);
    gathered.items.push(item);
    gathered.characters += item.text.length;
    if (gathered.items.length >= MOST || gathered.characters >= MOST_CHARACTERS) gathered.send();
    return gathered.sent;
  }

  /** Sends what was gathered, at once. @throws what sending throws. */
  async flush(): Promise<void> {
    const gathered = [...this.#gathered.values()];
    for (const { send } of gathered) send();
    await Promise.all(gathered.map(({ sent }) => sent));
  }
}
