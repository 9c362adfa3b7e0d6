import assert from 'node:assert/strict';
import type { ReplyMemory, ReplyShare, TrialReplies, TrialReplyMemory } from '../contracts/reply-memory.js';
import type { ConformanceCheck } from './support/conformance-check.js';
import { within } from './support/within.js';

/** Makes a memory of so many bytes, which nobody else has a share of. */
export type MakeReplyMemory = (bytes: number) => ReplyMemory;
export type MakeTrialReplyMemory = (bytes: number) => TrialReplyMemory;

/** Fails unless there was room at once. */
function assertHeld(holding: Promise<void> | undefined): void {
  assert.equal(holding, undefined, 'there was room, and it had to be waited for');
}

/** The wait of somebody for whom there is no room yet. */
async function waits(holding: Promise<void> | undefined): Promise<{ readonly over: () => Promise<void> }> {
  assert.ok(holding, 'room was given that is not there');
  let done = false;
  const over = (async () => {
    await holding;
    done = true;
  })();
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(done, false, 'room was given that is not there');
  // Its limit begins when it is asked for: some waits never end, as they should.
  return { over: () => within(over, 'the wait for room') };
}

/** Both kinds of memory, as one that gives shares: for itself each, or as the only reply of a trial. */
type ShareMaker = (mostBytes: number) => ReplyShare;

const SHARE_CHECKS: Readonly<Record<string, (shares: (bytes: number) => ShareMaker) => Promise<void>>> = {
  'what fits is held at once, and what a reply that failed gives back is there for others': async (shares) => {
    const share = shares(100);
    const first = share(60);
    assertHeld(first.hold(20));
    assertHeld(first.hold(60));
    const second = share(60);
    assertHeld(second.hold(40));
    const { over } = await waits(second.hold(60));
    first.release();
    await over();
    second.release();
    assertHeld(share(100).hold(100));
  },

  'holding says how much it is in all, and never takes back': async (shares) => {
    const share = shares(100);
    const first = share(80);
    assertHeld(first.hold(80));
    assertHeld(first.hold(80));
    assertHeld(first.hold(10));
    const second = share(40);
    const { over } = await waits(second.hold(40));
    first.release();
    await over();
  },

  'a reply that is larger than all there is is held when it is alone': async (shares) => {
    const share = shares(100);
    const first = share(1000);
    assertHeld(first.hold(100));
    assertHeld(first.hold(1000));
    first.release();
    assertHeld(share(100).hold(100));
  },

  'who insists waits no more, now and later, and what it holds counts nevertheless': async (shares) => {
    const share = shares(100);
    const [first, second, third] = [share(100), share(60), share(50)];
    assertHeld(first.hold(100));
    const { over } = await waits(second.hold(30));
    second.insist();
    await over();
    assertHeld(second.hold(60));
    first.release();
    const later = await waits(third.hold(50));
    second.release();
    await later.over();
  },

  'who gives up while it waits gets nothing': async (shares) => {
    const share = shares(100);
    const [first, second] = [share(100), share(100)];
    assertHeld(first.hold(100));
    await waits(second.hold(50));
    second.release();
    first.release();
    assertHeld(share(100).hold(100));
  },
};

const OTHER_CHECKS: Readonly<Record<string, (memory: ReplyMemory) => Promise<void>>> = {
  'a complete reply of no trial gives everything back, once': async (memory) => {
    const first = memory.share(60);
    assertHeld(first.hold(60));
    first.keep();
    first.release();
    assertHeld(memory.share(100).hold(100));
    await waits(memory.share(60).hold(60));
  },
};

/** A turn of a conversation: a reply that comes bit by bit. */
async function turn(trial: TrialReplies, bytes: number): Promise<void> {
  const share = trial.share(40);
  for (let held = 1; held <= bytes; held += 1) await share.hold(held);
  share.keep();
}

const TRIAL_CHECKS: Readonly<Record<string, (memory: TrialReplyMemory) => Promise<void>>> = {
  'what a complete reply holds stays held until its trial is over': async (memory) => {
    const first = memory.forTrial(1);
    const reply = first.share(60);
    assertHeld(reply.hold(60));
    reply.keep();
    reply.release();
    assert.equal(first.held, 60);
    assert.equal(memory.short, false, 'nobody waits');
    const { over } = await waits(memory.forTrial(1).share(60).hold(60));
    assert.equal(memory.short, true, 'somebody waits');
    first.release();
    await over();
    assert.equal(first.held, 0);
    assert.equal(memory.short, false, 'nobody waits any more');
  },

  'a trial is over once': async (memory) => {
    const first = memory.forTrial(1);
    assertHeld(first.share(60).hold(60));
    first.release();
    first.release();
    assertHeld(memory.forTrial(1).share(100).hold(100));
    await waits(memory.forTrial(1).share(60).hold(60));
  },

  'trials that are over while a reply of theirs waits leave nothing': async (memory) => {
    const [first, second] = [memory.forTrial(1), memory.forTrial(1)];
    assertHeld(first.share(100).hold(100));
    await waits(second.share(50).hold(50));
    second.release();
    assert.equal(memory.short, false, 'nobody waits any more');
    first.release();
    assertHeld(memory.forTrial(1).share(100).hold(100));
  },

  'conversations that want more together than there is all end': async (memory) => {
    const converse = async (turns: number): Promise<void> => {
      const trial = memory.forTrial(turns);
      for (let count = 0; count < turns; count += 1) await turn(trial, 3 + ((count + turns) % 5) * 7);
      await new Promise((resolve) => setImmediate(resolve));
      trial.release();
    };
    await within(Promise.all(Array.from({ length: 40 }, (_, index) => converse(1 + (index % 4)))), 'conversations in a short memory');
    assertHeld(memory.forTrial(1).share(100).hold(100));
  },
};

function named<T>(checks: Readonly<Record<string, (of: T) => Promise<void>>>, of: () => T): ConformanceCheck[] {
  return Object.entries(checks).map(([name, check]) => ({ name, run: async () => check(of()) }));
}

/** The promises of a {@link ReplyMemory}. */
export function replyMemoryConformance(makeMemory: MakeReplyMemory): readonly ConformanceCheck[] {
  const shares = (bytes: number): ShareMaker => {
    const memory = makeMemory(bytes);
    return (mostBytes) => memory.share(mostBytes);
  };
  return [...named(SHARE_CHECKS, () => shares), ...named(OTHER_CHECKS, () => makeMemory(100))];
}

/** The promises of a {@link TrialReplyMemory}: what is said of shares holds for a trial with one reply too. */
export function trialReplyMemoryConformance(makeMemory: MakeTrialReplyMemory): readonly ConformanceCheck[] {
  const shares = (bytes: number): ShareMaker => {
    const memory = makeMemory(bytes);
    return (mostBytes) => memory.forTrial(1).share(mostBytes);
  };
  return [...named(SHARE_CHECKS, () => shares), ...named(TRIAL_CHECKS, () => makeMemory(100))];
}
