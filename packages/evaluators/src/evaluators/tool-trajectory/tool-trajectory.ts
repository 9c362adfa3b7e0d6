import { defineEvaluator, type JsonValue, recordOf } from '@assay/schema';
import * as v from 'valibot';
import { loadOnce } from '../../loading/load-once.js';
import { entryObject } from '../../options/entry-object.js';
import { nonNegative, wholeNumber } from '../../options/numbers.js';
import { roundedNumbers } from '../../options/rounded-numbers.js';
import { wordedText } from '../../options/texts.js';
import type { ExpectedCall } from './expected-call.js';
import { TRAJECTORY_MODES } from './trajectory-modes.js';

const loadScoring = loadOnce(() => import('./score-trajectory.js'));

/** Written as the input of a call whose input does not matter. */
const ANY = 'any';
const modeMessage = `mode must be one of ${TRAJECTORY_MODES.join(', ')}`;

const ExpectedCallSchema = v.pipe(
  entryObject(
    {
      tool: v.pipe(wordedText('tool'), v.description('Name of the tool')),
      input: v.optional(
        v.pipe(
          v.unknown(),
          v.description('What the input must contain: objects may have more keys; `any` skips the check'),
        ),
      ),
      args: v.optional(v.pipe(v.unknown(), v.description('The same as `input`'))),
      max_duration_ms: v.optional(
        v.pipe(nonNegative('max_duration_ms'), v.description('Longest time that the call may take, in milliseconds')),
      ),
    },
    'an expected call',
  ),
  v.check(
    (call) => call.input === undefined || call.args === undefined,
    'input and args are the same option: give one of them',
  ),
);

function expectedCall(written: v.InferOutput<typeof ExpectedCallSchema>): ExpectedCall {
  const input = (written.input === undefined ? written.args : written.input) as JsonValue | undefined;
  return {
    tool: written.tool,
    ...(input === undefined || input === ANY ? {} : { input }),
    ...(written.max_duration_ms === undefined ? {} : { maxDurationMs: written.max_duration_ms }),
  };
}

/** Compares the tools that the target called with those that it should have called. */
export const toolTrajectory = defineEvaluator({
  name: 'tool_trajectory',
  aliases: ['tool-trajectory'],
  description:
    'Compares the tool calls of the response with the expected ones; the score is the share of the expectations that are met.',
  options: v.pipe(
    entryObject(
      {
        mode: v.pipe(
          v.picklist(TRAJECTORY_MODES, modeMessage),
          v.description(
            'any_order: the order does not matter; in_order: other calls may come between; exact: these calls and no others',
          ),
        ),
        minimums: v.optional(
          v.pipe(
            recordOf(wholeNumber('minimums', 0), 'minimums must map tools to numbers of calls'),
            v.check((minimums) => Object.keys(minimums).every((tool) => tool.trim() !== ''), 'the name of a tool in minimums must not be empty'),
            v.description('Minimum number of calls for each tool (any_order); 0 is always met'),
          ),
        ),
        expected: v.optional(
          v.pipe(
            v.array(ExpectedCallSchema, 'expected must be a list of calls, each {tool, input}'),
            v.description('The calls that should be made'),
          ),
        ),
      },
      'the options',
      { mode: modeMessage },
    ),
    v.check(
      ({ mode, minimums, expected }) =>
        mode !== 'any_order' || Object.keys(minimums ?? {}).length > 0 || (expected ?? []).length > 0,
      'mode any_order needs minimums or expected, with at least one tool',
    ),
    v.check(
      ({ mode, expected }) => mode !== 'in_order' || (expected ?? []).length > 0,
      'mode in_order needs expected, with at least one call',
    ),
    v.check(
      ({ mode, expected }) => mode !== 'exact' || expected !== undefined,
      'mode exact needs expected (an empty list means no calls)',
    ),
    v.check(
      ({ mode, minimums }) => mode === 'any_order' || minimums === undefined,
      'minimums works with mode any_order only',
    ),
  ),
  programs: 'never',
  examples: [
    {
      title: 'At least so many calls',
      value: { type: 'tool_trajectory', mode: 'any_order', minimums: { knowledgeSearch: 3 } },
    },
    {
      title: 'Calls in order, others may stand between them',
      value: {
        type: 'tool_trajectory',
        mode: 'in_order',
        expected: [
          { tool: 'search', input: { query: 'weather Paris' } },
          { tool: 'get_weather', args: 'any', max_duration_ms: 2000 },
        ],
      },
    },
    { title: 'No calls at all', value: { type: 'tool_trajectory', mode: 'exact', expected: [] } },
  ],
  check: ({ options: { expected = [] } }) =>
    expected.flatMap(({ input, args }, index) => [...roundedNumbers(input, ['expected', index, 'input']), ...roundedNumbers(args, ['expected', index, 'args'])]),
  evaluate: async ({ options, response }) => {
    const { scoreTrajectory } = await loadScoring();
    return scoreTrajectory(
      {
        mode: options.mode,
        minimums: options.minimums ?? {},
        expected: (options.expected ?? []).map(expectedCall),
      },
      response.toolCalls,
    );
  },
});
