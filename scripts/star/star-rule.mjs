/**
 * The import rule, a star: every package knows only `@assay/schema` and `@assay/statistics`, which know nothing of the workspace; what it
 * needs from another one it gets as an argument.
 * Only the command line in `apps/cli` knows them all and puts them together.
 */

/** What an app may import from the workspace. An app that is not listed may import only what packages may. */
const appsMayImport = new Map([['apps/cli', { names: /^(?:@assay\/.+|assay)$/u, text: 'every package' }]]);
/** The middle of the star: what it holds imports nothing of the workspace, not even each other. */
const middle = new Set(['@assay/schema', '@assay/statistics']);
const middleMayImport = { names: /^(?!)/u, text: 'itself' };
const sourcesMayImport = { names: /^@assay\/(?:schema|statistics)$/u, text: '@assay/schema and @assay/statistics' };
const testsMayImport = {
  names: /^@assay\/(?:schema(?:\/testing)?|statistics)$/u,
  text: '@assay/schema, @assay/schema/testing and @assay/statistics',
};

const wayOut =
  'Let the caller pass what is needed as an argument typed in @assay/schema, and put the parts together in apps/cli/src/runner.';

/** @param {string} specifier @returns {string} `@assay/reports/statistics` → `@assay/reports`, `yaml/util` → `yaml` */
export function packageOf(specifier) {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/**
 * @param {object} importing
 * @param {string} importing.folder the importing package's folder from the workspace root, such as `packages/loaders`
 * @param {string} importing.name its npm name
 * @param {boolean} importing.isTest whether the importing file is a test
 * @param {string} specifier a workspace package's name or an entry below it
 * @returns {{problem: string, hint: string} | undefined} undefined when the import is allowed
 */
export function starViolation({ folder, name, isTest }, specifier) {
  if (packageOf(specifier) === name) return undefined;
  const ofPackages = middle.has(name) ? middleMayImport : isTest ? testsMayImport : sourcesMayImport;
  const allowed = appsMayImport.get(folder) ?? ofPackages;
  if (specifier === '@assay/schema/testing' && !isTest && folder !== 'apps/cli') {
    return {
      problem: `${name} imports ${specifier} outside a test`,
      hint: 'The conformance suites are for *.test.ts files and test/ folders; take what the source needs from @assay/schema.',
    };
  }
  if (allowed.names.test(specifier)) return undefined;
  const who = folder.startsWith('packages/') ? 'a package' : folder;
  return {
    problem: `${name} may not import ${specifier}; ${middle.has(name) ? name : who} imports from the workspace only ${allowed.text}`,
    hint: wayOut,
  };
}

/**
 * The same rule for the dependencies in package.json.
 * @param {{folder: string, name: string}} importing
 * @param {string} dependency a workspace package's name
 * @returns {{problem: string, hint: string} | undefined}
 */
export function dependencyViolation({ folder, name }, dependency) {
  const viewerMayDepend = folder === 'apps/viewer' && dependency === '@assay/reports';
  if (viewerMayDepend || starViolation({ folder, name, isTest: false }, dependency) === undefined) return undefined;
  return { problem: `${name} may not depend on ${dependency}`, hint: wayOut };
}
