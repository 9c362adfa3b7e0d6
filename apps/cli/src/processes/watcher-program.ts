/**
 * Ends what programs leave behind. It runs in a process of its own, which is told on standard input
 * what is started and what has ended (`m`arker, `+`pid, `-`pid number, `.` for all, `!` for all at once); when its input ends, Assay has ended in whatever way, and
 * everything that is left of its programs ends too: first the groups of those that were running,
 * then whatever carries the marker in its environment. Politely, and by force after `graceMs`.
 *
 * The text of this function is all that the other process gets: it uses nothing from outside of
 * itself but globals of Node.js.
 */
export function watcherProgram(graceMs: number): void {
  const fs = process.getBuiltinModule('node:fs');
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const { platform } = process;
  const stepMs = 25;
  /** After this much force nobody waits any more: what is left hangs in the kernel, or is not ours to end. */
  const lastMs = 3_000;
  const groups = new Set<number>();
  /** Programs whose leftovers are to be ended, and since when. */
  const ended = new Map<string, number>();
  const asked = new Set<number>();
  let marker = '';
  let rest = '';
  let closing = false;
  let now = false;
  let timer: NodeJS.Timeout | undefined;

  function send(pid: number, signal: NodeJS.Signals | 0): boolean {
    try {
      process.kill(pid, signal);
      return true;
    } catch {
      return false;
    }
  }

  function listed(folder: string): readonly string[] {
    try {
      return fs.readdirSync(folder);
    } catch {
      return [];
    }
  }

  /** Every process that may be looked at, with its environment. */
  function* environments(): Generator<readonly [number, string]> {
    if (platform === 'linux') {
      for (const name of listed('/proc')) {
        if (!/^\d+$/u.test(name)) continue;
        try {
          yield [Number(name), fs.readFileSync(`/proc/${name}/environ`, 'latin1')];
        } catch {
          // It is somebody else's, or gone.
        }
      }
    } else if (platform === 'darwin') {
      const { stdout } = spawnSync('ps', ['-A', '-E', '-ww', '-o', 'pid=,command='], { encoding: 'latin1', maxBuffer: 2 ** 28 });
      for (const line of stdout.split('\n')) yield [Number.parseInt(line, 10), line];
    }
  }

  /** The processes that carry one of the marks. */
  function find(marks: readonly string[]): number[] {
    const found: number[] = [];
    for (const [pid, text] of environments()) {
      if (pid !== process.pid && marks.some((mark) => text.includes(mark))) found.push(pid);
    }
    return found;
  }

  /** Ends what carries a mark; the same is asked politely once. True when nothing was left. */
  function endMarked(marks: readonly string[], force: boolean): boolean {
    for (let round = 0; round < (force ? 20 : 1); round++) {
      const left = find(marks);
      if (left.length === 0) return true;
      for (const pid of left) {
        if (force) send(pid, 'SIGKILL');
        else if (!asked.has(pid)) send(pid, 'SIGTERM');
        asked.add(pid);
      }
    }
    return false;
  }

  function later(step: () => void): void {
    timer = setTimeout(step, stepMs);
  }

  function endEnded(): void {
    timer = undefined;
    const time = performance.now();
    const forced = (since: number): boolean => now || time - since >= graceMs;
    for (const force of [false, true]) {
      const due = [...ended].filter(([, since]) => forced(since) === force);
      const gone = due.length === 0 || endMarked(due.map(([number]) => `${marker}.${number},`), force);
      for (const [number, since] of due) if (gone || time - since >= graceMs + lastMs) ended.delete(number);
    }
    if (ended.size > 0) later(endEnded);
    else asked.clear();
  }

  function endAll(since: number): void {
    const waited = performance.now() - since;
    const gone = endMarked([`${marker}.`], now || waited >= graceMs);
    if (gone || waited >= graceMs + lastMs) process.exit();
    later(() => endAll(since));
  }

  function endGroups(since: number): void {
    const force = now || performance.now() - since >= graceMs;
    for (const pid of groups) if (force ? send(-pid, 'SIGKILL') || true : !send(-pid, 0)) groups.delete(pid);
    if (groups.size > 0) later(() => endGroups(since));
    else endAll(performance.now());
  }

  function close(): void {
    if (closing) return;
    closing = true;
    clearTimeout(timer);
    if (platform === 'win32') {
      for (const pid of groups) spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
      process.exit();
    }
    for (const pid of groups) send(-pid, 'SIGTERM');
    endGroups(performance.now());
  }

  function hear(line: string): void {
    const [pid, number] = line.slice(1).split(' ');
    if (line.startsWith('m')) marker = line.slice(1);
    else if (line.startsWith('+')) groups.add(Number(pid));
    else if (line.startsWith('-')) {
      groups.delete(Number(pid));
      if (number) ended.set(number, performance.now());
      if (ended.size > 0 && !timer && !closing) later(endEnded);
    } else if (line === '.' || line === '!') {
      now ||= line === '!';
      close();
    }
  }

  process.title = 'assay-watcher';
  // It ends when Assay has ended, and not before: whoever ends both at once would let programs escape.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(hear);
  });
  process.stdin.on('error', close);
  process.stdin.on('end', close);
  process.stdin.on('close', close);
}
