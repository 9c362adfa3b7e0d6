import type { ValuePath } from '@assay/schema';
import { expect, test } from 'vitest';
import { parseYaml } from '../yaml/parse-yaml.js';
import { locateInLine, writtenInLine } from './locate-in-line.js';

const LINE = '{"id": "a", "input": [{"role": "user", "content": "Hi"}, 1.50], "o": {"x": null, "é 👋": {"y": true}}, "weight": "heavy"}';

const PATHS: readonly ValuePath[] = [
  ['id'], ['input'], ['input', 0], ['input', 0, 'content'], ['input', 1], ['o', 'x'], ['o', 'é 👋', 'y'], ['weight'],
  ['missing'], ['input', 7], ['input', 'x'], ['o', 'missing', 'y'], ['weight', 'x'], ['weight', 0],
];

test.each(PATHS.map((path) => [path]))('%j stands where the parser of YAML files finds it', (path) => {
  const [document] = parseYaml(LINE, 'f').documents;
  for (const which of ['key', 'value', undefined] as const) {
    expect(locateInLine(LINE, 7, 'f', path, which)).toEqual({ ...document?.locate(path, which), line: 7 });
  }
  expect(writtenInLine(LINE, path)).toBe(document?.written(path));
});

test('of a key that stands there twice the first one counts', () => {
  expect(locateInLine('{"a": 1, "a": 2}', 1, 'f', ['a']).column).toBe(7);
});

test('an empty path is the start of the line, and so is every place in a line that is too long', () => {
  expect(locateInLine(LINE, 1, 'f', []).column).toBe(1);
  expect(locateInLine(`{"pad": "${'x'.repeat(2 ** 20)}", "a": 1}`, 1, 'f', ['a']).column).toBe(1);
});
