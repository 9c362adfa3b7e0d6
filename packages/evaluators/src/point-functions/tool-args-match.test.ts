import { describe, expect, test } from 'vitest';
import { soonAborted } from '../../test/point-context.js';
import { callContext, scoreOf, testPoints, testRefused } from '../../test/point-table.js';
import { toolArgsMatch } from './tool-args-match.js';

const call = callContext({ tool: 'calc', input: { expression: '(312*49) - 777', options: { precise: true, unit: null }, list: [1, 2] } });

const seats = callContext({ tool: 'book', input: { seats: [{ row: 3, seat: 'A' }, { row: 3, seat: 'B' }, { row: 5, seat: 'A' }] } });

describe('tool_args_match', () => {
  testPoints('tool_args_match', [
    [{ name: 'calc', where: { options: { precise: true } } }, call, 1],
    [{ name: 'calc', where: { options: { precise: 'true' } } }, call, 0],
    [{ name: 'calc', where: {} }, call, 1],
    [{ name: 'calc', where: { list: [1, 2] } }, call, 1],
    [{ name: 'calc', where: { list: [1] } }, call, 1],
    [{ name: 'calc', where: { list: [2] } }, call, 1],
    [{ name: 'calc', where: { list: [] } }, call, 1],
    [{ name: 'calc', where: { list: [2, 1] } }, call, 0],
    [{ name: 'calc', where: { list: [1, 1] } }, call, 0],
    [{ name: 'calc', where: { list: [1, 2, 3] } }, call, 0],
    [{ name: 'calc', where: { list: { 0: 1 } } }, call, 0],
    [{ name: 'calc', where: { expression: [] } }, call, 0],
    [{ name: 'book', where: { seats: [{ row: 3 }, { row: 5 }] } }, seats, 1],
    [{ name: 'book', where: { seats: [{ row: 5 }, { row: 3 }] } }, seats, 0],
    [{ name: 'book', where: { seats: [{ row: 3 }, { row: 3 }, { row: 3 }] } }, seats, 0],
    [{ name: 'book', where: { seats: [{ row: 3 }, { row: 3, seat: 'B' }] } }, seats, 1],
    [{ name: 'book', where: { seats: [[]] } }, seats, 0],
    [{ name: 'book', where: 'args.seats.length === context.seats && r === "Done."' }, { ...seats, text: 'Done.', context: { seats: 3 } }, 1],
    [{ name: 'book', where: 'context.messages[0].content.includes(String(args.seats.length)) && context.modelId === "m"' }, { ...seats, messages: [{ role: 'user', content: 'Book 3' }], modelId: 'm' }, 1],
    [{ name: 'calc', where: { options: { unit: null } } }, call, 1],
    [{ name: 'calc', where: { constructor: {} } }, call, 0],
    [{ name: 'calc', where: { expression: '(312*49)-777' } }, call, 0],
    [{ name: 'calc', where: { expression: '(312*49)-777' }, normalizeWhitespace: true }, call, 1],
    [{ name: 'other', where: {} }, call, 0],
    [{ name: 'calc', where: "args.expression.includes('*')" }, call, 1],
    [{ name: 'calc', where: "args.expression.includes('+')" }, call, 0],
    [{ name: 'calc', where: 'args.missing' }, call, 0],
    [{ name: 'calc', where: 'args.missing.deep' }, call, 0],
    [{ name: 'calc', where: 'args.list.length' }, call, 1],
    [{ name: 'a', where: 'args.x === 2' }, callContext({ tool: 'a', input: { x: 1 } }, { tool: 'a', input: { x: 2 } }), 1],
    [{ name: 'a', where: 'args.x === undefined' }, callContext('a'), 1],
  ]);

  testRefused(toolArgsMatch, [
    [{ where: {} }, 'name is required'],
    [{ name: 'a' }, 'where is required'],
    [{ name: 'a', where: 3 }, 'where must be an object'],
    [{ name: 'a', where: {}, normalizeWhitespace: 'yes' }, 'must be true or false'],
    ['a', 'must be a mapping'],
  ]);

  test.each([
    ['args.x ===', /SyntaxError/u],
    ['nothing.x', /ReferenceError/u],
    ['Promise.resolve(true)', /not a promise/u],
  ])('an expression that cannot be used is unscored: %s', async (where, message) => {
    await expect(scoreOf('tool_args_match', { name: 'calc', where }, call)).rejects.toThrow(message);
  });

  test('an expression without end ends with the signal', async () => {
    const context = { ...call, signal: soonAborted('').signal };
    await expect(scoreOf('tool_args_match', { name: 'calc', where: '(() => { for (;;); })()' }, context)).rejects.toThrow('given up');
  });
});
