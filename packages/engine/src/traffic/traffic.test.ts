import type { RateLimits, ServedBy } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { FakeClock, settled } from '../../test/fake-clock.js';
import { createTraffic, type LimitedTarget, type TrafficOptions } from './create-traffic.js';
import type { EnterOptions, Limiter, Place } from './limiter.js';

const SERVICE: ServedBy = { kind: 'service', account: 'a', hedged: true };
const GOOD = { kind: 'good', latencyMs: 10 } as const;

function setUp(options: Partial<TrafficOptions> = {}) {
  const clock = new FakeClock();
  const traffic = createTraffic({ concurrency: 'auto', cores: 3, clock, random: () => 0.5, ...options });
  const limiter = (more: Partial<LimitedTarget> = {}): Limiter => traffic.limiter({ target: 'm', servedBy: SERVICE, ...more });
  return { clock, traffic, limiter };
}

/** Sends as many requests as it is told; those that have a place are in `places`. */
function asker(limiter: Limiter) {
  const places: Place[] = [];
  return {
    places,
    ask: async (count: number, options?: EnterOptions): Promise<void> => {
      for (let request = 0; request < count; request += 1) void Promise.resolve(limiter.enter(options)).then((place) => places.push(place));
      await settled();
    },
  };
}

function remaining(remaining: number, resetMs: number): RateLimits {
  return { requests: { remaining, resetMs } };
}

describe('how many requests at once', () => {
  test.each<[string, ServedBy | undefined, Partial<LimitedTarget>, number]>([
    ['a service begins with 8', SERVICE, {}, 8],
    ['one that nothing is known of too', undefined, {}, 8],
    ['programs have the cores of the machine', { kind: 'programs' }, {}, 3],
    ['programs have the workers that are asked for', { kind: 'programs' }, { workers: 7 }, 7],
    ['a model in this process answers one by one', { kind: 'process', atOnce: 1 }, {}, 1],
    ['or in batches', { kind: 'process', atOnce: 16 }, {}, 16],
    ['workers are a bound', SERVICE, { workers: 2 }, 2],
  ])('%s', async (_, servedBy, more, expected) => {
    const { limiter } = setUp();
    const { places, ask } = asker(limiter({ servedBy, ...more }));
    await ask(50);
    expect(places).toHaveLength(expected);
  });

  test('programs share the cores of the machine', async () => {
    const { limiter } = setUp();
    const all = ['a', 'b'].map((target) => asker(limiter({ target, servedBy: { kind: 'programs' } })));
    for (const { ask } of all) await ask(5);
    expect(all.flatMap(({ places }) => places)).toHaveLength(3);
  });

  test('a number is for each target of an account: one that hangs does not hold up a judge there', async () => {
    const { limiter } = setUp({ concurrency: 1 });
    const [target, judge] = [asker(limiter({ target: 'target' })), asker(limiter({ target: 'judge' }))];
    await target.ask(2, { ofTrial: true });
    await judge.ask(2, { urgent: true });
    expect([target.places, judge.places].map(({ length }) => length)).toEqual([1, 1]);
  });

  test('a number is a bound for all targets together, and is there at once; judges come on top at servers of their own', async () => {
    const { limiter } = setUp({ concurrency: 20 });
    const [first, second, judge] = ['a', 'b', 'c'].map((target) => asker(limiter({ target, servedBy: { kind: 'service', account: target, hedged: true } })));
    await first?.ask(15);
    await second?.ask(15);
    await judge?.ask(30, { urgent: true });
    expect([first?.places.length, second?.places.length, judge?.places.length]).toEqual([15, 5, 20]);
    first?.places[0]?.leave(GOOD);
    await settled();
    expect(second?.places).toHaveLength(6);
  });

  test('one account has one limit, whoever asks; another account has its own', async () => {
    const { limiter } = setUp();
    const [target, judge, other] = [asker(limiter({ target: 't' })), asker(limiter({ target: 'j' })), asker(limiter({ servedBy: { kind: 'service', account: 'b', hedged: true } }))];
    await target.ask(6);
    await judge.ask(6, { urgent: true });
    await other.ask(6);
    expect([target.places.length, judge.places.length, other.places.length]).toEqual([6, 2, 6]);
  });

  test('trials may begin as requests may, and those whose request waits or is late make room for others', async () => {
    const { traffic, limiter } = setUp();
    const own = limiter();
    let told = 0;
    traffic.onChange(() => (told += 1));
    const { places, ask } = asker(own);
    await ask(8, { ofTrial: true });
    expect([traffic.trials(), traffic.trialsOf('m')]).toEqual([8, 8]);
    const goOn = own.waits({ ofTrial: true });
    expect([traffic.trials(), traffic.trialsOf('m'), told]).toEqual([9, 9, 1]);
    goOn();
    places[0]?.stall(false);
    expect([traffic.trials(), told]).toEqual([9, 2]);
    places[0]?.leave(GOOD);
    expect(traffic.trials()).toBe(8);
    own.doubt(true);
    own.waits({ ofTrial: true });
    expect(traffic.trialsOf('m')).toBe(8);
  });
});

describe('a server that asks for less', () => {
  test('one refusal stops nobody; three in a row stop all for as long as the server asks', async () => {
    const { clock, limiter } = setUp();
    const { places, ask } = asker(limiter());
    await ask(8);
    const refused = { kind: 'refused', waitMs: 7000 } as const;
    places[0]?.leave(refused);
    await ask(1);
    expect(places).toHaveLength(9);
    places[1]?.leave(refused);
    places[2]?.leave(refused);
    await ask(1);
    expect(places).toHaveLength(9);
    await clock.advance(6999);
    expect(places).toHaveLength(9);
    // A request that was under way all the time says that it is longer.
    await clock.advance(1);
    for (const place of places) place.leave(GOOD);
    await settled();
    expect(places).toHaveLength(10);
  });

  test('without a wished wait it is a short one, and twice as long each time', async () => {
    const { clock, limiter } = setUp({ concurrency: 1 });
    const { places, ask } = asker(limiter());
    await ask(4);
    for (const waitMs of [188, 375, 750]) {
      places.at(-1)?.leave({ kind: 'refused' });
      const before = places.length;
      await clock.advance(waitMs - 1);
      expect(places).toHaveLength(before);
      await clock.advance(1);
      expect(places).toHaveLength(before + 1);
    }
  });

  test('nothing is left is heard before anything is refused, until the reset', async () => {
    const { clock, traffic, limiter } = setUp();
    const { places, ask } = asker(limiter());
    await ask(1);
    places[0]?.leave({ ...GOOD, rateLimits: remaining(0, 5000) });
    await ask(3);
    expect(places).toHaveLength(1);
    expect(traffic.heldUp()).toEqual([{ target: 'm', limitedMs: 5000, retrying: 0, stuck: 0 }]);
    await clock.advance(4999);
    expect(places).toHaveLength(1);
    await clock.advance(1);
    expect(places).toHaveLength(4);
    expect(traffic.heldUp()).toEqual([]);
    expect(traffic.totals()).toMatchObject([{ requests: 4, limitMs: 5000 }]);
  });

  test('as many are sent as are left; a later reply that tells of more lets more through', async () => {
    const { limiter } = setUp();
    const { places, ask } = asker(limiter());
    await ask(1);
    places[0]?.leave({ ...GOOD, rateLimits: remaining(2, 60_000) });
    await ask(6);
    expect(places).toHaveLength(3);
    places[1]?.leave({ ...GOOD, rateLimits: remaining(100, 1000) });
    await settled();
    expect(places).toHaveLength(7);
  });

  test('a limit of a day is not waited for', async () => {
    const { limiter } = setUp();
    const { places, ask } = asker(limiter());
    await ask(1);
    places[0]?.leave({ ...GOOD, rateLimits: remaining(0, 86_400_000) });
    await ask(2);
    expect(places).toHaveLength(3);
  });

  test('tokens that are left are not overdrawn by what is under way', async () => {
    const { clock, limiter } = setUp();
    const own = limiter();
    const { places, ask } = asker(own);
    await ask(1);
    expect(own.metersTokens).toBe(false);
    places[0]?.leave({ ...GOOD, rateLimits: { tokens: { remaining: 250, resetMs: 3000 } } });
    expect(own.metersTokens).toBe(true);
    await ask(4, { tokens: () => 100 });
    expect(places).toHaveLength(3);
    await clock.advance(3000);
    expect(places).toHaveLength(5);
  });

  test('requests per minute are spread, and hold for all parts of the target', async () => {
    const { clock, limiter } = setUp();
    const { places, ask } = asker(limiter({ requestsPerMinute: 60 }));
    await ask(5);
    expect(places).toHaveLength(1);
    for (let second = 1; second < 5; second += 1) {
      await clock.advance(1000);
      expect(places).toHaveLength(1 + second);
    }
  });

  test('what a request is expected to take is asked anew while it waits', async () => {
    const { clock, limiter } = setUp();
    const { places, ask } = asker(limiter({ tokensPerMinute: 600 }));
    let expected = 5000;
    await ask(2, { tokens: () => expected });
    expect(places).toHaveLength(1);
    expected = 10;
    places[0]?.leave({ ...GOOD, tokens: 10 });
    await clock.advance(1100);
    expect(places).toHaveLength(2);
  });

  test('tokens per minute are reserved by what is expected, and settled by what it was', async () => {
    const { clock, limiter } = setUp();
    const { places, ask } = asker(limiter({ tokensPerMinute: 6000 }));
    await ask(2, { tokens: () => 100 });
    expect(places).toHaveLength(1);
    places[0]?.leave({ ...GOOD, tokens: 10 });
    await clock.advance(200);
    expect(places).toHaveLength(2);
    places[1]?.leave({ ...GOOD, tokens: 1100 });
    await ask(1, { tokens: () => 100 });
    await clock.advance(9000);
    expect(places).toHaveLength(2);
    await clock.advance(3000);
    expect(places).toHaveLength(3);
  });
});

describe('places', () => {
  test('a late request gives its place free only where others are answered, but stays one of the workers', async () => {
    const { limiter } = setUp({ concurrency: 2 });
    const { places, ask } = asker(limiter());
    await ask(4);
    places[0]?.stall(true);
    await settled();
    expect(places).toHaveLength(2);
    for (let reply = 0; reply < 2; reply += 1) {
      places.at(-1)?.leave(GOOD);
      await settled();
    }
    await ask(1);
    const before = places.length;
    places[0]?.stall(true);
    await settled();
    expect(places.length).toBe(before + 1);

    const bounded = asker(setUp().limiter({ workers: 1 }));
    await bounded.ask(2);
    bounded.places[0]?.stall(false);
    await settled();
    expect(bounded.places).toHaveLength(1);
  });

  test('who had a place before goes first, then who holds up others', async () => {
    const { limiter } = setUp({ concurrency: 1 });
    const own = limiter();
    const order: string[] = [];
    const first = await own.enter();
    const enter = async (name: string, options: EnterOptions): Promise<void> => {
      const place = await own.enter(options);
      order.push(name);
      place.leave(GOOD);
    };
    const all = [enter('ordinary', {}), enter('urgent', { urgent: true }), enter('again', { again: true })];
    first.leave(GOOD);
    await Promise.all(all);
    expect(order).toEqual(['again', 'urgent', 'ordinary']);
  });

  test('a target that fails every time is asked by nobody new while others wait for their next try', async () => {
    const { limiter } = setUp({ concurrency: 2 });
    const own = limiter();
    const { places, ask } = asker(own);
    await ask(2);
    own.doubt(true);
    const goOn = [own.waits(), own.waits()];
    for (const place of places.slice(0, 2)) place.leave({ kind: 'other' });
    await ask(3);
    expect(places).toHaveLength(2);
    await ask(1, { again: true, urgent: true });
    expect(places).toHaveLength(3);
    for (const end of goOn) end();
    await settled();
    expect(places).toHaveLength(4);
  });
});

test('of the rates of its targets a process may use a part, when others use the rest', async () => {
  const { clock, traffic, limiter } = setUp();
  traffic.share(0.5);
  const { places, ask } = asker(limiter({ requestsPerMinute: 60 }));
  await ask(10);
  expect(places).toHaveLength(1);
  const passed = async (ms: number): Promise<number> => {
    const before = places.length;
    for (const place of places) place.leave(GOOD);
    await clock.advance(ms);
    await settled();
    return places.length - before;
  };
  // One every two seconds, and one a second when the others are gone.
  expect(await passed(1_500)).toBe(0);
  expect(await passed(700)).toBe(1);
  traffic.share(1);
  expect(await passed(1_100)).toBe(1);
});
