import { canonicalHash, type JudgePanel, type JudgeRequest, type JudgeVote, type PanelResult, type Spending } from '@assay/schema';
import { blocked } from '../waiting/asks.js';
import { waitFor } from '../../deadline/wait-for.js';

function withoutFigures({ latencyMs: _latencyMs, usage: _usage, costUsd: _costUsd, costIncomplete: _costIncomplete, cached: _cached, ...vote }: JudgeVote): JudgeVote {
  return vote;
}

/** The result as whoever shares it gets it: what it took is counted where it was asked for. */
function shared(result: PanelResult): PanelResult {
  const { usage: _usage, costUsd: _costUsd, saved: _saved, ...rest } = result;
  return { ...rest, votes: rest.votes.map(withoutFigures) };
}

/** Told what comes of each question that is asked. */
type OnAnswer = (result: { readonly saved?: Spending | undefined }) => void;

function sharing(panel: JudgePanel, onAnswer: OnAnswer): JudgePanel {
  const { answer } = panel;
  const asked = new Map<string, Promise<PanelResult>>();

  function ask(key: string, request: JudgeRequest, signal: AbortSignal): Promise<PanelResult> {
    const pending = panel.assess(request, { signal });
    asked.set(key, pending);
    // What was cut short for one evaluator is no answer for another.
    void pending.then(onAnswer).catch(() => asked.get(key) === pending && asked.delete(key));
    return pending;
  }

  return {
    judgeIds: panel.judgeIds,
    quorum: panel.quorum,
    async assess(request, { signal }) {
      const key = canonicalHash(request);
      for (let known = asked.get(key); known; known = asked.get(key)) {
        try {
          return shared(await blocked(() => waitFor(known, signal)));
        } catch {
          signal.throwIfAborted();
          if (asked.get(key) === known) asked.delete(key);
        }
      }
      return ask(key, request, signal);
    },
    // Not shared: an evaluator that writes the whole question wants a reply of its own.
    answer:
      answer &&
      (async (question, options) => {
        const reply = await answer(question, options);
        onAnswer(reply);
        return reply;
      }),
  };
}

/**
 * Asks a panel the same question once. Made for each trial: there equal requests are about the same
 * reply, whichever evaluators they come from. Tokens and cost stay with the one that asked first.
 */
export function shareAssessments(onAnswer: OnAnswer = () => undefined): (panel: JudgePanel) => JudgePanel {
  const panels = new Map<JudgePanel, JudgePanel>();
  return (panel) => {
    const known = panels.get(panel) ?? sharing(panel, onAnswer);
    panels.set(panel, known);
    return known;
  };
}
