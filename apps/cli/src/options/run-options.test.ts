import { readdirSync } from 'node:fs';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { optionsOf, withRunOptions } from './command-line.js';
import { manifestOptions, tellsOfPart } from './manifest-options.js';
import { effectiveOptions, optionEntries, withInitialValues, type OptionValues } from './option-values.js';
import { settingDefinitions } from './setting-definitions.js';

const kebab = (name: string): string => name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);

function parsed(kind: 'run' | 'score', ...args: readonly string[]): OptionValues {
  const command = withRunOptions(new Command(kind).exitOverride(), kind).configureOutput({ writeErr: () => undefined });
  return optionsOf(command.parse(args, { from: 'user' }).opts());
}

test('every option is a file of its name, and every file an option', () => {
  const files = readdirSync(new URL('items', import.meta.url)).map((file) => file.replace('.ts', ''));
  expect(optionEntries.map(([name]) => kebab(name)).toSorted()).toEqual(files.toSorted());
});

test.each(optionEntries)('%s: what is declared of it takes its own values', (name, option) => {
  for (const value of [option.default, option.initial]) if (value !== undefined) expect(option.type.is(value), name).toBe(true);
  expect(option.flags !== undefined || option.only === undefined).toBe(true);
  // One place decides: the project may, or there is a value from the beginning.
  expect(option.setting === undefined || option.initial === undefined).toBe(true);
});

test('no two options share a flag, a setting or a key of the manifest', () => {
  const flags = optionEntries.flatMap(([, { flags }]) => flags ?? []);
  expect(new Set(flags).size).toBe(flags.length);
  expect(new Set(settingDefinitions.map(({ key }) => key)).size).toBe(settingDefinitions.length);
});

test('a command line becomes the fields of evaluate() and the entries of a manifest', () => {
  const said = parsed('run', '--target', 'a', '--target', 'b', '--timeout', '5s', '--threshold', '80%', '--no-untrusted', '--fail-on', 'borderline', '--out', 'here');
  expect(said).toEqual({ targets: ['a', 'b'], timeoutSeconds: 5, threshold: 0.8, untrusted: false, failOn: 'borderline', out: 'here' });
  expect(manifestOptions(said)).toEqual({ target: ['a', 'b'], timeout: 5, threshold: 0.8, untrusted: false, fail_on: 'borderline' });
});

test('options of another command are unknown, and what a command needs has to be there', () => {
  expect(() => parsed('score', '--outputs', 'x', '--target', 'a')).toThrow(/unknown option/u);
  expect(() => parsed('score')).toThrow(/--outputs/u);
});

test('what is said wins over what a target says, that over the project, that over the default', () => {
  const project = { timeout_seconds: 30, concurrency: 2 };
  expect(effectiveOptions({ timeoutSeconds: 1 }, project).of('timeoutSeconds', 10)).toBe(1);
  expect(effectiveOptions({}, project).of('timeoutSeconds', 10)).toBe(10);
  expect(effectiveOptions({}, project).of('timeoutSeconds')).toBe(30);
  expect(effectiveOptions({}, {}).of('timeoutSeconds')).toBe(120);
  expect(effectiveOptions({}, {}).of('threshold')).toBeUndefined();
});

test('lists that nobody gives are empty, and what is given stays', () => {
  expect(withInitialValues({ ids: ['a'], strict: undefined })).toMatchObject({ ids: ['a'], tags: [], strict: false });
});

test.each([
  [{ id: ['a'] }, true],
  [{ id: [], limit: null }, false],
  [{ limit: 3 }, true],
  [{ filter_failed: 'latest' }, true],
  [{ target: ['a'], repeat: 2 }, false],
])('a manifest with %j tells of a part of the cases: %s', (options, part) => {
  expect(tellsOfPart(options)).toBe(part);
});
