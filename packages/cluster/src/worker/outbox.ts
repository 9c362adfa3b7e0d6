/** Milliseconds that an answer waits for others that may be sent with it. */
const GATHER_MS = 20;
/** How often it waits again while few have come. */
const MORE_TIMES = 2;
/** Those are few that are less than such a part of all that are due. */
const FEW = 1 / 8;
/** Answers, and characters of them, from which they are sent at once. */
const MOST = 50;
const MOST_CHARACTERS = 256 * 1024;

/** Something that weighs something. */
interface Weighing {
  readonly text: string;
  /** Whether it does not wait longer than it must: somebody else can go on when it is known. */
  readonly isUrgent?: boolean;
}

interface Gathered<Item> {
  readonly items: Item[];
  characters: number;
  timer: NodeJS.Timeout;
  /** How often it has waited. */
  waited: number;
  readonly sent: Promise<void>;
  readonly send: () => void;
}

export interface OutboxOptions<Item> {
  /** Sends what was gathered for a run. */
  readonly send: (runId: string, items: readonly Item[]) => Promise<void>;
  /** How many are due that are not sent: those that were gathered, and those that will come of what is under way. */
  readonly due: () => number;
}

/** Sends what is for the same run together. What the last ones bring that are under way goes at once: there is nothing to wait for. */
export class Outbox<Item extends Weighing> {
  readonly #options: OutboxOptions<Item>;
  readonly #gathered = new Map<string, Gathered<Item>>();

  constructor(options: OutboxOptions<Item>) {
    this.#options = options;
  }

  #gather(runId: string): Gathered<Item> {
    const items: Item[] = [];
    let send = (): void => undefined;
    const sent = new Promise<void>((resolve) => {
      send = () => {
        if (this.#gathered.get(runId) === gathered) this.#gathered.delete(runId);
        clearTimeout(gathered.timer);
        resolve(this.#options.send(runId, items));
      };
    });
    const gathered: Gathered<Item> = { items, characters: 0, timer: setTimeout(() => this.#look(gathered), GATHER_MS), waited: 0, sent, send: () => send() };
    this.#gathered.set(runId, gathered);
    return gathered;
  }

  #look(gathered: Gathered<Item>): void {
    const isFew = gathered.items.length < FEW * this.#options.due() && !gathered.items.some(({ isUrgent }) => isUrgent);
    if (!isFew || gathered.waited >= MORE_TIMES) return gathered.send();
    gathered.waited += 1;
    gathered.timer = setTimeout(() => this.#look(gathered), GATHER_MS);
  }

  /** Resolves when it is sent. @throws what sending throws. */
  add(runId: string, item: Item): Promise<void> {
    const gathered = this.#gathered.get(runId) ?? this.#gather(runId);
    gathered.items.push(item);
    gathered.characters += item.text.length;
    if (gathered.items.length >= Math.min(MOST, this.#options.due()) || gathered.characters >= MOST_CHARACTERS) gathered.send();
    return gathered.sent;
  }

  /** Sends what was gathered, at once. @throws what sending throws. */
  async flush(): Promise<void> {
    const gathered = [...this.#gathered.values()];
    for (const { send } of gathered) send();
    await Promise.all(gathered.map(({ sent }) => sent));
  }
}
