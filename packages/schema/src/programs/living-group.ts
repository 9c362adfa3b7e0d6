import { readdir, readFile } from 'node:fs/promises';

interface ProcessState {
  readonly group: number;
  readonly living: boolean;
}

/**
 * Reads `/proc/<pid>/stat`. The name of the program stands in parentheses and may hold any character; what follows are the
 * state, the parent, the group, and as the eighteenth the number of threads: a program may end its first thread and go on.
 */
function readStat(text: string): ProcessState {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, , group] = fields;
  const ended = (state === 'Z' || state === 'X') && Number(fields[17]) <= 1;
  return { group: Number(group), living: !ended };
}

/**
 * Whether a group of processes is there in name only: every process in it has ended, and stays in the table until its
 * parent looks after it. What a program leaves behind becomes a child of the first process of the machine, which in a
 * container is often a program that looks after its children seldom or never. Only Linux tells; false elsewhere, and
 * whenever there is doubt.
 */
export async function hasEndedInAllButName(group: number): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const names = await readdir('/proc').catch((): string[] => []);
  const states = await Promise.all(
    names.filter((name) => /^\d+$/u.test(name)).map((name) =>
      readFile(`/proc/${name}/stat`, 'utf8').then(readStat, () => undefined),
    ),
  );
  const members = states.filter((state) => state?.group === group);
  return members.length > 0 && members.every((state) => !state?.living);
}
