import { afterAll, beforeAll, describe } from 'vitest';
import { accessibleTests } from './parts/accessible.js';
import { hostileTests } from './parts/hostile.js';
import { keyboardTests } from './parts/keyboard.js';
import { labellingTests } from './parts/labelling.js';
import { liveTests } from './parts/live.js';
import { viewTests } from './parts/views.js';
import { browserPresence } from './support/chromium.js';
import { PageWorld } from './support/page-world.js';

const { absent, note } = browserPresence();
/** Whether each case of the demo and each text that means harm is opened, or a few of those of each run; each key is pressed, and each view looked at for what keeps people out, or one of three. */
const all = process.env['ASSAY_SAMPLES'] === 'all';
const every = all ? 1 : 3;

describe.skipIf(absent)(`the page${note}`, () => {
  const world = new PageWorld();
  beforeAll(() => world.open(), 120_000);
  afterAll(() => world.close());

  describe('has views', () => {
    viewTests(world, all ? Infinity : 2);
  });
  describe('is used by keys alone', () => {
    keyboardTests(world, every);
  });
  describe('keeps nobody out', () => {
    accessibleTests(world, every);
  });
  describe('holds against texts that mean harm', () => {
    hostileTests(world, all ? 1 : 8);
  });
  describe('has people judge, and says what that comes to', () => {
    labellingTests(world);
  });
  describe('follows', () => {
    liveTests(world);
  });
});
