import {
  BundleLinkAnswer,
  EvidenceBundlesServiceService,
} from '@assay/proto/evidence/v1/evidence_bundles_service';
import { one, redirectUnlessRequested } from '../answer.ts';
import { compositeOperation, operation, adapterOperation } from '../operation.ts';
import type { Resource } from '../operation.ts';
import { required } from '../required.ts';

const { createBundleLink, listBundleKeys, verifyBundle } = EvidenceBundlesServiceService;

export const evidenceBundles: Resource = {
  tag: {
    name: 'Evidence bundles',
    description: 'Everything a run has found and what it rests on, signed, to be checked by anybody.',
  },
  operations: {
    getEvidenceBundle: compositeOperation(
      'GET /v2/projects/:projectId/verification-runs/:runId/evidence-bundle',
      [createBundleLink],
      {
        summary: 'Download the evidence bundle of a run',
        description:
          'Redirects to a fresh link, valid 15 minutes, to a zip archive: `run.json`, `files.json` (names, sizes and SHA-256 of the ' +
          'files, which are not in it themselves), `enrichment.json` and `context.json` as the run saw them, each stage under ' +
          '`stages/` with its checks, their versions, parameters, facts and likelihood ratios, `conclusion.json`, ' +
          '`report.json`, and what the stages made under `artifacts/`. `statement.dsse.json` comes first: an in-toto statement in a ' +
          'DSSE envelope that lists every other part with its SHA-256 and is signed with Ed25519 by a key of `GET /v2/keys`. The ' +
          'bundle of a run always has the same bytes. With `answer=link` the link is answered as JSON, for clients that would take their key ' +
          'along when they are redirected. 409 before the run is `completed`.',
        errors: ['INVALID_STATE'],
        answer: redirectUnlessRequested('bundleLink', {
          redirect: 'Follow `Location`, a link to the bundle (`application/zip`) that is valid 15 minutes.',
          link: 'The link, where it was asked for.',
        }),
        perform: async ({ callRpc }, call, request) => {
          const bundleLink = required((await callRpc(createBundleLink, call, request)).bundleLink);
          return request.answer === BundleLinkAnswer.LINK ? { bundleLink } : { url: bundleLink.url };
        },
      },
    ),
    verifyEvidenceBundle: adapterOperation('POST /v2/evidence-bundles/verify', [verifyBundle], {
      summary: 'Check an evidence bundle',
      description:
        'Says whether every byte of a bundle is what was signed, and else which part was altered: a part that is changed, missing, ' +
        'doubled or added, another header or directory of the archive, bytes before or after it, a signature that does not hold. The ' +
        'bundle is judged by its bytes and the keys of `GET /v2/keys` alone, and not kept. What is no bundle is answered as one ' +
        'that is not valid. At most 15 MiB (413); larger ones are checked by `npm run verify-bundle`, as all can be, without a ' +
        'server. Needs no credential.',
      access: 'service',
      body: { mimeType: 'application/zip', schema: { type: 'string', format: 'binary' } },
      answer: one('verification', 'Whether the bundle is valid, and what is wrong with it.'),
    }),
    listBundleKeys: operation('GET /v2/keys', listBundleKeys, {
      summary: 'List the keys of evidence bundles',
      description:
        'The public keys as a JWK set: the one that signs now first, then those that signed before. Keep them with your bundles to ' +
        'check these without this server. Needs no credential.',
      access: 'service',
      answer: one('keySet', 'The keys.'),
    }),
  },
};
