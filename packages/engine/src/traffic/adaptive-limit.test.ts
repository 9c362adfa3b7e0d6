import { describe, expect, test } from 'vitest';
import { AdaptiveLimit } from './adaptive-limit.js';

function answered(limit: AdaptiveLimit, times: number, latencyMs = 100): void {
  for (let time = 0; time < times; time += 1) limit.good(latencyMs, true);
}

/** Numbers in [0, 1), the same every time. */
function chance(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** Rounds with a server that refuses what is beyond its capacity, and by chance a share of the rest. */
function rounds(limit: AdaptiveLimit, count: number, server: { readonly capacity: number; readonly refuses?: number }): number[] {
  const random = chance(7);
  return Array.from({ length: count }, () => {
    const sent = limit.limit;
    for (let request = 0; request < sent; request += 1) {
      if (request >= server.capacity || random() < (server.refuses ?? 0)) limit.refused();
      else limit.good(100, true);
    }
    return sent;
  });
}

describe('AdaptiveLimit', () => {
  test('starts modestly, doubles with every round of good replies, and has an end', () => {
    expect(rounds(new AdaptiveLimit({ start: 8, most: 100, grows: true }), 6, { capacity: 1000 })).toEqual([8, 16, 32, 64, 100, 100]);
  });

  test('does not grow while it is not used in full', () => {
    const limit = new AdaptiveLimit({ start: 8, most: 100, grows: true });
    for (let time = 0; time < 100; time += 1) limit.good(100, false);
    expect(limit.limit).toBe(8);
  });

  test('a number is there from the start, is lowered when told, and comes back, but never grows beyond', () => {
    const limit = new AdaptiveLimit({ start: 50, most: 50, grows: false });
    answered(limit, 500);
    expect(limit.limit).toBe(50);
    limit.halted();
    expect(limit.limit).toBe(35);
    answered(limit, 1000);
    expect(limit.limit).toBe(50);
  });

  test.each([5, 20, 60])('settles around what a server bears: %d at once', (capacity) => {
    const limit = new AdaptiveLimit({ start: 8, most: 100, grows: true });
    const sent = rounds(limit, 200, { capacity }).slice(100);
    const mean = sent.reduce((sum, one) => sum + one, 0) / sent.length;
    expect(mean).toBeGreaterThan(0.7 * capacity);
    expect(mean).toBeLessThan(1.3 * capacity + 2);
  });

  test('a tenth that is refused by chance does not bring it down to a trickle', () => {
    const limit = new AdaptiveLimit({ start: 8, most: 100, grows: true });
    const sent = rounds(limit, 300, { capacity: 1000, refuses: 0.1 }).slice(100);
    expect(sent.reduce((sum, one) => sum + one, 0) / sent.length).toBeGreaterThan(12);
  });

  test('where replies only take longer for it, it stops, and goes back when they take much longer', () => {
    const limit = new AdaptiveLimit({ start: 8, most: 100, grows: true });
    let most = 0;
    // A server that answers eight at a time: what is beyond waits in line.
    for (let round = 0; round < 60; round += 1) {
      const sent = limit.limit;
      most = Math.max(most, sent);
      for (let request = 0; request < sent; request += 1) limit.good(100 * Math.max(1, sent / 8), true);
    }
    expect(most).toBeLessThan(40);
  });

  test.each([8, 1])('questions that take longer than the first %d did bring it down by a little, and then it grows as ever', (quick) => {
    const limit = new AdaptiveLimit({ start: 8, most: 100, grows: true });
    answered(limit, 10 * quick, 50);
    let least = Infinity;
    for (let round = 0; round < 100; round += 1) {
      least = Math.min(least, limit.limit);
      answered(limit, limit.limit, 2000);
    }
    expect(least).toBeGreaterThanOrEqual(5);
    expect(limit.limit).toBe(100);
  });

  test('a server with a line is not taken for one of long questions', () => {
    const limit = new AdaptiveLimit({ start: 8, most: 100, grows: true });
    const random = chance(7);
    const sent = Array.from({ length: 200 }, () => {
      const now = limit.limit;
      for (let request = 0; request < now; request += 1) limit.good(100 * Math.max(1, now / 8) * (0.3 - 0.7 * Math.log(1 - random())), true);
      return now;
    });
    expect(Math.max(...sent)).toBeLessThan(45);
  });

  describe('in the long run', () => {
    const ROUNDS = 3000;
    const noises: readonly (readonly [string, (random: () => number) => number])[] = [
      ['as fast each time', () => 1],
      ['faster and slower by a quarter', (random) => 0.75 + 0.5 * random()],
      ['much slower now and then', (random) => 0.3 - 0.7 * Math.log(1 - random())],
    ];

    /** How many were let through in each round by a server with so many places; what is beyond waits in line. */
    function long(server: (round: number) => { readonly places: number; readonly latencyMs?: number }, noise: (random: () => number) => number): number[] {
      const limit = new AdaptiveLimit({ start: 8, most: 100, grows: true });
      const random = chance(7);
      return Array.from({ length: ROUNDS }, (_, round) => {
        const sent = limit.limit;
        const { places, latencyMs = 100 } = server(round);
        for (let request = 0; request < sent; request += 1) limit.good(latencyMs * Math.max(1, sent / places) * noise(random), true);
        return sent;
      });
    }

    test.each(noises)('a server with a line gets no more than what it was found to bear, %s', (_, noise) => {
      for (const places of [8, 30]) expect(Math.max(...long(() => ({ places }), noise).slice(100))).toBeLessThan(3 * places);
    });

    test.each(noises)('one that bears more by and by gets more, %s', (_, noise) => {
      const sent = long((round) => ({ places: round < 500 ? 8 : 40 }), noise);
      expect(Math.max(...sent.slice(100, 500))).toBeLessThan(24);
      expect(Math.min(...sent.slice(1000))).toBeGreaterThan(35);
    });

    test.each(noises)('one that is slower by and by, and has no line, gets as many as ever, %s', (_, noise) => {
      const sent = long((round) => ({ places: 1000, latencyMs: round < 4 ? 100 : 170 }), noise);
      expect(Math.min(...sent.slice(1000))).toBeGreaterThan(70);
    });

    test.each<[string, (random: () => number) => number]>([
      ['a few of them long', (random) => (random() < 0.9 ? 200 : 20_000)],
      ['of all lengths', (random) => 1000 * Math.exp(Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()))],
    ])('one that is asked short and long questions, and has no line, is not taken for one that has, %s', (_, latencyOf) => {
      const limit = new AdaptiveLimit({ start: 8, most: 100, grows: true });
      const random = chance(7);
      /** Requests under way. What is short is over first. */
      const open: { readonly latencyMs: number; readonly end: number }[] = [];
      let now = 0;
      let sum = 0;
      for (let reply = 0; reply < 40_000; reply += 1) {
        while (open.length < limit.limit) {
          const latencyMs = latencyOf(random);
          open.push({ latencyMs, end: now + latencyMs });
        }
        const next = open.reduce((first, each, at) => (each.end < (open[first]?.end ?? Infinity) ? at : first), 0);
        const full = open.length >= limit.limit;
        for (const { latencyMs, end } of open.splice(next, 1)) {
          sum += open.length * (end - now);
          now = end;
          limit.good(latencyMs, full);
        }
      }
      expect(sum / now).toBeGreaterThan(85);
    });
  });

  test('requests that time out in a row halve it, and from then on it stays below while replies take a good part of that time', () => {
    const limit = new AdaptiveLimit({ start: 8, most: 100, grows: true });
    answered(limit, 8, 500);
    expect(limit.limit).toBe(16);
    expect(limit.choked(1000)).toBe(true);
    expect(limit.limit).toBe(8);
    let most = 0;
    for (let round = 0; round < 10; round += 1) {
      answered(limit, limit.limit, 500);
      most = Math.max(most, limit.limit);
    }
    expect(most).toBeGreaterThan(10);
    expect(most).toBeLessThan(16);
  });

  test('what held a server up for a while holds it down no longer when replies come fast', () => {
    const limit = new AdaptiveLimit({ start: 8, most: 100, grows: true });
    answered(limit, 20, 50);
    for (let time = 0; time < 6; time += 1) limit.choked(2000);
    expect([limit.limit, limit.choked(2000)]).toEqual([1, false]);
    for (let round = 0; round < 100; round += 1) answered(limit, limit.limit, 50);
    expect(limit.limit).toBe(100);
  });

  test('time-outs among good replies lower it by their share, as refusals do', () => {
    const limit = new AdaptiveLimit({ start: 10, most: 100, grows: true });
    for (let time = 0; time < 5; time += 1) limit.late();
    answered(limit, 5);
    expect(limit.limit).toBeLessThan(10);
    expect(limit.limit).toBeGreaterThanOrEqual(5);
  });

  test('a number is nobody\'s guess: time-outs leave it as it is', () => {
    const limit = new AdaptiveLimit({ start: 50, most: 50, grows: false });
    for (let time = 0; time < 100; time += 1) limit.late();
    expect([limit.choked(1000), limit.limit]).toEqual([false, 50]);
  });

  test('it is never below 1', () => {
    const limit = new AdaptiveLimit({ start: 4, most: 4, grows: false });
    for (let time = 0; time < 100; time += 1) limit.refused();
    for (let time = 0; time < 10; time += 1) limit.halted();
    expect(limit.limit).toBe(1);
  });
});
