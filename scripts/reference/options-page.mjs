import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { marker } from './item-page.mjs';
import { NotBuiltError } from './load-registries.mjs';
import { table } from './option-tables.mjs';

/**
 * An option of a run, as `assay list options --json` tells it.
 * @typedef {object} Option
 * @property {string} description
 * @property {string} group
 * @property {string} field
 * @property {string} value
 * @property {string} [flags]
 * @property {string} [negated]
 * @property {'run' | 'score'} [only]
 * @property {string} [setting]
 * @property {string} [manifest]
 * @property {string | number | readonly string[]} [default]
 */

/** The options of the built command. @param {string} root @returns {Option[]} @throws {NotBuiltError} */
function loadOptions(root) {
  const command = join(root, 'apps/cli/dist/bin/assay.js');
  if (!existsSync(command)) throw new NotBuiltError('assay is not built: run "npm run write:docs", which builds it, or "npm run build" before this');
  return JSON.parse(execFileSync(process.execPath, [command, 'list', 'options', '--json'], { encoding: 'utf8' }));
}

/** @param {string | undefined} text */
const code = (text) => (text === undefined ? '' : `\`${text}\``);

/** @param {Option} option */
function row({ description, field, value, flags, negated, only, setting, manifest, default: initial }) {
  const flag = [code(flags), ...(negated === undefined ? [] : [code(`--no-${(flags ?? '').replace(/^--/u, '')}`)])].join(', ');
  const notes = [description, ...(only === undefined ? [] : [`only \`assay ${only}\``]), ...(initial === undefined || (Array.isArray(initial) && initial.length === 0) ? [] : [`default ${Array.isArray(initial) ? initial.join(', ') : initial}`])];
  return [flag, code(setting), code(field), code(manifest), value, notes.join('; ')];
}

/** The page of the options of a run. @param {string} root @param {string} [notes] */
export function optionsPage(root, notes = '') {
  const options = loadOptions(root);
  const groups = [...new Set(options.map(({ group }) => group))];
  const lines = [
    marker('the options in apps/cli/src/options'),
    '',
    '# Options of a run',
    '',
    'Each option has several names: on the command line, under `defaults:` of a [project](targets.md#project-configuration), as a field of',
    '[`evaluate()`](../apps/cli/README.md), and under `options` of the [manifest](row-format.md) of a run, which records the values that were given.',
    'An option without a name in a column cannot be set there. `assay list options` prints the same list.',
    '',
    'If an option is set in several places, the first of these wins: what is given for one run, what a target says of itself, the project, the default.',
    '',
    ...groups.flatMap((group) => [
      `## ${group}`,
      '',
      table(['command line', 'project', '`evaluate()`', 'manifest', 'value', 'meaning'], options.filter((option) => option.group === group).map(row)),
      '',
    ]),
    notes,
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}
