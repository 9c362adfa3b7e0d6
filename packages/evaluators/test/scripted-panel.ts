import type { JudgePanel, JudgeRequest, PanelSpec, PanelResult } from '@assay/schema';

/** A panel's result with one vote, or without a usable one for null. */
export function panelResult(score: number | null, overrides: Partial<PanelResult> = {}): PanelResult {
  return {
    score,
    votes: [
      {
        id: 'judge-a',
        model: 'a',
        score,
        ...(score === null ? { error: { code: 'server', message: 'HTTP 500' } } : {}),
      },
    ],
    usedBackup: false,
    warnings: [],
    hits: [],
    misses: [],
    reasoning: score === null ? '' : `worth ${score}`,
    ...(score === null ? { error: { code: 'unscored', message: 'no judge answered' } } : {}),
    usage: { inputTokens: 10, outputTokens: 2 },
    costUsd: 0.001,
    ...overrides,
  };
}

export interface ScriptedPanel {
  readonly judges: (panel?: PanelSpec) => JudgePanel;
  readonly requests: JudgeRequest[];
  readonly models: (readonly string[] | undefined)[];
}

/** A panel that answers each request by a rule and notes what it was asked. */
export function scriptedPanel(answer: (request: JudgeRequest) => PanelResult | Promise<PanelResult>, quorum?: number): ScriptedPanel {
  const requests: JudgeRequest[] = [];
  const models: (readonly string[] | undefined)[] = [];
  return {
    requests,
    models,
    judges: (asked) => {
      models.push(asked?.judges.map(({ model }) => model));
      return {
        judgeIds: ['judge-a'],
        quorum,
        assess: async (request) => {
          requests.push(request);
          return answer(request);
        },
      };
    },
  };
}
