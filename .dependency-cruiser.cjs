const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const domain = { path: '^services/([^/]+)/src/domain/', pathNot: '\\.test\\.ts$' };

/** All that rules may import. Each entry computes from its arguments, or waits; none opens a file, a connection or a process. */
const pureModules = [
  '^services/$1/src/domain/',
  '^(buffer|crypto|path|stream|stream/(consumers|promises)|timers/promises|util)$',
  'node_modules/csv-parse/',
  '^proto/[^/]+\\.ts$',
  // Enums and messages; requests and rpcs stay in src/rpc.
  '^proto/gen/assay/.+(?<!_service|_calls)\\.ts$',
  `^services/chassis/src/(${[
    ...['audit', 'authorization', 'call-context', 'clock', 'errors', 'ids', 'pagination', 'units'],
    ...['retry-on-conflict', 'egress/egress-error', 'http/client-network', 'http/json-limits'],
    // Loops over work that `deps` holds.
    ...['process/pause', 'process/periodic-task', 'process/semaphore', 'work/redrive', 'work/worker'],
    // Counts passing bytes for the garbage collector, also those that rules measure.
    'http/collect-chunks',
  ].join('|')})\\.ts$`,
  `^services/media/src/(${[
    ...['hash/perceptual-hash', 'isolate/job-failures', 'pdf/marks/geometry', 'text/to-utf8'],
    ...['sniff/accepted-types', 'sniff/decide-type', 'sniff/detect-type'],
  ].join('|')})\\.ts$`,
  // What the checks of a run report, and what they declare. The registry names the checks and loads none.
  '^services/checks/src/(check/check-result|likelihood/|manifests|[^/]+/[^/]+/manifest|registry|search/|sound/min-seconds|words/)',
  // Comparisons of the features of files.
  '^services/datasets/src/cleaning/(near-duplicates|outliers/find-outliers|images/(changed/image-change|similar/image-features))\\.ts$',
];

/** Types that say what comes in through deps. They vanish when the product runs. */
const pureTypes = [
  '^services/$1/src/deps\\.ts$',
  '^services/(chassis|checks|media)/',
  '^services/datasets/src/cleaning/treatment\\.ts$',
];

/** The walls of the building, see deploy/docs/adr/0002-boundaries.md. */
module.exports = {
  forbidden: [
    rule('no-cycles', 'A module that needs itself cannot be understood alone.', {}, { circular: true }),
    rule('no-unresolvable', 'Every import exists.', {}, { couldNotResolve: true }),
    rule(
      'services-stand-alone',
      'A service reaches another only through its contract.',
      {
        path: '^services/([^/]+)/',
        pathNot: [
          '^services/(chassis|evaluation|mcp|media)/',
          '^services/checks/src/.*\\.(test|fixture)\\.ts$',
        ],
      },
      { path: '^services/', pathNot: ['^services/$1/', '^services/(chassis|checks|media)/'] },
    ),
    rule(
      'verification-alone-runs-checks',
      'A check is reached by a run: services other than verification read its results through the contract.',
      { path: '^(gateway|services/(?!checks|evaluation|verification)[^/]+)/src/' },
      { path: '^services/checks/' },
    ),
    rule(
      'checks-is-a-library',
      'A check examines bytes by reading media: it needs no process, no contract, no storage and no verdict.',
      { path: '^services/checks/src/', pathNot: '\\.(test|fixture)\\.ts$' },
      {
        path: [
          '^(gateway|deploy|test|proto)/',
          '^services/(?!(checks|media)/)',
          'node_modules/(mongodb|nats|@grpc)/',
        ],
      },
    ),
    rule(
      'nothing-needs-evaluation',
      'Evaluation measures what the product does, and no process needs it. Tests of checks use the forgeries it makes.',
      { path: '^(gateway|services/(?!evaluation/)[^/]+|proto)/', pathNot: '\\.(test|fixture)\\.ts$' },
      { path: '^services/evaluation/' },
    ),
    rule(
      'edge-imports-contract-only',
      'The gateway and the MCP adapter know services by their contract alone.',
      { path: '^(gateway|services/mcp)/src/' },
      { path: '^services/', pathNot: '^services/(chassis|operations|mcp)/' },
    ),
    rule(
      'pages-know-the-api-alone',
      'A page runs in a browser: it calls the REST API and imports pages.',
      { path: '^gateway/web/src/' },
      { path: '.', pathNot: '^gateway/web/src/' },
    ),
    rule(
      'operations-is-a-library',
      'What the interface offers needs no process: the contract and the chassis say the rest.',
      { path: '^services/operations/src/' },
      { path: ['^(gateway|deploy|test)/', '^services/(?!(operations|chassis)/)'] },
    ),
    rule(
      'chassis-knows-no-service',
      'What every process needs has no domain noun in it.',
      { path: '^services/chassis/src/' },
      { path: ['^(gateway|deploy|test)/', '^services/(?!chassis/)'] },
    ),
    rule(
      'media-is-a-library',
      'Reading bytes needs no process, no contract, no network.',
      { path: '^services/media/src/', pathNot: '\\.test\\.ts$' },
      {
        path: ['^(gateway|deploy|test|proto)/', '^services/(?!media/)', 'node_modules/(mongodb|nats|@grpc)/'],
      },
    ),
    rule(
      'domain-is-pure',
      'Rules compute, wait and call what `deps` holds: code that reaches files, servers, processes or mails belongs to src/store, src/clients or a folder of its own, and comes in through deps.',
      domain,
      { pathNot: pureModules, dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'domain-types-are-its-own',
      'A type that rules need belongs to the domain, and the code outside imports it from there: only deps.ts lists what comes in.',
      domain,
      { path: '^(services|gateway|proto)/', pathNot: [...pureModules, ...pureTypes] },
    ),
    rule(
      'store-knows-no-rpc',
      'Storage serves whoever calls it.',
      { path: '^services/[^/]+/src/store/' },
      { path: '^services/[^/]+/src/(rpc|consumers)/' },
    ),
    rule(
      'stores-alone-know-mongo',
      'A write and its events are one update, made in one place; an operator’s command opens its own connection.',
      {
        path: '^services/[^/]+/src/',
        pathNot: ['^services/chassis/', '/src/(store|commands)/', '\\.test\\.ts$'],
      },
      { path: ['^services/chassis/src/mongo/', 'node_modules/mongodb/'] },
    ),
    rule(
      'nats-in-one-folder',
      'The client library is one folder to replace.',
      { path: '^(gateway|services|deploy)/', pathNot: '^services/chassis/src/events/' },
      { path: 'node_modules/nats/' },
    ),
    rule(
      'production-code-imports-no-tests',
      'Tests depend on code, never the other way round.',
      { path: '^(gateway|services)/[^/]*/?src/', pathNot: '\\.test\\.ts$' },
      { path: ['^test/', '\\.test\\.ts$', '/test/'] },
    ),
  ],
  options: {
    doNotFollow: { path: '(^|/)(node_modules|gen)/' },
    exclude: { path: '(^|/)dist(/|$)|\\.assay|typescript/story\\.ts$' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'types', 'default'],
      extensions: ['.ts', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
