import { pageTrust } from '@assay/reports';
import { runTrust } from '../../../calibrate/run-trust.js';
import { runOf } from '../data/run-of.js';
import type { Route } from './route.js';

/** How far the scores of a run can be trusted: what labels say of its judges, and whom judges prefer. */
export const trust: Route = {
  method: 'GET',
  path: /^\/api\/runs\/([^/]+)\/trust$/u,
  async handle({ context, parts: [id] }, answer) {
    const { projectRoot, cwd, labels } = context;
    const { folder } = await runOf(context, id);
    answer.json(pageTrust(await runTrust({ folder, projectRoot, cwd }, { calibrates: labels ? 'always' : 'never' })));
  },
};
