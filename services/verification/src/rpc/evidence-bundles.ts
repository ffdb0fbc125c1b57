import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { EvidenceBundlesServiceService } from '@assay/proto/evidence/v1/evidence_bundles_service';
import type { Deps } from '../deps.ts';
import { createBundleLink } from '../evidence/create-bundle-link.ts';
import { verifyReceivedBundle } from '../evidence/verify-received-bundle.ts';
import { toKeySetMessage, toVerificationMessage } from './bundle-message.ts';

export const evidenceBundlesRpcs: Rpcs<Deps, typeof EvidenceBundlesServiceService> = {
  createBundleLink: async (deps, call, ref) => ({ bundleLink: await createBundleLink(deps, call, ref) }),

  listBundleKeys: ({ evidenceKeys }) => Promise.resolve({ keySet: toKeySetMessage(evidenceKeys.published) }),

  verifyBundle: async (deps, _call, { content }) => ({
    verification: toVerificationMessage(await verifyReceivedBundle(deps, content)),
  }),
};
