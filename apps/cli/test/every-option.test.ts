import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { optionEntries } from '../src/options/option-values.js';

/** The tests of the command and of `evaluate()`, but for those of the options themselves. */
const tests = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts') && !file.endsWith('every-option.test.ts'))
  .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'));

/** How an option is said: on the command line, in the settings of a project, or to `evaluate()`. */
function formsOf(name: string, flags: string | undefined, setting: string | undefined): readonly RegExp[] {
  const long = /--(?:no-)?[a-z-]+/u.exec(flags ?? '')?.[0];
  const bare = long?.replace(/^--(?:no-)?/u, '');
  return [
    ...(bare === undefined ? [new RegExp(`\\b${name}:`, 'u')] : [new RegExp(`--(?:no-)?${bare}(?![\\w-])`, 'u')]),
    ...(setting === undefined ? [] : [new RegExp(`\\b${setting}:`, 'u')]),
  ];
}

// That it does what it says is for those tests to show. This one finds the option that nobody thought of.
test.each(optionEntries.map(([name, { flags, setting }]) => [name, flags, setting] as const))('%s is said in a test of the command or of evaluate()', (name, flags, setting) => {
  const forms = formsOf(name, flags, setting);
  expect(tests.some((text) => forms.some((form) => form.test(text))), `no test says ${flags ?? name}`).toBe(true);
});
