import {
  AreaOverlap,
  Artifact,
  BoundingBox,
  ClaimEvidence,
  ClaimJudgement,
  EvidenceLocation,
  PeopleConsensus,
  Run,
  RunEstimate,
  RunReplay,
  RunRevision,
  Signal,
  SignalEvidence,
  StageCommitment,
  StagePeople,
  StageReplay,
} from '@assay/proto/runs/v1/run';
import { sample } from '../sample.ts';
import { createdAt, ids, sha256, updatedAt } from './values.ts';
import { Stage } from '@assay/proto/runs/v1/run';

const stage = Stage.fromPartial({
  id: ids.stage,
  slug: 'metadata',
  name: 'Metadata',
  type: 'STAGE_TYPE_AI',
  order: 0,
  status: 'STAGE_STATUS_COMPLETED',
  summary: 'The metadata agree with each other and with the file.',
  artifacts: { checks: [{ name: 'exif-consistency', outcome: 'consistent' }] },
  startedAt: createdAt,
  completedAt: updatedAt,
  createdAt,
  updatedAt,
});

const boundingBox = { x: 120, y: 48, width: 256, height: 192 };
const location = { fileId: ids.file, boundingBox };
const evidence = { code: 'copy-move', type: 'statistical', data: { matches: 214 }, locations: [location] };

const claimEvidence = {
  check: 'claim-consistency',
  bearing: 'contradicts',
  statement: 'claimed date 2026-11-19, recorded 2021-07-02',
};
const claim = ClaimJudgement.fromPartial({
  key: 'claimed_date',
  verdict: 'CLAIM_VERDICT_CONTRADICTED',
  summary: 'Claimed date 2026-11-19, recorded 2021-07-02.',
  evidence: [claimEvidence],
});

const replayed = {
  slug: 'provenance',
  same: true,
  maxDifference: 0,
  versionBefore: 'c2pa 1, generator-metadata 1',
  versionAfter: 'c2pa 1, generator-metadata 1',
};

const consensus = { value: 'yes', confidence: 0.91 };
const overlap = { artifactId: ids.artifact, iou: 0.42 };

export const runSamples = [
  sample(PeopleConsensus, consensus),
  sample(AreaOverlap, overlap),
  sample(StagePeople, {
    responses: 5,
    maxResponses: 7,
    testedWorkers: 3,
    untestedWorkers: 2,
    consensus,
    llr: 1.5,
    isCapped: true,
    areas: [overlap],
    endedBy: 'decided',
  }),
  sample(StageCommitment, { sha256, createdAt }),
  sample(ClaimEvidence, claimEvidence),
  sample(ClaimJudgement, claim),
  sample(BoundingBox, boundingBox),
  sample(EvidenceLocation, location),
  sample(SignalEvidence, evidence),
  sample(Signal, {
    id: `${ids.stage}-copy-move`,
    stageSlug: 'pixel-traces',
    type: 'manipulated',
    level: 2,
    summary: 'Two areas of the image are identical in every detail.',
    lookFor: 'The outlined areas.',
    ignore: 'Windows and lettering can repeat in a pristine image.',
    evidence: [evidence],
  }),
  sample(RunRevision, {
    revision: 1,
    verdict: 'VERDICT_UNVERIFIED',
    confidence: 0.25,
    reason: 'The run was completed.',
    createdAt: updatedAt,
  }),
  sample(StageReplay, replayed),
  sample(RunReplay, {
    verdictBefore: 'VERDICT_UNVERIFIED',
    verdictAfter: 'VERDICT_UNVERIFIED',
    stages: [replayed],
  }),
  sample(Stage, stage),
  sample(Run, {
    id: ids.run,
    projectId: ids.project,
    organizationId: ids.organization,
    pipelineSlug: 'image-authenticity',
    pipelineVersion: '1',
    status: 'RUN_STATUS_COMPLETED',
    files: [{ id: ids.file, name: 'harbour.jpg', mimeType: 'image/jpeg', role: 'subject' }],
    contextDataSnapshot: { claimed_date: '2026-11-19' },
    claims: [claim],
    stages: [stage],
    verdict: 'VERDICT_UNVERIFIED',
    confidence: 0.2,
    confidenceMeaning: 'CONFIDENCE_MEANING_COVERAGE',
    prior: 0.1,
    scorecard: { provenance: 0.5, coverage: 0.2 },
    headline: 'Unverified',
    explanation: 'The checks found no anomaly and no positive proof of origin.',
    report: '# Report\n\nThere is no anomaly, and no positive proof of where the picture comes from.',
    startedBy: ids.user,
    costCents: 50,
    createdAt,
    updatedAt,
    completedAt: updatedAt,
  }),
  sample(RunEstimate, {
    minCents: 10,
    expectedCents: 10,
    maxCents: 10,
    stages: [
      { slug: 'provenance', cents: 5 },
      { slug: 'fusion', cents: 5 },
    ],
    balanceCents: 4_200,
    sufficient: true,
    expiresAt: updatedAt,
    warnings: [
      {
        code: 'NOT_EXAMINABLE',
        fileId: ids.file,
        reason:
          'The video lasts 3.6 s; the checks need a video of at least 5 s whose images and sound can be decoded.',
      },
    ],
  }),
  sample(Artifact, {
    id: ids.artifact,
    stageSlug: 'copy-move',
    type: 'heatmap',
    mimeType: 'image/png',
    url: `https://files.example.org/${ids.artifact}?X-Amz-Signature=9a41`,
    width: 1_024,
    height: 768,
    legend: 'Brighter means more likely copied.',
    sha256,
  }),
];
