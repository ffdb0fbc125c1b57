import type { environmentOf, PlatformLayout } from '@assay/local/platform/environment';
import { processNames } from '@assay/proto/processes';
import type { ReleaseAnswer } from './release.ts';
import { importFrom } from '@assay/test-kit/processes/checkout';

/** What a release exports that says which variables its processes read. */
interface Contract {
  readonly environmentOf: typeof environmentOf;
}
interface GatewayConfig {
  readonly configFrom: (environment: ReleaseAnswer['environments']['gateway']) => object;
}

// Answers with what a checkout's own code says of its processes in a layout.
process.once('message', ({ root, layout }: { root: string; layout: PlatformLayout }) => {
  void answer(root, layout).then((answered) => {
    process.send?.(answered);
    process.disconnect();
  });
});

async function answer(root: string, layout: PlatformLayout): Promise<ReleaseAnswer> {
  const [contract, gateway] = await Promise.all([
    importFrom<Contract>(root, 'deploy/local/src/platform/environment.ts'),
    importFrom<GatewayConfig>(root, 'gateway/src/config.ts'),
  ]);
  // Made of all names there are.
  const environments = Object.fromEntries(
    processNames.map((name) => [name, contract.environmentOf(name, layout)]),
  ) as ReleaseAnswer['environments'];
  const drainsUploads = 'uploadDrainTimeoutMs' in gateway.configFrom(environments.gateway);
  return { environments, gatewayCutsUploads: !drainsUploads };
}
