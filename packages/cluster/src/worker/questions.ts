import { randomUUID } from 'node:crypto';
import { decodeDecisions, type Decision } from '../messages/decision.js';
import { decodePayment, encodePayment, type PaymentQuestion, type PaymentReply } from '../messages/payment.js';
import type { Session } from '../session/open-session.js';

/** Milliseconds until a question that nobody answered is asked again: messages are lost when a connection is. */
const AGAIN_MS = 500;
/** Milliseconds without a sign of life after which a run does not answer any more. */
const SILENT_MS = 6_000;

interface Question {
  readonly subject: string;
  readonly answer: (text: string | undefined) => void;
}

/** An answer that may not come, or is not wanted any more. */
interface Asked {
  /** Tells the question from all others. */
  readonly nonce: string;
  /** Undefined when the run is not there any more. */
  readonly answer: Promise<string | undefined>;
  readonly giveUp: () => void;
}

/**
 * Asks runs: which trials of a bundle they still wait for, so that what was done before, or is brought in by somebody else, is never
 * done again; and for room in their budgets. Each question has a number that is used once.
 */
export class Questions {
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
    const [nonce = '', text = '', signature] = message.split(' ');
    const question = this.#questions.get(nonce);
    if (question && this.#session.signer.isSigned('grant', [this.#workerId, question.subject, nonce, text], signature)) question.answer(text);
  }

  #ask(kind: 'claim' | 'begin' | 'pay', runId: string, subject: string): Asked {
    const { client, names, signer, presence } = this.#session;
    const nonce = randomUUID();
    const message = [kind, this.#workerId, subject, nonce, signer.sign(kind, [runId, this.#workerId, subject, nonce])].join(' ');
    let waited = 0;
    let timer: NodeJS.Timeout | undefined;
    let giveUp = (): void => undefined;
    const answer = new Promise<string | undefined>((resolve) => {
      const settle = (text: string | undefined): void => {
        clearTimeout(timer);
        this.#questions.delete(nonce);
        resolve(text);
      };
      giveUp = () => settle(undefined);
      const ask = (): void => {
        const isSilent = presence.silence(runId) > SILENT_MS;
        if (this.#closed || (isSilent && waited >= (this.#gone.has(runId) ? AGAIN_MS : SILENT_MS))) {
          this.#gone.add(runId);
          return settle(undefined);
        }
        // While the server is away nobody can answer.
        if (client.status === 'ready') {
          client.publish(names.claims(runId), message).catch(() => undefined);
          waited += AGAIN_MS;
        }
        timer = setTimeout(ask, AGAIN_MS);
      };
      const heard = (text: string | undefined): void => {
        if (text !== undefined) this.#gone.delete(runId);
        settle(text);
      };
      this.#questions.set(nonce, { subject, answer: heard });
      ask();
    });
    return { nonce, answer, giveUp };
  }

  /** What a run says of each trial of a bundle, of none when it knows no such bundle; undefined when the run is not there any more. */
  async claim(runId: string, bundleId: string): Promise<readonly Decision[] | undefined> {
    const text = await this.#ask('claim', runId, bundleId).answer;
    return text === undefined ? undefined : (decodeDecisions(text) ?? []);
  }

  /** Tells a run that the trial of a bundle begins, and waits until it knows, or is not there any more. */
  async begin(runId: string, bundleId: string): Promise<void> {
    await this.#ask('begin', runId, bundleId).answer;
  }

  /** Asks for room in the budget of a run. The answer is undefined when the run is not there any more. */
  pay(runId: string, question: PaymentQuestion): Omit<Asked, 'answer'> & { readonly answer: Promise<PaymentReply | undefined> } {
    const { answer, ...rest } = this.#ask('pay', runId, encodePayment(question));
    return { ...rest, answer: answer.then((text) => (text === undefined ? undefined : decodePayment<PaymentReply>(text))) };
  }

  close(): void {
    this.#closed = true;
    for (const { answer } of this.#questions.values()) answer(undefined);
  }
}
