import { AGENT, SUITE } from './workspace-project.js';

/** The suite of two cases, whose workspace stands in a file of its own. */
export const NAMED = SUITE.replace('workspace:\n  template: template\n', 'workspace: shared/workspace.yaml\n');

/** That file, what its hooks need, and an agent that wants what they prepare. */
export const SHARED = {
  'shared/workspace.yaml': 'template: ../template\nhooks:\n  before_each: { command: [sh, prepare.sh] }\n  after_each: { command: "pwd >> log", cwd: tools }\n',
  'shared/prepare.sh': 'cat > /dev/null; echo "prepared" > "$ASSAY_WORKSPACE/prepared.txt"',
  'shared/tools/x': '',
  'agents/agent.sh': `test -f prepared.txt || exit 3; ${AGENT}`,
};
