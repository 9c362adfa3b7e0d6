import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { toJsonSchema } from '@valibot/to-json-schema';
import { workspacePackages } from '../support/workspace.mjs';

/** @typedef {import('./json-schema.mjs').JsonSchema} JsonSchema */

/**
 * An evaluator, point function, rule, provider or reporter, with its options as JSON Schema.
 * @typedef {object} Item
 * @property {string} name
 * @property {readonly string[]} aliases
 * @property {string} description
 * @property {JsonSchema} options
 * @property {readonly {title: string, value: unknown}[]} examples
 * @property {readonly string[]} uses what it needs besides the response
 * @property {number | undefined} [batchShare] of providers that take batches: what a reply costs in one, as a part of the usual price
 * @property {boolean} openOptions whether keys that the schema does not know are handed on
 */

/** A rule of test cases, as rubrics write it. @typedef {Item & {form: string}} Rule */

/** @typedef {{name: string, extensions: readonly string[], description: string}} Format */
/** @typedef {{evaluators: Item[], functions: Item[], rules: Rule[], providers: Item[], reporters: Item[], formats: Format[]}} Registries */

/** The pages are made from what is built, and it is not. */
export class NotBuiltError extends Error {}

/**
 * The built entry of a package of the workspace.
 * @throws {NotBuiltError}
 * @param {string} root
 * @param {string} name
 * @returns {Promise<any>}
 */
async function importBuilt(root, name) {
  const folder = workspacePackages(root).find((candidate) => candidate.name === name)?.folder;
  const entry = folder === undefined ? undefined : join(folder, 'dist/index.js');
  if (entry === undefined || !existsSync(entry)) throw new NotBuiltError(`${name} is not built: run "npm run write:docs", which builds it, or "npm run build" before this`);
  return import(pathToFileURL(entry).href);
}

/**
 * An options schema as JSON Schema. What it checks between several keys has no place there, so the messages of those checks
 * are added as `x-rules`; messages that depend on the value are left out.
 * @param {any} options a valibot schema
 * @returns {JsonSchema}
 */
function convert(options) {
  const schema = toJsonSchema(options, {
    target: 'draft-2020-12',
    typeMode: 'input',
    errorMode: 'ignore',
    overrideAction({ valibotAction, jsonSchema }) {
      const message = 'message' in valibotAction ? valibotAction.message : undefined;
      if (valibotAction.type !== 'check' || typeof message !== 'string') return undefined;
      const rules = /** @type {JsonSchema} */ (jsonSchema)['x-rules'] ?? [];
      return { ...jsonSchema, 'x-rules': [...rules, message] };
    },
  });
  return /** @type {JsonSchema} */ (schema);
}

/**
 * What a reply costs in a batch, as a part of the usual price; undefined for a provider whose targets take none.
 * @param {any} definition
 * @returns {Promise<number | undefined>}
 */
async function batchShare(definition) {
  const { value, issues } = await definition.options['~standard'].validate({ api_key: 'none' });
  if (issues) return undefined;
  const environment = { env: {}, directory: process.cwd(), prices: { date: '', prices: {} } };
  try {
    const made = await definition.create({ name: 'made', provider: definition.name, model: 'any', options: value }, environment);
    await made.close?.();
    return made.batch?.priceShare;
  } catch (error) {
    // It needs more than a key: none of those that take batches does.
    if (/** @type {{code?: unknown}} */ (error).code === 'config') return undefined;
    throw error;
  }
}

/**
 * Everything that the packages say about what they hold.
 * @param {string} root the workspace, built
 * @returns {Promise<Registries>}
 */
export async function loadRegistries(root) {
  const [evaluators, providers, reports, loaders] = await Promise.all([
    importBuilt(root, '@assay/evaluators'),
    importBuilt(root, '@assay/providers'),
    importBuilt(root, '@assay/reports'),
    importBuilt(root, '@assay/loaders'),
  ]);
  const installed = await providers.providerDefinitions();
  /** @type {Map<string, number | undefined>} */
  const shares = new Map(await Promise.all(installed.map(async (/** @type {{name: string}} */ one) => /** @type {const} */ ([one.name, await batchShare(one)]))));
  const scoring = evaluators.scoringDefinitions();
  /** @param {readonly any[]} definitions @returns {Item[]} */
  const items = (definitions) =>
    definitions
      .map(({ name, aliases = [], description, options, examples, uses = [], judgesOf, programs, openOptions = false }) => ({
        name,
        aliases,
        description,
        options: convert(options),
        examples,
        // Options decide it in some; those that do not do without, as the first example shows, are meant here.
        uses: [...uses.filter((/** @type {string} */ need) => need !== 'judge' || judgesOf?.(examples[0].value) !== 'none'), ...(typeof programs === 'function' && programs({}).length > 0 ? ['process'] : [])],
        openOptions,
      }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return {
    evaluators: items(scoring.evaluators),
    functions: items(scoring.pointFunctions),
    rules: items(scoring.rules).map((item) => ({
      ...item,
      form: scoring.rules.find((/** @type {{name: string}} */ { name }) => name === item.name).form,
    })),
    providers: items(installed).map((item) => ({ ...item, batchShare: shares.get(item.name) })),
    reporters: items(reports.reporterDefinitions),
    formats: loaders.loaders,
  };
}
