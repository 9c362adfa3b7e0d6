import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { ts } from '../support/typescript.mjs';
import { normalizeOutput, outputMatches } from './compare-output.mjs';
import { mergeOutput } from './merge-output.mjs';
import { PageFolder } from './page-folder.mjs';
import { plainCommands } from './plain-commands.mjs';
import { typeProblems } from './type-check.mjs';

/** @typedef {import('./markdown.mjs').Page} Page */
/** @typedef {import('./markdown.mjs').Block} Block */
/** @typedef {{block: Block, output: string}} Update an output block and the text that it should hold */
/** @typedef {{problems: import('./check-links.mjs').Problem[], updates: Update[], samples: number}} PageResult `samples`: how many ran */

const shells = new Set(['sh', 'bash', 'shell']);
const scripts = new Set(['ts', 'typescript', 'js', 'javascript', 'mjs']);
const knownFlags = new Set(['run', 'output']);
const knownSettings = new Set(['title', 'exit', 'in']);
const deadlineMs = 60_000;

/**
 * @param {string} command
 * @param {string[]} args
 * @param {{cwd: string, env: NodeJS.ProcessEnv}} options
 * @returns {Promise<{exitCode: number | null, output: string}>} stdout and stderr in the order in which they came
 */
function runProcess(command, args, { cwd, env }) {
  return new Promise((done, fail) => {
    // The shell merges both streams into one pipe, which keeps their order.
    const child = spawn('sh', ['-c', 'exec "$0" "$@" 2>&1', command, ...args], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    const timer = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'), deadlineMs);
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', fail);
    child.on('close', (exitCode) => {
      clearTimeout(timer);
      done({ exitCode, output });
    });
  });
}

/** @param {string} text TypeScript @returns {string} */
function withoutTypes(text) {
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023, verbatimModuleSyntax: true },
  });
  return outputText;
}

/**
 * The TypeScript of a page that takes effect, each block in a file of its own.
 * @param {PageFolder} folder
 * @param {readonly Block[]} blocks
 * @returns {import('./type-check.mjs').TypedSample[]}
 */
function typedSamples(folder, blocks) {
  return blocks.flatMap((block, index) => {
    const title = block.settings.get('title');
    if (title === undefined && !block.flags.has('run')) return [];
    if (!['ts', 'typescript'].includes(block.language)) return [];
    const file = title ?? `.sample-${index}.mts`;
    folder.write(file, `${block.text}\n`);
    return [{ block, file: folder.resolve(file) }];
  });
}

/** Writes a block to its file. A module in TypeScript stands beside it as JavaScript too, to be imported. @param {PageFolder} folder @param {Block} block @param {string} title */
function writeTitled(folder, block, title) {
  folder.write(title, `${block.text}\n`);
  if (title.endsWith('.ts')) folder.write(title.replace(/\.ts$/u, '.js'), withoutTypes(block.text));
}

/** Whether a page writes a module twice: a process reads each once. @param {Page} page */
function changesModules({ blocks }) {
  const modules = blocks.map(({ settings }) => settings.get('title') ?? '').filter((title) => /\.[cm]?[jt]s$/u.test(title));
  return new Set(modules).size < modules.length;
}

/**
 * Runs the commands of a block as `sh -e` does, without a shell.
 * @param {import('./warm-command.mjs').WarmCommand} command
 * @param {readonly (readonly string[])[]} commands
 * @param {{cwd: string, env: NodeJS.ProcessEnv}} options
 * @returns {Promise<import('./warm-command.mjs').Ended>}
 */
async function runWarm(command, commands, options) {
  let output = '';
  for (const args of commands) {
    const ended = await command.run(args, { ...options, deadlineMs });
    output += ended.output;
    if (ended.exitCode !== 0) return { exitCode: ended.exitCode, output };
  }
  return { exitCode: 0, output };
}

/** @param {PageFolder} folder @param {Page} page @param {Block} block @param {number} index @param {boolean} warm */
async function runBlock(folder, page, block, index, warm) {
  const place = block.settings.get('in');
  const cwd = place === undefined ? folder.path : folder.copy(place);
  const plain = warm && shells.has(block.language) && !changesModules(page) ? plainCommands(block.text) : undefined;
  if (plain !== undefined && folder.warm !== undefined) return runWarm(folder.warm, plain, { cwd, env: folder.env });
  if (shells.has(block.language)) return runProcess('sh', ['-e', '-c', block.text], { cwd, env: folder.env });
  const file = `.sample-${index}.mjs`;
  folder.write(file, withoutTypes(block.text));
  return runProcess(process.execPath, [folder.resolve(file)], { cwd, env: folder.env });
}

/** @param {Block} block @returns {boolean} whether the block takes effect at all */
const isSample = ({ flags, settings }) => flags.has('run') || flags.has('output') || settings.has('title');

/** @param {Block} block @returns {string | undefined} what is wrong with its info string */
function infoProblem(block) {
  const { language, flags, settings } = block;
  if (!isSample(block)) return undefined;
  const unknown =
    [...flags].find((flag) => !knownFlags.has(flag)) ?? [...settings.keys()].find((name) => !knownSettings.has(name));
  if (unknown !== undefined)
    return `"${unknown}" means nothing after the language of a block; known are run, output, title=, exit= and in=`;
  if (flags.has('run') && !shells.has(language) && !scripts.has(language)) {
    return `a block of ${language === '' ? 'no language' : language} cannot be run; these can: ${[...shells, ...scripts].join(', ')}`;
  }
  const exit = settings.get('exit');
  return exit === undefined || /^\d+$/u.test(exit) ? undefined : `exit=${exit} is not an exit code`;
}

/** @param {string} text */
const indent = (text) => text.replaceAll(/^/gmu, '    ');

/**
 * Runs one block and compares what it did with what the page says.
 * @param {PageFolder} folder
 * @param {Page} page
 * @param {number} index of the block
 * @param {boolean} warm
 * @returns {Promise<{complaints: {block: Block, message: string}[], updates: Update[]}>}
 */
async function checkSample(folder, page, index, warm) {
  /** @type {{complaints: {block: Block, message: string}[], updates: Update[]}} */
  const result = { complaints: [], updates: [] };
  const block = page.blocks[index];
  if (block === undefined) return result;
  const { exitCode, output: raw } = await runBlock(folder, page, block, index, warm);
  const output = raw.replaceAll(`${folder.path}/`, '').replaceAll(folder.path, '.');
  const printed = indent(normalizeOutput(output));
  const expectedExit = Number(block.settings.get('exit') ?? 0);
  if (exitCode !== expectedExit) {
    const ended =
      exitCode === null
        ? `was stopped after ${deadlineMs / 1000} seconds`
        : `ended with exit code ${exitCode}, not ${expectedExit}`;
    result.complaints.push({ block, message: `the sample ${ended}; it printed\n${printed}` });
  }
  const next = page.blocks[index + 1];
  if (next?.flags.has('output') && !outputMatches(next.text, output)) {
    const says = indent(normalizeOutput(next.text));
    result.updates.push({ block: next, output: mergeOutput(next.text, output) });
    result.complaints.push({
      block: next,
      message: `the sample of line ${block.line} prints something else. The page says\n${says}\n  but it printed\n${printed}`,
    });
  }
  return result;
}

/**
 * Runs the samples of a page in order, in a folder of its own that is removed afterwards.
 * @param {Page} page
 * @param {() => import('./page-folder.mjs').PageFolders} folders only asked for a page that has samples
 * @param {boolean} [warm] whether commands that need no shell are run by a process that has run others
 * @returns {Promise<PageResult>}
 */
export async function runPage(page, folders, warm = false) {
  /** @type {PageResult} */
  const result = { problems: [], updates: [], samples: 0 };
  /** @param {Block} block @param {string} message */
  const complain = (block, message) => result.problems.push({ path: page.path, line: block.line, message });
  if (!page.blocks.some(isSample)) return result;
  const folder = new PageFolder(folders());
  try {
    for (const { line, message } of typeProblems(typedSamples(folder, page.blocks))) {
      result.problems.push({ path: page.path, line, message });
    }
    for (const [index, block] of page.blocks.entries()) {
      const wrongInfo = infoProblem(block);
      if (wrongInfo !== undefined) {
        complain(block, wrongInfo);
        continue;
      }
      const title = block.settings.get('title');
      if (title !== undefined) writeTitled(folder, block, title);
      if (block.flags.has('output') && !page.blocks[index - 1]?.flags.has('run')) {
        complain(block, 'an output block belongs after a block that is run');
      }
      if (!block.flags.has('run')) continue;
      result.samples += 1;
      const { complaints, updates } = await checkSample(folder, page, index, warm);
      for (const complaint of complaints) complain(complaint.block, complaint.message);
      result.updates.push(...updates);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    result.problems.push({ path: page.path, line: 1, message: error.message });
  } finally {
    rmSync(folder.base, { recursive: true, force: true });
  }
  return result;
}

/** @param {Page} page @param {readonly Update[]} updates @returns {string} the page with the outputs that were really printed */
export function updatePage(page, updates) {
  let { text } = page;
  for (const { block, output } of updates.toReversed()) {
    const lines = text.slice(block.start, block.end).split('\n');
    text = text.slice(0, block.start) + [lines[0], output, lines.at(-1)].join('\n') + text.slice(block.end);
  }
  return text;
}
