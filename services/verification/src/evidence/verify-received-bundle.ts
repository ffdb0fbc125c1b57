import type { Deps } from '../deps.ts';
import { bytesInMemory } from './byte-source.ts';
import { verifyBundle } from './verify-bundle.ts';
import type { BundleVerification } from './bundle-verification.ts';

/** What is wrong with a bundle, whoever made it. It is judged by its bytes alone: nothing is said of what the platform knows. */
export function verifyReceivedBundle(
  { evidenceKeys }: Pick<Deps, 'evidenceKeys'>,
  bytes: Uint8Array,
): Promise<BundleVerification> {
  return verifyBundle(bytesInMemory(bytes), evidenceKeys.published);
}
