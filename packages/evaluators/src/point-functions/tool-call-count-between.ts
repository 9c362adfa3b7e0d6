import { definePointFunction } from '@assay/schema';
import * as v from 'valibot';
import { rangeEntries } from './arguments/lists.js';
import { wordedText } from '../options/texts.js';

const MESSAGE =
  'the argument must be [min, max] or [min, max, tool name]: two whole numbers >= 0, min not above max, and text';

const [min, max] = rangeEntries(MESSAGE);

/** The number of tool calls is within a range. */
export const toolCallCountBetween = definePointFunction({
  name: 'tool_call_count_between',
  aliases: ['tool_calls_count_between'],
  description:
    'Checks that the number of tool calls is from min to max: 1 if it is, else 0. With a tool name as the third item, only calls of that tool ' +
    'count.',
  options: v.pipe(
    v.union(
      [
        v.strictTuple([min, max]),
        v.strictTuple([
          min,
          max,
          v.pipe(wordedText('the name of the tool'), v.description('The tool whose calls count')),
        ]),
      ],
      MESSAGE,
    ),
    v.check(([least, most]) => least <= most, MESSAGE),
  ),
  examples: [
    { title: 'One to three calls in all', value: [1, 3] },
    { title: 'Exactly one call of the calculator', value: [1, 1, 'calculator'] },
  ],
  apply: ([least, most, name], { toolCalls }) => {
    const count = name === undefined ? toolCalls.length : toolCalls.filter(({ tool }) => tool === name).length;
    return {
      score: count >= least && count <= most,
      explain: `${count} ${count === 1 ? 'call' : 'calls'}${name === undefined ? '' : ` of ${name}`}`,
    };
  },
});
