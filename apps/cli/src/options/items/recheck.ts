import { InvalidArgumentError } from 'commander';
import { defineOption } from '../define-option.js';
import { whole, type OptionType } from '../option-types.js';

/** More tell nothing of a single case that its replies do not show by then. */
const MOST = 50;

/** Times that a case is asked again, where nobody says. */
export const RECHECKS = 5;

const expected = `true, false, or a whole number from 1 to ${MOST}`;

const rechecks: OptionType<boolean | number> = {
  expected,
  is: (value): value is boolean | number => typeof value === 'boolean' || (whole(1).is(value) && value <= MOST),
  fromText(written) {
    const value = written.trim() === '' ? Number.NaN : Number(written);
    if (!rechecks.is(value)) throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST}.`);
    return value;
  },
};

/** How often single cases are asked again when all repeats are done; `true` for as often as is right. */
export const recheck = defineOption(rechecks, {
  group: 'pace',
  flags: '--recheck [times]',
  description: 'ask cases again whose verdicts differ or are near a limit, so many times (default 5); no score counts it',
  negated: 'ask no single case again, though the settings say otherwise',
  setting: 'recheck',
  only: 'run',
});
