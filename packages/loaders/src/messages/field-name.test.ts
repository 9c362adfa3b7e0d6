import { expect, test } from 'vitest';
import { fieldName } from './field-name.js';

test.each([
  [['evalcases', 3, 'input_messages', 0, 'role'], 'input_messages[0].role'],
  [['tests', 0, 'rubrics', 1], 'rubrics[1]'],
  [[4, 'tool_calls', 0], 'tool_calls[0]'],
  [['input_messages', 0, 'content', 2, 'value'], 'input_messages[0].content[2].value'],
  [['execution', 'target'], 'execution.target'],
  [[0, 'prompts', 2, 'messages', 1], 'messages[1]'],
  [[1, 4, 'messages', 1], 'messages[1]'],
  [['evalcases', 3], 'the case'],
  [[], 'the case'],
])('%j is shown as %s', (path, name) => {
  expect(fieldName(path)).toBe(name);
});
