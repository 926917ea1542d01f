/** Which room may import which (docs/architecture.md). Type-only imports count. */

const ROOMS = require('./scripts/rooms.cjs');

const roomRules = Object.entries(ROOMS).map(([room, allowed]) => ({
  name: `room-${room}`,
  comment: `src/${room} may import only itself${allowed.length > 0 ? ` and ${allowed.join(', ')}` : ''}.`,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: {
    path: '^(src|agents)/',
    pathNot: `^(?:(?:src/)?(?:${[room, ...allowed].join('|')}))(?:/|$)`,
  },
}));

module.exports = {
  forbidden: [
    ...roomRules,
    {
      name: 'room-agents',
      comment: 'An agent asks a model and knows no other agent.',
      severity: 'error',
      from: { path: '^agents/' },
      to: { path: '^(src|agents)/', pathNot: '^src/(domain|llm)/' },
    },
    {
      name: 'domain-zod-only',
      comment: 'The shared vocabulary depends on zod alone.',
      severity: 'error',
      from: { path: '^src/domain/' },
      to: { dependencyTypesNot: ['local'], pathNot: '(^|/)node_modules/zod/' },
    },
    {
      name: 'no-circular',
      comment: 'Values flow one way; a circle of types alone counts too.',
      severity: 'error',
      from: { path: '^(src|agents)/' },
      to: { circular: true },
    },
    {
      name: 'not-from-tests',
      comment: 'What ships never imports tests or benchmarks.',
      severity: 'error',
      from: { path: '^(src|agents)/' },
      to: { path: '^(test|bench)/' },
    },
    {
      name: 'no-dev-dependencies',
      comment: 'What ships imports only what is installed with it.',
      severity: 'error',
      from: { path: '^(src|agents)/' },
      // Optional peers are there for tests, and loaded only where they are asked for.
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'unknown'], pathNot: '@types/|@opentelemetry/' },
    },
    {
      name: 'no-orphans',
      comment: 'A file that nobody imports is dead.',
      severity: 'error',
      from: {
        orphan: true,
        path: '^src/',
        pathNot: ['^src/cli/main\\.ts$', '^src/index\\.ts$', '\\.d\\.ts$'],
      },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
