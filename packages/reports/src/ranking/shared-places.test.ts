import { expect, test } from 'vitest';
import { sharedPlaces } from './shared-places.js';

test.each([
  [[], []],
  [[2, 1, 0], [1, 2, 3]],
  [[2, 2, 0], [1, 1, 3]],
  [[1e-15, 0, -1e-15], [1, 1, 1]],
  [[2, 1, 1, 1, -3], [1, 2, 2, 2, 5]],
])('strengths %j have the places %j', (strengths, places) => {
  expect(sharedPlaces(strengths.map((strength) => ({ strength })))).toEqual(places);
});
