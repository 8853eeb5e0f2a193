/** The import arrows of docs/architecture.md: bin -> lib -> lambda, and the rooms within. */
const only = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

module.exports = {
  forbidden: [
    only('no-cycles', {}, { circular: true }, 'a cycle means two files are one'),
    only(
      'lambda-stays-inside',
      { path: '^lambda/' },
      { path: '^(lib|bin|test)/' },
      'lambda runs without lib and bin',
    ),
    only('lib-under-bin', { path: '^lib/' }, { path: '^(bin|test)/' }, 'bin -> lib, never back'),
    only(
      'cdk-only-in-aws',
      { path: '^(lambda|lib|bin)/', pathNot: '^(lib/aws/|bin/app\\.ts)' },
      { path: 'node_modules/(aws-cdk-lib|constructs|cdk-nag)' },
      'one room knows CDK',
    ),
    only(
      'define-is-pure',
      { path: '^lambda/define/' },
      { pathNot: '^(lambda/define/|node_modules/zod|crypto$|node:crypto$)' },
      'the vocabulary needs zod and a hash, nothing else',
    ),
    only(
      'ledger-knows-no-room-above',
      { path: '^lambda/ledger/' },
      { path: '^lambda/(agent|gate|states|functions|workflows)/' },
      'define <- ledger <- agent, gate <- states <- functions',
    ),
    only(
      'agent-stands-beside-gate',
      { path: '^lambda/agent/' },
      { path: '^lambda/(gate|states|functions|workflows)/' },
      'a turn knows no person',
    ),
    only(
      'workspace-keeps-files',
      { path: '^lambda/workspace/' },
      { path: '^lambda/(ledger|agent|gate|states|functions|workflows)/' },
      'where files are kept knows no run',
    ),
    only(
      'gate-loads-no-workflow',
      { path: '^lambda/gate/' },
      { path: '^lambda/(agent|states|functions|workflows)/' },
      'what ask froze is what is shown',
    ),
    only(
      'states-know-no-workflow',
      { path: '^lambda/states/' },
      { path: '^lambda/(functions|workflows)/' },
      'a state is told which workflow it serves',
    ),
    only(
      'workflows-are-data',
      { path: '^lambda/workflows/' },
      { path: '^lambda/(ledger|agent|gate|states|functions)/' },
      'a workflow is written in the vocabulary alone',
    ),
    only(
      'workflow-is-private',
      { path: '^lambda/workflows/([^/]+)/' },
      { path: '^lambda/workflows/[^/]+/', pathNot: '^lambda/workflows/($1|shared)/' },
      'workflows use nothing private to another',
    ),
    only(
      'runner-apart',
      { path: '^lambda/', pathNot: '(\\.run\\.ts$|^lambda/functions/)' },
      { path: '^lambda/workflows/.*\\.run\\.ts$' },
      'a declaration never imports its runner',
    ),
    only(
      'only-the-registry',
      { path: '^(lambda/(?!workflows/)|lib/|bin/)', pathNot: '^(lambda/functions/|bin/load-catalogue)' },
      { path: '^lambda/workflows/[^/]+/', pathNot: 'rehearsal\\.ts$' },
      'workflows are reached through the registry',
    ),
    only('not-to-unresolvable', {}, { couldNotResolve: true }, 'the import must exist'),
    only(
      'no-dev-in-product',
      { path: '^(lambda|lib/(machine|local)|bin/holdpoint)' },
      { dependencyTypes: ['npm-dev'], pathNot: '@types' },
      'the product installs without dev dependencies',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
