import { afterAll, beforeAll, describe } from 'vitest';
import { figureTests } from './parts/figures.js';
import { labellingTests } from './parts/labelling.js';
import { viewTests } from './parts/views.js';
import { browserPresence } from './support/chromium.js';
import { PageWorld } from './support/page-world.js';

const { absent, note } = browserPresence();
/** What is opened here. The whole check opens all. */
const FEW = { runs: 1, cases: 2 };

describe.skipIf(absent)(`the page${note}`, () => {
  const world = new PageWorld();
  beforeAll(() => world.open(), 120_000);
  afterAll(() => world.close());

  describe('has views', () => {
    viewTests(world, FEW);
  });
  describe('has figures', () => {
    figureTests(world);
  });
  describe('has people judge, and says what that comes to', () => {
    labellingTests(world);
  });
});
