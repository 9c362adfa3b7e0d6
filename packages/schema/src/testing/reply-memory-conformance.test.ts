import { expect, onTestFinished, test, vi } from 'vitest';
import { brokenPromises } from '../../test/broken-promises.js';
import type { ReplyShare, TrialReplyMemory } from '../contracts/reply-memory.js';
import { replyMemoryConformance, trialReplyMemoryConformance } from './reply-memory-conformance.js';

/** Room for everybody, always. */
const generous: ReplyShare = { hold: () => undefined, insist: () => undefined, keep: () => undefined, release: () => undefined };
/** Room for nobody, ever. */
const stingy: ReplyShare = { ...generous, hold: () => new Promise(() => undefined) };

function trials(share: ReplyShare): TrialReplyMemory {
  return { short: false, forTrial: () => ({ held: 0, release: () => undefined, share: () => share }) };
}

const SHARES = [
  'what fits is held at once, and what a reply that failed gives back is there for others',
  'holding says how much it is in all, and never takes back',
  'a reply that is larger than all there is is held when it is alone',
  'who insists waits no more, now and later, and what it holds counts nevertheless',
  'who gives up while it waits gets nothing',
];
const ALONE = 'a reply that is larger than all there is is held when it is alone';
const OTHERS = 'a complete reply of no trial gives everything back, once';
const TRIALS = ['what a complete reply holds stays held until its trial is over', 'a trial is over once', 'trials that are over while a reply of theirs waits leave nothing'];
const ENDS = 'conversations that want more together than there is all end';

test('memories that are none are found out', async () => {
  expect(await brokenPromises(replyMemoryConformance(() => ({ share: () => generous })))).toEqual([...SHARES.filter((name) => name !== ALONE), OTHERS]);
  expect(await brokenPromises(replyMemoryConformance(() => ({ share: () => stingy })))).toEqual([...SHARES, OTHERS]);
  expect(await brokenPromises(trialReplyMemoryConformance(() => trials(generous)))).toEqual([...SHARES.filter((name) => name !== ALONE), ...TRIALS]);
});

/** Whoever comes first gets what there is, and is never asked whether all can end. */
function hasty(bytes: number): TrialReplyMemory {
  let free = bytes;
  const waiting: (() => boolean)[] = [];
  const wake = (): void => void waiting.splice(0, waiting.length, ...waiting.filter((tried) => !tried()));
  return {
    get short() {
      return waiting.length > 0;
    },
    forTrial() {
      let held = 0;
      return {
        get held() {
          return held;
        },
        release() {
          free += held;
          held = 0;
          wake();
        },
        share() {
          let own = 0;
          const grant = (more: number): void => {
            free -= more;
            own += more;
            held += more;
          };
          return {
            hold(wanted) {
              const more = wanted - own;
              if (more <= 0) return undefined;
              if (more <= free) return void grant(more);
              return new Promise((resolve) => {
                waiting.push(() => {
                  if (more > free) return false;
                  grant(more);
                  resolve();
                  return true;
                });
              });
            },
            insist: () => undefined,
            keep: () => undefined,
            release() {
              free += own;
              held -= own;
              own = 0;
              wake();
            },
          };
        },
      };
    },
  };
}

test('a memory in which all wait for each other is found out', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const broken = brokenPromises(trialReplyMemoryConformance(hasty).filter(({ name }) => name === ENDS));
  for (let turn = 0; turn < 500; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await broken).toEqual([ENDS]);
});
