import type {
  BundleKeySet,
  BundleVerification as VerificationMessage,
} from '@assay/proto/evidence/v1/evidence_bundle';
import type { KeySet } from '../evidence/signing-keys.ts';
import type { BundleVerification } from '../evidence/bundle-verification.ts';

export function toKeySetMessage({ keys }: Pick<KeySet, 'keys'>): BundleKeySet {
  return { keys: keys.map((key) => ({ ...key, alg: 'EdDSA', use: 'sig' })) };
}

export function toVerificationMessage({
  isValid,
  signed,
  problems,
}: BundleVerification): VerificationMessage {
  return {
    valid: isValid,
    runId: signed?.statement.about.runId,
    signer: signed?.by,
    problems: problems.map(({ part, reason }) => ({ part, reason })),
  };
}
