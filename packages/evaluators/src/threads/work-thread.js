import { parentPort, workerData } from 'node:worker_threads';

/**
 * The thread in which tasks run that may take long. Plain JavaScript, because Node starts it from
 * this very file wherever it stands: in the source folder, in a build, in a bundle.
 *
 * @import { Task, Tasks, ThreadAnswer } from './tasks.js'
 */

/** Where this file is, to start the thread from. */
export const threadUrl = import.meta.url;

/** @param {Tasks['match']['input']} input */
function match([text, ...patterns]) {
  return patterns.map(([source, flags]) => new RegExp(source, flags).test(text));
}

/** Most schemas that are kept. */
const KEPT = 10;
/**
 * Checks of the schemas that were read last, by their text: reading one may take longer than checking a thousand values.
 *
 * @type {Map<string, Promise<(value: unknown) => string[]>>}
 */
const schemas = new Map();

/** @param {Tasks['schema']['input']} input */
async function readSchema([text, patterns]) {
  const { loadSchemaReader } = await import('../json/schema-validator.js');
  const schema = JSON.parse(text);
  const read = await loadSchemaReader(schema);
  return read(schema, (written) => {
    const [source, flags] = patterns[written] ?? [written, 'u'];
    return new RegExp(source, flags);
  });
}

/** @param {Tasks['schema']['input']} input */
async function check(input) {
  const [text, , ...values] = input;
  const known = schemas.get(text) ?? readSchema(input);
  if (schemas.size >= KEPT) schemas.clear();
  schemas.set(text, known);
  const validate = await known;
  return values.flatMap((value) => validate(value));
}

/** @param {Tasks['template']['input']} input */
async function fillIn({ text, variables, code, fence }) {
  const { createLiquid, fenceOf } = await import('../liquid/liquid-engine.js');
  const liquid = createLiquid(await import('liquidjs'), { fence: fenceOf(fence), atOnce: false });
  return liquid.render(liquid.parser.parse(text), variables, code);
}

/** @param {Task} job */
function output(job) {
  if (job.task === 'match') return match(job.input);
  return job.task === 'schema' ? check(job.input) : fillIn(job.input);
}

/** @param {Task} job @returns {Promise<ThreadAnswer>} */
async function answer(job) {
  try {
    return { output: await output(job) };
  } catch (error) {
    return { message: error instanceof Error ? error.message : String(error) };
  }
}

if (parentPort && workerData?.role === 'assay-work') {
  const port = parentPort;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  port.on('message', (job) => void answer(job).then((found) => port.postMessage(found)));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  port.postMessage(undefined);
}
