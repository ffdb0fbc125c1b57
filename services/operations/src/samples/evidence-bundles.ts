import {
  BundleKey,
  BundleKeySet,
  BundleLink,
  BundleProblem,
  BundleVerification,
} from '@assay/proto/evidence/v1/evidence_bundle';
import { sample } from '../sample.ts';
import { ids, later } from './values.ts';

const key = {
  kty: 'OKP',
  crv: 'Ed25519',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  kid: 'evidence-bundles',
  alg: 'EdDSA',
  use: 'sig',
};
const problem = { part: 'stages/01-provenance.json', reason: 'does not have the SHA-256 that was signed' };

export const evidenceBundleSamples = [
  sample(BundleKey, key),
  sample(BundleKeySet, { keys: [key] }),
  sample(BundleLink, {
    url: 'https://files.example.org/evidence.zip?X-Amz-Signature=9a41',
    expiresAt: later,
  }),
  sample(BundleProblem, problem),
  sample(BundleVerification, {
    valid: false,
    runId: ids.run,
    signer: 'evidence-bundles',
    problems: [problem],
  }),
];
