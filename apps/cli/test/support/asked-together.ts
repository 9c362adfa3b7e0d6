import { setImmediate } from 'node:timers/promises';

interface Waiting<Request, Answer> {
  readonly request: Request;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Takes what is to be removed or stopped once all have their answers. */
export type WhenDone = (end: () => Promise<void>) => void;

/**
 * Answers requests that are made at the same time in one go. A run of the command takes as long as twenty of its cases, so tests that look only at
 * their own rows, lines or requests share one: they run concurrently, and each is written as if it had all of it to itself.
 * @param answerAll does it, and gives the answers in the order of the requests. Where it fails, each request is tried alone: then only what is wrong fails.
 * @param mayShare whether two requests can be answered in one go; any can unless it says no.
 */
export function askedTogether<Request, Answer>(
  answerAll: (requests: readonly Request[], whenDone: WhenDone) => Promise<readonly Answer[]>,
  mayShare: (one: Request, other: Request) => boolean = () => true,
): (request: Request) => Promise<Answer> {
  type Asked = Waiting<Request, Answer>;
  let waiting: Asked[] = [];

  function groupsOf(all: readonly Asked[]): readonly (readonly Asked[])[] {
    const groups: Asked[][] = [];
    for (const asked of all) {
      const group = groups.find((others) => others.every((other) => mayShare(asked.request, other.request)));
      if (group) group.push(asked);
      else groups.push([asked]);
    }
    return groups;
  }

  /** What tells each its answer. */
  async function answersTo(group: readonly Asked[]): Promise<readonly (() => void)[]> {
    const ends: (() => Promise<void>)[] = [];
    try {
      const answers = await answerAll(group.map(({ request }) => request), (end) => void ends.push(end));
      if (answers.length !== group.length) throw new Error(`${group.length} were asked for, and ${answers.length} answered`);
      return answers.map((answer, index) => () => group[index]?.resolve(answer));
    } catch (error) {
      if (group.length === 1) return group.map(({ reject }) => () => reject(error));
      return answersByGroup(group.map((asked) => [asked]));
    } finally {
      await Promise.all(ends.map((end) => end()));
    }
  }

  /** One group after the other: commands that run at once take a process each. */
  async function answersByGroup(groups: readonly (readonly Asked[])[]): Promise<readonly (() => void)[]> {
    const answers: (() => void)[] = [];
    for (const group of groups) answers.push(...(await answersTo(group)));
    return answers;
  }

  /** Waits until nobody asks for more. All are told together, for those who ask again then. */
  async function answerWaiting(): Promise<void> {
    for (let known = 0; known < waiting.length; ) {
      known = waiting.length;
      await setImmediate();
    }
    const all = waiting;
    waiting = [];
    for (const tell of await answersByGroup(groupsOf(all))) tell();
  }

  return (request) =>
    new Promise((resolve, reject) => {
      if (waiting.push({ request, resolve, reject }) === 1) void answerWaiting();
    });
}
