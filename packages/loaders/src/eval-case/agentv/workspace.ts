import { describeKind, describeValue, isJsonObject, readText, reportError, type JsonObject, type NormalizeContext, type ValuePath, type Workspace, type WorkspaceHook, type WorkspaceHooks } from '@assay/schema';
import { readWorkspaceFile, unknownKeyHint } from './workspace-file.js';
import { checkTemplate, refuseUntrusted } from './workspace-rules.js';
import { reportUnreadKeys, type UnreadKeys } from './unread-keys.js';

const HOOKS = { before_all: 'beforeAll', before_each: 'beforeEach', after_each: 'afterEach', after_all: 'afterAll' } as const;
type HookKey = keyof typeof HOOKS;
const HOOK_KEYS = Object.keys(HOOKS) as readonly HookKey[];

const UNREAD_IN_WORKSPACES: UnreadKeys = {
  path: 'name the folder under template: every trial gets a copy of it',
  repos: 'clone them with hooks: { before_all: { command: git clone … } }, whose folder every trial gets a copy of',
  docker: 'start the container in the program of the cli target',
  env: 'set the variables in the target or in the environment',
};
/** What can be said of how folders are made, which is how all of them are. */
const HOW_MADE = { isolation: 'per_test', mode: 'temp' } as const;

const UNREAD_IN_HOOKS: UnreadKeys = { reset: 'leave it out: every trial gets a new folder' };

/** What is filled into the arguments of hooks. In a line for the shell it could become a part of the command. */
const MARK = /\{\{(?:workspace_path|test_id|eval_run_id|case_input|case_metadata)\}\}/u;

const HOOK_HINT = 'write { command: [program, argument, …] }, or { command: one line for the shell }';

/** What nobody reads may be what the trials are about: it is an error, not a warning. */
function refuseUnknown(context: NormalizeContext, raw: JsonObject, path: ValuePath, known: readonly string[]): void {
  for (const key of Object.keys(raw)) {
    if (known.includes(key)) continue;
    reportError(context, [...path, key], `unknown key "${key}" in ${path.at(-1) ?? 'workspace'}`, { which: 'key', hint: unknownKeyHint(key, known, path.length === 0) });
  }
}

function isCommand(value: unknown): value is WorkspaceHook['command'] {
  if (typeof value === 'string') return value.trim() !== '';
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string') && (value[0] as string).trim() !== '';
}

/** One of two names of the same: the first wins, and both are an error. */
function eitherOf(context: NormalizeContext, raw: JsonObject, path: ValuePath, [name, alias]: readonly [string, string]): string | undefined {
  const said = [name, alias].filter((key) => raw[key] !== undefined && raw[key] !== null);
  if (said.length === 2) reportError(context, [...path, alias], `${name} and ${alias} say the same`, { which: 'key', hint: `keep ${name}` });
  return said[0];
}

function readTimeout(context: NormalizeContext, raw: JsonObject, path: ValuePath): number | undefined {
  const key = eitherOf(context, raw, path, ['timeout_ms', 'timeoutMs']);
  const value = key === undefined ? undefined : raw[key];
  if (key === undefined || (typeof value === 'number' && value > 0)) return value as number | undefined;
  reportError(context, [...path, key], `${key} must be a number of milliseconds above 0`, { hint: 'write 60000 for a minute' });
  return undefined;
}

function readHook(context: NormalizeContext, raw: unknown, path: ValuePath, base: WorkspaceHook | undefined): WorkspaceHook | undefined {
  if (!isJsonObject(raw)) {
    reportError(context, path, `${path.at(-1)} must be a mapping with a command, not ${describeKind(raw)}`, { hint: HOOK_HINT });
    return base;
  }
  refuseUnknown(context, raw, path, ['command', 'script', 'timeout_ms', 'timeoutMs', 'cwd', ...Object.keys(UNREAD_IN_HOOKS)]);
  reportUnreadKeys(context, raw, path, UNREAD_IN_HOOKS);
  const key = eitherOf(context, raw, path, ['command', 'script']);
  const written = key === undefined ? base?.command : raw[key];
  const timeoutMs = readTimeout(context, raw, path) ?? base?.timeoutMs;
  const cwd = readText(context, raw, path, 'cwd') ?? base?.cwd;
  if (!isCommand(written)) {
    // What it says besides has been reported, and may be why it has none.
    if (raw['reset'] === undefined) reportError(context, key === undefined ? path : [...path, key], key === undefined ? `${path.at(-1)} has no command` : `${key} must be a command: a list of texts, or one line of text`, { hint: HOOK_HINT });
    return base;
  }
  const mark = typeof written === 'string' ? MARK.exec(written)?.[0] : undefined;
  if (mark !== undefined) {
    reportError(context, [...path, key ?? 'command'], `in one line of text ${mark} is not filled in`, { hint: 'write the command as a list of texts, or use $ASSAY_WORKSPACE and what stands on standard input' });
  }
  return { command: written, ...(timeoutMs === undefined ? {} : { timeoutMs }), ...(cwd === undefined ? {} : { cwd }) };
}

function readHooks(context: NormalizeContext, raw: unknown, path: ValuePath, base: WorkspaceHooks | undefined): WorkspaceHooks | undefined {
  if (!isJsonObject(raw)) {
    reportError(context, path, `hooks must be a mapping, not ${describeKind(raw)}`, { hint: `known keys: ${HOOK_KEYS.join(', ')}` });
    return base;
  }
  refuseUnknown(context, raw, path, ['enabled', ...HOOK_KEYS]);
  const { enabled } = raw;
  if (enabled !== undefined && enabled !== null && typeof enabled !== 'boolean') reportError(context, [...path, 'enabled'], 'enabled must be true or false');
  const read = HOOK_KEYS.map((key) => {
    const written = raw[key];
    const before = base?.[HOOKS[key]];
    return [HOOKS[key], written === undefined || written === null ? before : readHook(context, written, [...path, key], before)] as const;
  });
  const hooks = read.filter(([, hook]) => hook !== undefined);
  // Hooks that are switched off are read all the same: what is wrong with them is wrong.
  return enabled === false || hooks.length === 0 ? undefined : (Object.fromEntries(hooks) as WorkspaceHooks);
}

function readTemplate(context: NormalizeContext, raw: JsonObject, path: ValuePath): string | undefined {
  const written = readText(context, raw, path, 'template');
  if (written === undefined) return undefined;
  if (written.trim() === '') {
    // It would stand for the folder of the suite, with all that is in it.
    reportError(context, [...path, 'template'], 'template is empty', { hint: 'name a folder, or leave it out for an empty workspace' });
    return undefined;
  }
  checkTemplate(context, written, [...path, 'template']);
  return written.replaceAll('\\', '/');
}

/**
 * Reads the folder that the target of a case (or of all cases of a suite) works in.
 * @param base what the suite says, where a case is read: the fields of the case take the places of its.
 */
export function readWorkspace(context: NormalizeContext, raw: unknown, path: ValuePath, base?: Workspace): Workspace | undefined {
  if (raw === undefined || raw === null) return base;
  refuseUntrusted(context, path);
  if (typeof raw !== 'string') return readFields(context, raw, path, base);
  // Of a file that nobody vouches for, no other file is read.
  if (context.place?.trust) return base;
  return readWorkspaceFile(context, raw, path, base, (own, value, at, before) => readFields(own, value, at, before && withoutReplaced(before, value)));
}

/** What a suite says, without the hooks for which a file has commands of its own: those run in the folder of the file, unless it names another. */
function withoutReplaced({ template, hooks = {} }: Workspace, raw: unknown): Workspace {
  const written = isJsonObject(raw) && isJsonObject(raw['hooks']) ? raw['hooks'] : {};
  const isReplaced = (key: HookKey): boolean => isJsonObject(written[key]) && ['command', 'script'].some((name) => (written[key] as JsonObject)[name] !== undefined);
  const left = HOOK_KEYS.filter((key) => !isReplaced(key)).map((key) => [HOOKS[key], hooks[HOOKS[key]]] as const);
  const kept = left.filter(([, hook]) => hook !== undefined);
  return { ...(template === undefined ? {} : { template }), ...(kept.length === 0 ? {} : { hooks: Object.fromEntries(kept) as WorkspaceHooks }) };
}

function readFields(context: NormalizeContext, raw: unknown, path: ValuePath, base?: Workspace): Workspace | undefined {
  if (!isJsonObject(raw)) {
    reportError(context, path, `workspace must be a mapping, not ${describeKind(raw)}`, { hint: 'write workspace: { template: FOLDER }' });
    return base;
  }
  refuseUnknown(context, raw, path, ['template', 'hooks', ...Object.keys(HOW_MADE), ...Object.keys(UNREAD_IN_WORKSPACES)]);
  for (const [key, only] of Object.entries(HOW_MADE)) {
    const value = raw[key];
    if (value === undefined || value === null || value === only) continue;
    reportError(context, [...path, key], `${key} ${describeValue(value)} is not supported: every trial has a new folder of its own`, { code: 'unsupported', hint: `write ${only}, or leave it out` });
  }
  reportUnreadKeys(context, raw, path, UNREAD_IN_WORKSPACES);
  const template = readTemplate(context, raw, path) ?? base?.template;
  const { hooks: written } = raw;
  const hooks = written === undefined || written === null ? base?.hooks : readHooks(context, written, [...path, 'hooks'], base?.hooks);
  return { ...(template === undefined ? {} : { template }), ...(hooks === undefined ? {} : { hooks }) };
}
