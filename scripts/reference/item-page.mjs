import { slug } from 'github-slugger';
import { stringify } from 'yaml';
import { optionTables, table } from './option-tables.mjs';
import { limitText, typeText } from './type-text.mjs';

/** @typedef {import('./load-registries.mjs').Item} Item */
/** @typedef {'evaluator' | 'function' | 'provider' | 'reporter'} Kind */

/** Stands at the head of every page that is generated. @param {string} source where to change what it says */
export const marker = (source) => `<!-- Written by scripts/write-docs.mjs from ${source}; run \`npm run write:docs\` after a change. -->`;

/** What an evaluator needs, in words. @type {Readonly<Record<string, string>>} */
const NEEDS = {
  judge: 'LLM judges (see [judges](targets.md#judges))',
  process: 'to run a program on this machine',
  confidence: 'a target that says how sure it is',
};

/** Keys that stand beside the options, by kind. @type {Readonly<Record<Kind, string>>} */
const BESIDE = {
  evaluator: 'In addition to `type`, `name` and `weight`, which [every evaluator has](../eval-cases.md#evaluators):',
  function: 'In addition to `type`, `name` and `weight`, which [every evaluator has](../eval-cases.md#evaluators):',
  provider: 'In addition to the keys that [every target has](../targets.md#keys-of-every-target):',
  reporter: 'In addition to `name` and `file`, which [every report has](../reports.md#reports-in-settings):',
};

/** The key of a file under which entries of a kind stand. @type {Readonly<Record<Kind, string>>} */
const LISTS = { evaluator: 'evaluators', function: 'evaluators', provider: 'targets', reporter: 'reports' };

/** @param {Item} item @param {string} list the key of a file under which entries of its kind stand */
function exampleLines({ examples }, list) {
  return examples.flatMap(({ title, value }) => [
    `${title}:`,
    '',
    '```yaml',
    stringify({ [list]: [value] }, { lineWidth: 100, defaultStringType: 'PLAIN' }).trimEnd(),
    '```',
    '',
  ]);
}

/** @param {Pick<Item, 'aliases' | 'uses' | 'batchShare'>} item @param {string} [toDocs] from the folder of the page to docs/ */
function factLines({ aliases, uses, batchShare }, toDocs = '../') {
  const needs = uses.map((use) => (NEEDS[use] ?? use).replace('](', `](${toDocs}`));
  return [
    ...(aliases.length > 0 ? [`Also written: ${aliases.map((alias) => `\`${alias}\``).join(', ')}.`, ''] : []),
    ...(needs.length > 0 ? [`Needs ${needs.join(' and ')}.`, ''] : []),
    ...(batchShare === undefined ? [] : [`Can be asked in [batches](${toDocs}batch.md), for ${Math.round(100 * batchShare)} % of the price: \`assay run --batch\`.`, '']),
  ];
}

/** @param {string | undefined} notes */
const noteLines = (notes) => (notes === undefined ? [] : ['## Notes', '', notes.trim(), '']);

/** @param {readonly string[]} lines */
const page = (lines) => `${lines.join('\n').trimEnd()}\n`;

/** The page of an evaluator, a provider or a reporter. @param {Item} item @param {Exclude<Kind, 'function'>} kind @param {string} [notes] @param {string} [opposite] the evaluator that gives 1 minus its score */
export function itemPage(item, kind, notes, opposite) {
  const open = item.openOptions ? ['', 'Keys that are not listed here are allowed and handed on.'] : [];
  return page([
    marker('the definition in its package'),
    '',
    `# \`${item.name}\``,
    '',
    item.description,
    '',
    ...(opposite === undefined ? [] : [`\`${opposite}\` is the opposite: 1 minus the score.`, '']),
    ...factLines(item),
    '## Options',
    '',
    BESIDE[kind],
    '',
    optionTables(item.options),
    ...open,
    '',
    '## Examples',
    '',
    ...exampleLines(item, LISTS[kind]),
    ...noteLines(notes),
  ]);
}

/**
 * The page of a point function and its `not_` form.
 * @param {Item} item
 * @param {Item} evaluator the evaluator that the function makes
 * @param {Item} negated the evaluator that its `not_` form makes
 * @param {string} [notes]
 */
export function functionPage(item, evaluator, negated, notes) {
  const limits = limitText(item.options);
  const argument = `${typeText(item.options, () => 'mapping')}${limits === '' ? '' : ` (${limits})`}`;
  return page([
    marker('the definition in its package'),
    '',
    `# \`${item.name}\` and \`${negated.name}\``,
    '',
    item.description,
    '',
    `\`${negated.name}\` is the opposite: 1 minus the score. A check that cannot be made leaves both forms unscored.`,
    '',
    ...factLines({ ...item, aliases: [...item.aliases, ...negated.aliases] }),
    `Its argument: ${argument}.`,
    '',
    '## Options',
    '',
    BESIDE.function,
    '',
    optionTables(evaluator.options),
    '',
    '## Examples',
    '',
    ...exampleLines(evaluator, 'evaluators'),
    ...exampleLines({ ...negated, examples: [{ title: 'The opposite', value: negated.examples[0]?.value }] }, 'evaluators'),
    ...noteLines(notes),
  ]);
}

/**
 * @param {string} title
 * @param {string} intro
 * @param {readonly {name: string, file: string, aliases?: readonly string[], description: string}[]} entries
 */
export function indexPage(title, intro, entries) {
  const rows = entries.map(({ name, file, aliases = [], description }) => [
    `[\`${name}\`](${file})`,
    description,
    aliases.map((alias) => `\`${alias}\``).join(', '),
  ]);
  return page([
    marker('the registry in its package'),
    '',
    `# ${title}`,
    '',
    intro,
    '',
    table(['name', 'what it does', 'also written'], rows),
  ]);
}

/** The list of formats of eval files. @param {readonly import('./load-registries.mjs').Format[]} formats */
export function formatsPage(formats) {
  const rows = formats.map(({ name, extensions, description }) => [
    `\`${name}\``,
    extensions.map((extension) => `\`${extension}\``).join(', '),
    description,
  ]);
  return page([
    marker('the registry in its package'),
    '',
    '# Formats of eval files',
    '',
    'What a file holds decides how it is read, not its name or its folder.',
    '',
    table(['name', 'files', 'what it is'], rows),
  ]);
}

/** The scoring rules of test cases, all on one page. @param {readonly import('./load-registries.mjs').Rule[]} rules */
export function rulesPage(rules) {
  const rows = rules.map(({ form, name, description }) => [`[\`${form}\`](#${slug(form)})`, description, `[\`${name}\`](evaluators/${name}.md)`]);
  const sections = rules.flatMap((rule) => [
    `## \`${rule.form}\``,
    '',
    rule.description,
    '',
    ...factLines({ ...rule, aliases: [] }, ''),
    ...rule.examples.flatMap(({ title, value }) => [
      `${title}:`,
      '',
      '```yaml',
      stringify({ rubric: { criterion: value } }, { lineWidth: 100, defaultStringType: 'PLAIN' }).trimEnd(),
      '```',
      '',
    ]),
  ]);
  return page([
    marker('the registry in its package'),
    '',
    '# Rules',
    '',
    'A rule scores one criterion in the rubric of a [test case](test-cases.md#rubric). `X` and `Y` stand for numbers. You can ' +
      'also use each rule as an [evaluator](evaluators/README.md) of the same name, with its numbers as options.',
    '',
    table(['rule', 'what it does', 'evaluator'], rows),
    '',
    ...sections,
  ]);
}
