import { InvalidArgumentError } from 'commander';
import { defineOption } from '../define-option.js';
import type { OptionType } from '../option-types.js';
import { readShard } from '../shard-text.js';

const shardChoice: OptionType<string> = {
  expected: 'a part of how many, such as 2/8: the first number is from 1 to the second, and that is up to 999999',
  is: (value): value is string => typeof value === 'string' && readShard(value) !== undefined,
  fromText(written) {
    if (!readShard(written)) throw new InvalidArgumentError('It must be a part of how many, such as 2/8: the first number is from 1 to the second, and that is up to 999999.');
    return written.trim();
  },
};

/** A part of the trials, as `2/8`. All trials of a case stay together in a repeat. */
export const shard = defineOption(shardChoice, {
  group: 'cases',
  flags: '--shard <k/n>',
  description: 'only the k-th of n parts of the trials, e.g. 2/8; assay merge puts the parts together',
  narrows: true,
});
