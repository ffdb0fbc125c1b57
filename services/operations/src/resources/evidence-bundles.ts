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
    description: 'Signed archives of the complete results of a run, which anyone can verify.',
  },
  operations: {
    getEvidenceBundle: compositeOperation(
      'GET /v2/projects/:projectId/verification-runs/:runId/evidence-bundle',
      [createBundleLink],
      {
        summary: 'Download the evidence bundle of a run',
        description:
          'Redirects to a new link to a zip archive, valid for 15 minutes. The archive contains `run.json`, `files.json` (names, ' +
          'sizes and SHA-256 of the files; the files themselves are not included), `enrichment.json` and `context.json` as the run ' +
          'used them, each stage under `stages/` with its checks, their versions, parameters, facts and likelihood ratios, ' +
          '`conclusion.json`, `report.json`, and the artifacts of the stages under `artifacts/`. The first part is ' +
          '`statement.dsse.json`: an in-toto statement in a DSSE envelope that lists every other part with its SHA-256. It is signed ' +
          'with Ed25519 by a key of {listBundleKeys}. The bundle of a run always has the same bytes. With `answer` `link`, the ' +
          'response contains the link as JSON, for clients that would send their credential along with a redirect. A run that is not ' +
          'completed is refused with {RUN_NOT_COMPLETED}.',
        errors: ['RUN_NOT_COMPLETED'],
        answer: redirectUnlessRequested('bundleLink', {
          redirect:
            'Follow `Location`, a link to the bundle (`application/zip`) that is valid for 15 minutes.',
          link: 'The link, if requested.',
        }),
        perform: async ({ callRpc }, call, request) => {
          const bundleLink = required((await callRpc(createBundleLink, call, request)).bundleLink);
          return request.answer === BundleLinkAnswer.LINK ? { bundleLink } : { url: bundleLink.url };
        },
      },
    ),
    verifyEvidenceBundle: adapterOperation('POST /v2/evidence-bundles/verify', [verifyBundle], {
      summary: 'Verify an evidence bundle',
      description:
        'Checks whether every byte of a bundle is unchanged since it was signed, and lists the parts that are not: a part that is ' +
        'changed, missing, duplicated or added, a changed header or directory of the archive, bytes before or after it, an invalid ' +
        'signature. The check uses only the bytes of the bundle and the keys of {listBundleKeys}; the bundle is not stored. A file ' +
        'that is not a bundle is reported as not valid. A bundle above 15 MiB is refused with {PAYLOAD_TOO_LARGE}; `npm run ' +
        'verify-bundle` verifies bundles of any size without a server. Needs no credential.',
      access: 'service',
      body: { mimeType: 'application/zip', schema: { type: 'string', format: 'binary' } },
      answer: one('verification', 'The validity of the bundle and its problems.'),
    }),
    listBundleKeys: operation('GET /v2/keys', listBundleKeys, {
      summary: 'List the keys of evidence bundles',
      description:
        'Returns the public keys as a JWK set: the current signing key first, followed by the earlier ones. Keep them with your ' +
        'bundles to verify these without this server. Needs no credential.',
      access: 'service',
      answer: one('keySet', 'The keys.'),
    }),
  },
};
