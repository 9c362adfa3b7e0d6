import { plainNumber } from './plain-number.js';
import type { Scale } from './scale.js';
import { shownValue } from './shown-value.js';

/** Any number from 0 to 1. */
export const unitScale: Scale = {
  name: 'unit',
  instruction:
    'The classification is a number from 0 to 1: 0 means not at all, 0.5 about half, 1 completely; ' +
    'numbers between them are allowed.',
  placeholder: '<a number from 0 to 1>',
  schema: { type: 'number', description: 'A number from 0 to 1.' },
  read(classification) {
    const number = plainNumber(classification, 1);
    if (number === undefined || number < 0 || number > 1) {
      return { ok: false, problem: `classification ${shownValue(classification)} is not a number from 0 to 1` };
    }
    return { ok: true, score: number === 0 ? 0 : number };
  },
};
