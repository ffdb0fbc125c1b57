import { configDefaults, defineConfig } from 'vitest/config';

const conditions = ['source', 'node', 'import', 'default'];
/** Beside the sources and in the contract lie tests that meet no server. */
const unitTests = ['{gateway,gateway/web,services/*,deploy/*}/src/**/*.test.ts', 'proto/**/*.test.ts'];
/** Tests that start what they meet within their process, and stop it. */
const serviceTests = [
  'gateway/test/**/*.test.ts',
  'services/{billing,chassis,crowd-webhooks,datasets,evaluation,identity-org,mcp,operations,projects-files,verification}/test/**/*.test.ts',
];
/** Of them those that change a process for good: they trace it, look up names their own way, or replace a module. */
const changesProcess = [
  'gateway/test/operations/upload-trace.test.ts',
  'services/chassis/test/{grpc,tracing}/**/*.test.ts',
  'services/operations/test/same-name.test.ts',
];
/** Starts the servers that tests need, once for all projects of a run. */
const globalSetup = ['test/kit/src/set-up/infrastructure.ts'];

/** Tests run on TypeScript sources. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  // The global set-up is loaded in an environment of its own.
  environments: { __vitest__: { resolve: { conditions } } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'processes',
          include: ['{deploy/*,services/media,test/*}/{src,test}/**/*.test.ts', ...changesProcess],
          // Without the default, the packages of all workspaces are searched for tests.
          exclude: [...configDefaults.exclude, ...unitTests],
          globalSetup,
          // Packages whose condition `source` names TypeScript, which Node.js does not load from a dependency.
          server: { deps: { inline: [/@modelcontextprotocol/u, 'eventsource'] } },
        },
      },
      // Files that follow one another in a process load what they test once: a service takes a second to load. Projects run
      // in the order of their names, so the short ones fill the time in which the long ones end.
      {
        extends: true,
        test: {
          name: 'services',
          include: serviceTests,
          exclude: [...configDefaults.exclude, ...changesProcess],
          globalSetup,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          include: unitTests,
          isolate: false,
          // Loaded by Node.js as the product is: otherwise each use of what a module imports is a look-up, also in inner loops.
          experimental: { viteModuleRunner: false },
        },
      },
    ],
    setupFiles: ['test/kit/src/set-up/without-canvas.ts'],
    pool: 'forks',
    execArgv: ['--conditions=source'],
    // Two more than the processors of a small machine: many tests wait, for a lease to end or a server to come back.
    maxWorkers: 4,
    // Limits stop what hangs; they measure nothing, since machines differ and are shared.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // One unstable test out of thousands does not hold up a delivery; the summary names it, so that it is mended.
    retry: process.env['CI'] === undefined ? 0 : 1,
    passWithNoTests: false,
  },
});
