import { describe } from 'vitest';
import { testPoints, testRefused } from '../../test/point-table.js';
import { isJson } from './is-json.js';

describe('is_json', () => {
  testPoints('is_json', [
    [true, '{"a": 1}', 1],
    [undefined, ' [1, 2]\n', 1],
    [null, '42', 1],
    [true, '```json\n{"a": 1}\n```', 1],
    [true, 'Here: {"a": 1}', 0],
    [true, '```json\n{"a": 1}\n``` done', 0],
    [true, '{a: 1}', 0],
    [true, '', 0],
    [true, '['.repeat(1e5), 0],
  ]);

  testRefused(isJson, [
    [false, 'write not_is_json'],
    ['yes', 'is_json takes true'],
  ]);
});
