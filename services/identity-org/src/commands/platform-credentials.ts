import { randomBytes } from 'node:crypto';
import { signingCredential } from '@assay/chassis/tokens/secret-generations';
import type { Credential } from '@assay/chassis/tokens/secret-generations';
import { processes, processNames } from '@assay/proto/processes';

const secretBytes = 32;
const internalKeys = { key: 'INTERNAL_TOKEN_JWKS', includesCurrent: true };
const retiredEvidenceKeys = { key: 'EVIDENCE_RETIRED_KEYS', includesCurrent: false };

/** What the processes of a platform sign and seal with, under the keys at which charts look: a variable, or `<process>.<VARIABLE>`. */
export const platformCredentials: readonly Credential[] = [
  ...processNames.map((name) => signingCredential(`${name}.INTERNAL_TOKEN_KEY`, name, internalKeys)),
  ...processNames
    .filter((name) => processes[name].needs.includes('mongodb'))
    .map((name) => ({ key: `${name}.SEALING_SECRET`, create: randomSecret })),
  signingCredential('ACCESS_TOKEN_KEY', 'access-tokens'),
  { key: 'LINK_SIGNING_KEY', create: randomSecret },
  signingCredential('EVIDENCE_SIGNING_KEY', 'evidence-bundles', retiredEvidenceKeys),
];

function randomSecret(): string {
  return randomBytes(secretBytes).toString('base64');
}
