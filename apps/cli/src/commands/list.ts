import { nearestMatch, UsageError, visibleText, type Definition, type GroupSummary, type JsonObject, type WrittenTarget } from '@assay/schema';
import { composeReading, type Reading } from '../runner/reading/compose-reading.js';
import { keptRuns, type KeptRun } from '../runs/kept-runs.js';
import { EXIT } from '../exit-codes.js';
import { shardText } from '../options/shard-text.js';
import { describeOptions } from '../options/describe-options.js';
import { writeOut } from '../terminal/write-out.js';
import { colors, outputColumns } from '../terminal/output-style.js';
import { outputRedactor } from '../secrets/output-redactor.js';

export interface ListOptions {
  readonly json?: boolean;
}

/** Suites or targets of a run that a list names. */
const MOST_NAMES = 3;

interface Item {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly description: string;
  /** What only the JSON form tells, by its keys there. */
  readonly places?: JsonObject;
}

const fromDefinitions = (definitions: readonly Definition[]): Item[] =>
  definitions.map(({ name, aliases, description }) => ({ name, ...(aliases ? { aliases } : {}), description }));

/** The first names of a list, and how many there are more. */
function firstNames(items: readonly { readonly name: string }[]): string {
  const shown = items.slice(0, MOST_NAMES).map(({ name }) => name);
  return [shown.join(', '), ...(items.length > MOST_NAMES ? [`${items.length - MOST_NAMES} more`] : [])].join(' and ');
}

type FormatScore = (score: number | null) => string;

/** The score of the run, or the lowest and the highest one of its suites and targets. */
function scoresOf(groups: readonly GroupSummary[], format: FormatScore): readonly string[] {
  const scores = groups.map(({ score }) => score).filter((score) => score !== null);
  if (scores.length === 0) return [];
  const [low, high] = [format(Math.min(...scores)), format(Math.max(...scores))];
  return [low === high ? `score ${low}` : `scores ${low} to ${high}`];
}

function runItem({ runId: name, manifest, status, summary }: KeptRun, format: FormatScore): Item {
  if (!manifest) return { name, description: 'unreadable' };
  const { rows, suites, targets, shard, merged } = manifest;
  // How far a run is that did not write its end, only its rows tell.
  const ended = status !== 'running' && status !== 'killed';
  const part = shard ? [`shard ${shardText(shard)}`] : merged ? [`${merged.count - merged.missing.length} of ${merged.count} shards`] : [];
  const waiting = summary?.waitingTrials === undefined ? [] : [`waits for batches with ${summary.waitingTrials} trial${summary.waitingTrials === 1 ? '' : 's'}`];
  const facts = [...part, summary?.outcome ?? status, ...waiting, ...scoresOf(summary?.groups ?? [], format), ...(ended ? [`${rows} row${rows === 1 ? '' : 's'}`] : [])];
  const where = targets.length > 0 ? ` on ${firstNames(targets)}` : '';
  const scores = summary?.groups.map(({ suite, target, variant, score }) => ({ suite, target, ...(variant === undefined ? {} : { variant }), score }));
  return {
    name,
    description: `${facts.join(', ')}: ${firstNames(suites)}${where}`,
    places: { ...(status === undefined ? {} : { status }), ...(shard ? { shard: { ...shard } } : {}), ...(ended ? { rows } : {}), ...(summary && scores ? { outcome: summary.outcome, scores } : {}) },
  };
}

function describeTarget({ provider, model, useTarget, problems = [], location }: WrittenTarget): string {
  const place = location ? `  ${location.file}:${location.line}` : '';
  if (problems.length > 0) return `cannot be used: ${problems.map(({ message }) => message).join('; ')}${place}`;
  return `${useTarget === undefined ? provider : `→ ${useTarget}`}${model ? ` ${model}` : ''}${place}`;
}

const LISTS: Readonly<Record<string, (reading: Reading) => Promise<Item[]> | Item[]>> = {
  evaluators: ({ definitions }) => {
    // Every point function is an evaluator too; they have a list of their own. Opposites go without saying.
    const hidden = new Set([...definitions.pointFunctions.map(({ name }) => name), ...definitions.evaluators.map(({ name }) => `not_${name}`)]);
    return fromDefinitions(definitions.evaluators.filter(({ name }) => !hidden.has(name)));
  },
  rules: ({ definitions }) =>
    definitions.rules.map(({ form, description }) => ({ name: form, description })),
  functions: (reading) => fromDefinitions(reading.definitions.pointFunctions),
  providers: (reading) => fromDefinitions(reading.definitions.providers),
  options: () => [...describeOptions()],
  reporters: async () => {
    const { installedReporters } = await import('../runner/reporting/installed-reporters.js');
    return fromDefinitions(installedReporters());
  },
  formats: ({ definitions }) =>
    definitions.loaders.map(({ name, extensions, description }) => ({
      name: `${name} (${extensions.join(', ')})`,
      description,
    })),
  targets: ({ project }) => [
    ...project.targets.map((target) => ({ name: target.name, description: describeTarget(target) })),
    ...Object.entries(project.collections).map(([name, models]) => ({
      name,
      description: `collection of ${models.join(', ')}`,
    })),
  ],
  runs: async ({ trust }) => {
    const { formatScore } = await import('@assay/reports');
    return (await keptRuns(trust.runsFolder)).map((run) => runItem(run, formatScore));
  },
};

/** Least columns that a text has beside a name; with fewer it stands below it. */
const MIN_ROOM = 20;
const INDENT = 4;

/** Words of at most so many characters; longer ones in pieces. */
function piecesOf(text: string, room: number): readonly string[] {
  return text.split(' ').flatMap((word) => {
    const characters = [...word];
    return characters.length <= room ? [word] : Array.from({ length: Math.ceil(characters.length / room) }, (_, part) => characters.slice(part * room, (part + 1) * room).join(''));
  });
}

/** Breaks a text at the width of the terminal, beside the name or below it; unbroken where there is no terminal. */
function hanging(head: string, text: string, columns: number): string {
  const isBeside = columns - head.length >= MIN_ROOM;
  const indent = isBeside ? head.length : INDENT;
  const lines = [''];
  for (const word of piecesOf(text, Math.max(MIN_ROOM, columns - indent))) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + 1 + word.length > columns - indent) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  const below = `\n${' '.repeat(indent)}`;
  return `${isBeside ? head : head.trimEnd() + below}${lines.join(below)}`;
}

/** Names and models come out of files. */
function shown({ name, aliases, description }: Item): Item {
  return { name: visibleText(name), description: visibleText(description), ...(aliases ? { aliases: aliases.map(visibleText) } : {}) };
}

function print(title: string, found: readonly Item[]): string {
  const items = found.map(shown);
  if (items.length === 0) return `${colors.bold(title)}\n  ${colors.dim('none')}\n`;
  const width = Math.max(...items.map(({ name }) => name.length));
  const columns = outputColumns();
  const lines = items.map(({ name, aliases, description }) => {
    const also = aliases?.length ? ` (also ${aliases.join(', ')})` : '';
    return hanging(`  ${name.padEnd(width)}  `, `${description}${also}`, columns);
  });
  return `${colors.bold(title)}\n${lines.join('\n')}\n`;
}

function toJson({ places, ...item }: Item): object {
  return { ...item, ...places };
}

/** `assay list`: what is installed, from the registries, and what is configured here. */
export async function listCommand(what: string | undefined, options: ListOptions): Promise<number> {
  const names = Object.keys(LISTS);
  if (what !== undefined && !Object.hasOwn(LISTS, what)) {
    const near = nearestMatch(what, names);
    throw new UsageError(`cannot list "${what}"`, {
      hint: `${near ? `did you mean ${near}? ` : ''}lists: ${names.join(', ')}`,
    });
  }
  const reading = await composeReading({ cwd: process.cwd(), env: process.env, redactor: outputRedactor, verbose: false, report: () => {} });
  const lists: Record<string, Item[]> = {};
  for (const name of what === undefined ? names : [what]) lists[name] = (await LISTS[name]?.(reading)) ?? [];
  if (options.json) await writeOut(`${JSON.stringify(what === undefined ? Object.fromEntries(Object.entries(lists).map(([title, items]) => [title, items.map(toJson)])) : (lists[what] ?? []).map(toJson), null, 2)}\n`);
  else await writeOut(Object.entries(lists).map(([title, items]) => print(title, items)).join('\n'));
  return EXIT.passed;
}
