import { randomUUID } from 'node:crypto';
import { decodeDecisions, type Decision } from '../messages/decision.js';
import type { Session } from '../session/open-session.js';

/** Milliseconds until a question that nobody answered is asked again: messages are lost when a connection is. */
const AGAIN_MS = 500;
/** Milliseconds without a sign of life after which a run does not answer any more. */
const SILENT_MS = 6_000;

interface Question {
  readonly bundleId: string;
  readonly decide: (decisions: readonly Decision[] | undefined) => void;
}

/** Asks runs which trials of a bundle they still wait for: what was done before, or is brought in by somebody else, is never done again. */
export class Claims {
  readonly #session: Pick<Session, 'client' | 'names' | 'signer' | 'presence' | 'listen'>;
  readonly #workerId: string;
  readonly #questions = new Map<string, Question>();
  /** Runs that did not answer. */
  readonly #gone = new Set<string>();
  #closed = false;

  constructor(session: Pick<Session, 'client' | 'names' | 'signer' | 'presence' | 'listen'>, workerId: string) {
    this.#session = session;
    this.#workerId = workerId;
  }

  async open(): Promise<void> {
    await this.#session.listen(this.#session.names.grants(this.#workerId), (message) => this.#hear(message));
  }

  #hear(message: string): void {
    const [nonce = '', letters = '', signature] = message.split(' ');
    const question = this.#questions.get(nonce);
    const decisions = decodeDecisions(letters);
    if (!question || !decisions) return;
    if (this.#session.signer.isSigned('grant', [this.#workerId, question.bundleId, nonce, letters], signature)) question.decide(decisions);
  }

  /** What a run says of each trial of a bundle, of none when it knows no such bundle; undefined when the run is not there any more. */
  claim(runId: string, bundleId: string): Promise<readonly Decision[] | undefined> {
    const { client, names, signer, presence } = this.#session;
    const nonce = randomUUID();
    const message = [this.#workerId, bundleId, nonce, signer.sign('claim', [runId, this.#workerId, bundleId, nonce])].join(' ');
    let waited = 0;
    let timer: NodeJS.Timeout | undefined;
    return new Promise((resolve) => {
      const decide = (decisions: readonly Decision[] | undefined): void => {
        clearTimeout(timer);
        this.#questions.delete(nonce);
        if (decisions === undefined) this.#gone.add(runId);
        else this.#gone.delete(runId);
        resolve(decisions);
      };
      const ask = (): void => {
        const isSilent = presence.silence(runId) > SILENT_MS;
        if (this.#closed || (isSilent && waited >= (this.#gone.has(runId) ? AGAIN_MS : SILENT_MS))) return decide(undefined);
        // While the server is away nobody can answer.
        if (client.status === 'ready') {
          client.publish(names.claims(runId), message).catch(() => undefined);
          waited += AGAIN_MS;
        }
        timer = setTimeout(ask, AGAIN_MS);
      };
      this.#questions.set(nonce, { bundleId, decide });
      ask();
    });
  }

  close(): void {
    this.#closed = true;
    for (const { decide } of this.#questions.values()) decide(undefined);
  }
}
