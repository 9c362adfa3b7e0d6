import { SUITE } from './workspace-project.js';

/** The suite of two cases, which a script checks that looks at the workspace, and one that looks at the reply alone. */
export const TWICE = SUITE.replace('script: [sh, checks/count.sh] }]', 'script: [sh, checks/count.sh] }, { type: script, name: reply, script: "cat > /dev/null; echo true", needs_workspace: false }]');
