import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readQueueAddress } from '@assay/cluster';
import { expect, test } from 'vitest';
import { BIN, environmentOf } from './support/commands/assay.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const PAGE = new URL('../../../docs/scale.md', import.meta.url);

interface YamlDocument {
  readonly errors: readonly Error[];
  toJS(): unknown;
}

const { parseAllDocuments } = createRequire(new URL('../../../packages/loaders/package.json', import.meta.url))('yaml') as {
  parseAllDocuments(text: string): readonly YamlDocument[];
};

interface Manifest {
  readonly name: string;
  readonly values: readonly unknown[];
}

/** The YAML files of the page, parsed. */
async function manifests(): Promise<readonly Manifest[]> {
  const page = await readFile(PAGE, 'utf8');
  return [...page.matchAll(/^```yaml title=(\S+)\n(.*?)^```$/gmsu)].map(([, name = '', text = '']) => {
    const documents = parseAllDocuments(text);
    expect(documents.flatMap(({ errors }) => errors), name).toEqual([]);
    return { name, values: documents.map((document) => document.toJS()) };
  });
}

/** Every value in a value, outermost first. */
function valuesIn(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(valuesIn)] : [value];
}

/** The words of every call of Assay: as a list, or in lines for a shell. */
function callsIn(values: readonly unknown[]): readonly (readonly string[])[] {
  return values.flatMap((value) => {
    if (Array.isArray(value) && String(value[0]).endsWith('/assay')) return [value.slice(1).map(String)];
    if (typeof value !== 'string' || /^\S+\/assay$/u.test(value)) return [];
    const joined = value.replaceAll(/\\\n\s*/gu, ' ');
    return [...joined.matchAll(/(?:\bnpx |\/)assay (.+)$/gmu)].map(([, words = '']) => words.trim().split(/\s+/u).map((word) => word.replaceAll(/^["']|["']$/gu, '')));
  });
}

test('every call of assay in the manifests has a command and options that there are, and an address that can be read', async () => {
  const found = await manifests();
  expect(found.length).toBeGreaterThanOrEqual(4);
  const calls = found.flatMap(({ values }) => callsIn(values.flatMap(valuesIn)));
  expect(new Set(calls.map(([command]) => command))).toEqual(new Set(['run', 'merge', 'worker']));
  const helps = new Map<string, string>();
  for (const [command = '', ...words] of calls) {
    if (!helps.has(command)) helps.set(command, (await runAssay([command, '--help'], { cwd: tmpdir() })).stdout);
    const help = helps.get(command) ?? '';
    for (const word of words) {
      const [flag = ''] = word.split('=');
      if (flag.startsWith('--')) expect(help, `assay ${command} ${flag}`).toMatch(new RegExp(`^ +(?:-\\w, )?${flag}\\b`, 'mu'));
      if (/^rediss?:/u.test(word)) expect(readQueueAddress(word, {}).host).toBe('queue');
    }
  }
});

/** With which words Assay is started in containers: by a list, or by a shell that it takes the place of. */
function startsIn(values: readonly unknown[]): readonly string[] {
  return values.flatMap((value) => {
    if (Array.isArray(value)) return [value.slice(0, Math.max(0, value.findIndex((word) => word === 'run' || word === 'worker'))).join(' ')];
    return typeof value === 'string' ? [...value.matchAll(/^ *exec (.+?) (?:run|worker) /gmu)].map(([, words = '']) => words) : [];
  });
}

test('a container that is told to end tells Assay', async () => {
  const starts = new Set((await manifests()).flatMap(({ values }) => startsIn(values.flatMap(valuesIn))).filter(Boolean));
  expect(starts.size).toBe(1);
  const { folder } = await createWorkspace({ 'package.json': '{ "private": true }' });
  const command = join(folder, 'node_modules/.bin/assay');
  await mkdir(dirname(command), { recursive: true });
  await symlink(BIN, command);
  const [program = '', ...words] = [...starts].join(' ').split(' ');
  const worker = spawn(program, [...words, 'worker', '--stdio', '--target', 'mock'], { cwd: folder, env: environmentOf({ cwd: folder }), stdio: 'pipe' });
  let told = '';
  worker.stderr.on('data', (text: Buffer) => (told += text.toString()));
  worker.stdin.write('no job\n');
  await once(worker.stdout, 'data');
  worker.kill('SIGTERM');
  const [exitCode] = (await once(worker, 'close')) as [number | null];
  expect({ exitCode, told }).toEqual({ exitCode: 3, told: expect.stringMatching(/^stopping: [^\n]*\n0 rows, 1 refused\n$/u) as string });
});

test('each run of the composed services has a folder of its own, since none is written over another', async () => {
  const [compose] = (await manifests()).find(({ name }) => name === 'compose.yaml')?.values ?? [];
  const { command } = (compose as { readonly services: Record<string, { readonly command: readonly string[] }> }).services['run'] ?? { command: [] };
  expect(command[command.indexOf('--out') + 1]).toMatch(/^\/runs\/\$\{\w+:-\w+\}$/u);
});

test('what is referred to in a manifest is there', async () => {
  const found = await manifests();
  const [compose] = found.find(({ name }) => name === 'compose.yaml')?.values ?? [];
  const { services, volumes } = compose as { readonly services: Record<string, { readonly depends_on?: object; readonly healthcheck?: object }>; readonly volumes: object };
  expect(Object.keys(volumes)).toEqual(['queue']);
  for (const { depends_on: needs = {} } of Object.values(services)) for (const name of Object.keys(needs)) expect(services[name]?.healthcheck).toBeDefined();

  const [deployment, scaled] = found.find(({ name }) => name === 'cluster/workers.yaml')?.values ?? [];
  const { metadata, spec } = deployment as { readonly metadata: { readonly name: string }; readonly spec: { readonly selector: { readonly matchLabels: object }; readonly template: { readonly metadata: { readonly labels: object } } } };
  expect(spec.selector.matchLabels).toEqual(spec.template.metadata.labels);
  const { spec: scaling } = scaled as { readonly spec: { readonly scaleTargetRef: { readonly name: string }; readonly triggers: readonly { readonly metadata: Record<string, unknown> }[] } };
  expect(scaling.scaleTargetRef.name).toBe(metadata.name);
  // KEDA takes texts alone.
  for (const { metadata: asked } of scaling.triggers) for (const value of Object.values(asked)) expect(typeof value).toBe('string');

  for (const { values } of found) {
    for (const value of values.flatMap(valuesIn)) {
      const { volumeMounts, name: container } = (value ?? {}) as { readonly volumeMounts?: readonly { readonly name: string }[]; readonly name?: string };
      if (!volumeMounts) continue;
      const declared = values.flatMap(valuesIn).flatMap((one) => ((one ?? {}) as { readonly volumes?: readonly { readonly name: string }[] }).volumes ?? []);
      for (const { name } of volumeMounts) expect(declared.map((volume) => volume.name), container).toContain(name);
    }
  }
});
