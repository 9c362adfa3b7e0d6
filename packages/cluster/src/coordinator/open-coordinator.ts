import type { JobCoordinator, QueueError } from '@assay/schema';
import { answersOf } from '../messages/answers.js';
import { encodeDecisions } from '../messages/decision.js';
import { decodePayment, encodePayment, type PaymentQuestion } from '../messages/payment.js';
import { isPassingForMembers } from '../writes/passing-refusal.js';
import { refusedWrite } from '../redis/refused-write.js';
import { ended } from '../session/ended.js';
import { openSession, type QueueOptions, type Session } from '../session/open-session.js';
import { Answers } from './answers.js';
import { Coordinator } from './coordinator.js';
import { HeldBack } from './held-back.js';
import { JobList } from './job-list.js';
import { ThrownAway } from './thrown-away.js';
import { watchForWorkers } from './without-workers.js';

export interface CoordinatorOptions extends QueueOptions {
  readonly runId: string;
}

/** Milliseconds between two looks for jobs that the server has lost. */
const LOOK_MS = 5_000;
/** Looks in a row at which the server takes nothing, after which nobody waits for it. */
const REFUSALS = 2;

/** Lets workers ask whether trials are still waited for, and for room in the budget. */
async function answerQuestions(coordinator: Coordinator, { session, runId }: { readonly session: Session; readonly runId: string }): Promise<void> {
  const { signer, names, client } = session;
  await session.listen(names.claims(runId), (message) => {
    const [kind, workerId = '', subject = '', nonce = '', signature] = message.split(' ');
    if ((kind !== 'claim' && kind !== 'begin' && kind !== 'pay') || !signer.isSigned(kind, [runId, workerId, subject, nonce], signature)) return coordinator.noteForged('a question of a worker');
    // One that is lost is asked for again.
    const answer = (text: string): void => void client.publish(names.grants(workerId), [nonce, text, signer.sign('grant', [workerId, subject, nonce, text])].join(' ')).catch(() => undefined);
    if (kind === 'claim') return answer(encodeDecisions(coordinator.decide(subject, workerId)));
    if (kind === 'begin') return answer(coordinator.begin(subject, workerId));
    const question = decodePayment<PaymentQuestion>(subject);
    if (question) coordinator.pay(nonce, workerId, question, (reply) => answer(encodePayment(reply)));
  });
}

async function coordinate(session: Session, runId: string): Promise<JobCoordinator> {
  const { address, client, names, signer, presence, lost, tell } = session;
  const list: JobList = new JobList({
    client,
    prefix: address.prefix,
    names,
    patiently: session.patiently,
    onFailure: (error) => coordinator.fail(refusedWrite(error, 'takes no jobs', address)),
  });
  const coordinator = new Coordinator({ runId, session, list, tell });
  lost.addEventListener('abort', () => coordinator.fail(lost.reason as QueueError));
  presence.onChange(() => {
    coordinator.noteWorkers();
    if (presence.hasStranger('worker')) coordinator.noteStranger(address.shown);
  });
  const [reader] = await session.unlessLost(Promise.all([session.reader(), answerQuestions(coordinator, { session, runId })]));
  const answers = new Answers({
    reader,
    client,
    onFailure: (error) => coordinator.fail(refusedWrite(error, 'gives no rows', address)),
    key: names.answers(runId),
    due: () => coordinator.openJobs.size,
    take(fields) {
      const batch = answersOf(fields, runId, signer);
      if (batch) coordinator.take(batch);
      else coordinator.noteForged('a row');
    },
  });
  const heldBack = new HeldBack({ client, names, shown: address.shown, tell });
  const thrownAway = new ThrownAway({ client, shown: address.shown, tell });
  let refusals = 0;
  const look = async (): Promise<void> => {
    try {
      await coordinator.recover(answers.readUpTo);
      await heldBack.look();
      await thrownAway.look();
      refusals = 0;
    } catch (error) {
      // For that the session waits.
      if (isPassingForMembers(error)) return;
      refusals += 1;
      if (refusals >= REFUSALS) coordinator.fail(refusedWrite(error, 'takes no jobs', address));
    }
  };
  const looking = setInterval(() => void (client.status === 'ready' && look()), LOOK_MS);
  const workers = watchForWorkers({ presence, shown: address.shown, tell });
  return {
    get window() {
      return coordinator.window;
    },
    get notes() {
      return coordinator.notes;
    },
    onChange: (callback) => coordinator.onChange(callback),
    run: (job, how) => coordinator.run(job, how),
    async close() {
      clearInterval(looking);
      workers.close();
      // What would come into the queue from now on would stay there.
      coordinator.stop();
      const { ids, underWay } = coordinator.openJobs;
      await ended(answers.close());
      if (client.status === 'ready') {
        await ended(list.remove(ids));
        // Of a run that is gone on with: what workers have under way now.
        if (underWay === 0) {
          await ended(answers.remove());
          await ended(list.untilOver((id) => id.startsWith(`${runId}_`)));
        }
        await ended(list.tidy());
      }
      await ended(list.close());
      await session.close();
    },
  };
}

/**
 * Begins to have the trials of a run done by the workers of a queue.
 * @throws UsageError, ConfigError for an address, a secret or a server that will not do; QueueError when it cannot be reached.
 */
export async function openCoordinator(options: CoordinatorOptions): Promise<JobCoordinator> {
  return openSession({ ...options, kind: 'run', id: options.runId }, (session) => coordinate(session, options.runId));
}
