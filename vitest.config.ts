import { defineConfig } from 'vitest/config';

const conditions = ['source', 'node', 'import', 'default'];
/** Beside the sources and in the contract lie tests that meet no server. */
const unitTests = ['{gateway,services/*,deploy/*}/src/**/*.test.ts', 'proto/**/*.test.ts'];

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
          name: 'servers',
          include: ['{gateway,services/*,deploy/*,test/*}/{src,test}/**/*.test.ts'],
          exclude: unitTests,
          // The servers that tests need are started once, by the kit.
          globalSetup: ['test/kit/src/set-up/infrastructure.ts'],
        },
      },
      // Short and many: files that follow one another in a process load what they test once. They also run last, where
      // they fill the time in which the long ones end.
      { extends: true, test: { name: 'unit', include: unitTests, isolate: false } },
    ],
    setupFiles: ['test/kit/src/set-up/without-canvas.ts'],
    pool: 'forks',
    execArgv: ['--conditions=source'],
    // One more than the processors of a small machine: many tests wait, for a lease to end or a server to come back.
    maxWorkers: 3,
    // Limits stop what hangs; they measure nothing, since machines differ and are shared.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // One unstable test out of thousands does not hold up a delivery; the summary names it, so that it is mended.
    retry: process.env['CI'] === undefined ? 0 : 1,
    passWithNoTests: false,
  },
});
