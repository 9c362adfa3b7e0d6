import type { Redis } from 'ioredis';
import type { Signer } from '../signing/signer.js';

/** Milliseconds between two signs of life. */
export const SIGN_MS = 1_000;
/** Milliseconds without one after which somebody is gone. */
const GONE_MS = 4_000;
/** Milliseconds after which nobody believes a sign of life: it is an old one, put there again. */
const OLD_MS = 5 * 60_000;

/** Who takes part in a queue: a worker, or a run that has its trials done there. */
export interface Member {
  readonly kind: 'worker' | 'run';
  readonly id: string;
  /** For people: the machine and the process. */
  readonly name: string;
}

/** Who else is there, as they say themselves every second. */
export interface Presence {
  /** Names of the workers that are there now, by their ids. */
  workers(): ReadonlyMap<string, string>;
  /** Whether a run is there now. */
  hasRun(): boolean;
  /** Whether somebody of that kind is there now whose words are not signed with the secret of this one. */
  hasStranger(kind: Member['kind']): boolean;
  /** Milliseconds since a member was heard last, without those in which nobody could be heard; Infinity for one that never was, or has left. */
  silence(id: string): number;
  /** Calls back when workers have come or gone, and at the first stranger. */
  onChange(callback: () => void): void;
  /** Says that this one leaves. */
  close(): Promise<void>;
}

export interface PresenceOptions {
  readonly self: Member;
  readonly client: Redis;
  readonly listen: (channel: string, hear: (message: string) => void) => Promise<void>;
  readonly channel: string;
  readonly signer: Signer;
  /** Milliseconds since 1970, the same for all members. */
  readonly now: () => number;
}

interface Heard extends Member {
  /** When it was heard last, by the clock of what can be heard. */
  at: number;
}

type Sign = readonly [kind: Member['kind'], id: string, name: string, state: string, at: string];

/** What a message says: of a stranger, whose signature is another, only the kind; undefined for what is no message, or an old one. */
function signOf(message: string, { signer, now }: Pick<PresenceOptions, 'signer' | 'now'>): Sign | { readonly stranger: Member['kind'] } | undefined {
  const [kind = '', id = '', name = '', state = '', at = '', signature] = message.split(' ');
  if (kind !== 'worker' && kind !== 'run') return undefined;
  if (!signer.isSigned(kind, [id, name, state, at], signature)) return { stranger: kind };
  return Math.abs(now() - Number(at)) > OLD_MS ? undefined : [kind, id, name, state, at];
}

/**
 * Time in which a member can hear others, in milliseconds: it hears its own signs of life as well. While none comes back the server is away, or
 * hangs, or this process stood still, and the silence of others means nothing.
 */
class HearingClock {
  #heardMs = 0;
  #last = performance.now();

  now(): number {
    return this.#heardMs + Math.min(performance.now() - this.#last, SIGN_MS);
  }

  /** A sign of its own has come back. */
  heardItself(): void {
    this.#heardMs = this.now();
    this.#last = performance.now();
  }
}

/**
 * Begins to tell of a member, and to listen to the others.
 * @throws what the server says to the first sign of life, such as that its user may send none: nobody would ever know of the member.
 */
export async function openPresence({ self, client, listen, channel, signer, now }: PresenceOptions): Promise<Presence> {
  const members = new Map<string, Heard>();
  const clock = new HearingClock();
  /** When strangers were heard last, as `performance.now()`. */
  const strangers = { worker: -Infinity, run: -Infinity };
  const callbacks: (() => void)[] = [];
  const changed = (): void => {
    for (const callback of callbacks) callback();
  };

  async function say(state: 'here' | 'gone'): Promise<void> {
    const parts = [self.id, self.name.replaceAll(/\s/gu, '-'), state, String(now())];
    if (client.status === 'ready') await client.publish(channel, [self.kind, ...parts, signer.sign(self.kind, parts)].join(' '));
  }

  /** One that is lost is followed by the next. */
  async function sayAgain(state: 'here' | 'gone'): Promise<void> {
    await say(state).catch(() => undefined);
  }

  function hear(message: string): void {
    const sign = signOf(message, { signer, now });
    if (!sign) return;
    if ('stranger' in sign) {
      const isNew = strangers[sign.stranger] === -Infinity;
      strangers[sign.stranger] = performance.now();
      if (isNew) changed();
      return;
    }
    const [kind, id, name, state] = sign;
    if (id === self.id) clock.heardItself();
    if (state === 'gone') {
      if (members.delete(id)) changed();
    } else {
      // Whoever comes is not to wait for a second until it knows who is there.
      const isNew = !members.has(id);
      if (isNew && id !== self.id) void sayAgain('here');
      members.set(id, { kind, id, name, at: clock.now() });
      if (isNew) changed();
    }
  }

  await listen(channel, hear);
  await say('here');
  const timer = setInterval(() => {
    const heardNow = clock.now();
    const gone = [...members.values()].filter(({ at }) => heardNow - at > GONE_MS);
    for (const { id } of gone) members.delete(id);
    if (gone.length > 0) changed();
    void sayAgain('here');
  }, SIGN_MS);
  return {
    workers: () => new Map([...members.values()].filter(({ kind }) => kind === 'worker').map(({ id, name }) => [id, name])),
    hasRun: () => [...members.values()].some(({ kind }) => kind === 'run'),
    hasStranger: (kind) => performance.now() - strangers[kind] < GONE_MS,
    silence: (id) => clock.now() - (members.get(id)?.at ?? -Infinity),
    onChange: (callback) => void callbacks.push(callback),
    async close() {
      clearInterval(timer);
      await sayAgain('gone');
    },
  };
}
