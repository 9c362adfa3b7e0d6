import { afterAll, beforeAll, describe } from 'vitest';
import { accessibleTests } from './parts/accessible.js';
import { hostileTests } from './parts/hostile.js';
import { keyboardTests } from './parts/keyboard.js';
import { liveTests } from './parts/live.js';
import { rareViewTests } from './parts/rare-views.js';
import { viewTests } from './parts/views.js';
import { browserPresence } from './support/chromium.js';
import { PageWorld } from './support/page-world.js';

const { absent, note } = browserPresence();

describe.skipIf(absent)(`the page, in full${note}`, () => {
  const world = new PageWorld();
  beforeAll(() => world.open({ whole: true }), 120_000);
  afterAll(() => world.close());

  describe('has views, of every case', () => {
    viewTests(world, { runs: Infinity, cases: Infinity });
    rareViewTests(world);
  });
  describe('is used by keys alone', () => {
    keyboardTests(world);
  });
  describe('keeps nobody out', () => {
    accessibleTests(world);
  });
  describe('holds against texts that mean harm', () => {
    hostileTests(world);
  });
  describe('follows', () => {
    liveTests(world);
  });
});
