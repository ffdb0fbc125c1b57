import type { environmentOf } from '@assay/local/platform/environment';
import type { ServerAddresses } from '@assay/local/servers/start-servers';
import type { launchPlatform } from '@assay/test-kit/launched-platform';
import { importFrom } from '@assay/test-kit/processes/checkout';
import type { BenchPlatform } from '../bench-platform.ts';

/** What every commit in question exports where it starts platforms. */
interface Launching {
  readonly launchPlatform: typeof launchPlatform;
}
interface Contract {
  readonly environmentOf: typeof environmentOf;
}
interface Replacing {
  readonly replaceByMemory: (
    bench: Pick<BenchPlatform, 'platform'>,
  ) => Promise<{ readonly child: { readonly pid?: number; disconnect(): void } }>;
}

/** What the process that asked is told. */
export interface CommitAnswer {
  readonly apiKey: string;
  /** What a gateway before these services reads. */
  readonly environment: Readonly<Record<string, string>>;
  /** Of the service that answers from memory. */
  readonly servicePid: number | undefined;
}

// Runs the services of one checkout by the code of that checkout, for as long as the process that asked is there.
process.once('message', ({ checkout, servers }: { checkout: string; servers: ServerAddresses }) => {
  void serve(checkout, servers);
});

async function serve(checkout: string, servers: ServerAddresses): Promise<void> {
  const [launching, contract, { replaceByMemory }] = await Promise.all([
    importFrom<Launching>(checkout, 'test/kit/src/launched-platform.ts'),
    importFrom<Contract>(checkout, 'deploy/local/src/platform/environment.ts'),
    importFrom<Replacing>(checkout, 'test/bench/src/bench-platform.ts'),
  ]);
  const platform = await launching.launchPlatform({ servers });
  await platform.processes.gateway.stop();
  const { child } = await replaceByMemory({ platform });
  process.once('disconnect', () => {
    child.disconnect();
    void platform.stop().then(() => process.exit());
  });
  const environment = contract.environmentOf('gateway', platform.layout);
  const answer: CommitAnswer = { apiKey: platform.apiKey, environment, servicePid: child.pid };
  process.send?.(answer);
}
