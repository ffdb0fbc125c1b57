import type { environmentOf, PlatformLayout } from '@assay/local/platform/environment';
import { processNames } from '@assay/proto/processes';
import { importFrom } from '@assay/test-kit/processes/checkout';

/** What a release exports that says which variables its processes read. */
interface Contract {
  readonly environmentOf: typeof environmentOf;
}

// Answers with the variables that a checkout's own code gives each process of a layout.
process.once('message', ({ root, layout }: { root: string; layout: PlatformLayout }) => {
  void importFrom<Contract>(root, 'deploy/local/src/platform/environment.ts').then((contract) => {
    process.send?.(
      Object.fromEntries(processNames.map((name) => [name, contract.environmentOf(name, layout)])),
    );
    process.disconnect();
  });
});
