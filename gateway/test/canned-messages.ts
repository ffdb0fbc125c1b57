import { Pipeline } from '@assay/proto/catalog/v1/pipeline';
import { File } from '@assay/proto/files/v1/file';
import { Project } from '@assay/proto/projects/v1/project';
import { Run } from '@assay/proto/runs/v1/run';

const createdAt = new Date('2026-11-21T09:00:00Z');
const updatedAt = new Date('2026-11-21T09:01:00Z');

export const cannedProject = Project.fromPartial({
  id: 'pppppppppppppppppppppppp',
  organizationId: 'organization',
  name: 'Desk',
  type: 'PROJECT_TYPE_STANDARD',
  createdBy: 'user',
  createdAt,
  updatedAt,
});

export const cannedFile = File.fromPartial({
  id: 'ffffffffffffffffffffffff',
  organizationId: 'organization',
  projectId: cannedProject.id,
  uploaderId: 'user',
  name: 'harbour.jpg',
  mimeType: 'image/jpeg',
  sizeBytes: 1234,
  sha256: 'ab'.repeat(32),
  etag: 'etag',
  storageKey: 'files/key',
  enrichmentStatus: 'ENRICHMENT_STATUS_COMPLETED',
  enrichment: {
    width: 4,
    height: 3,
    gpsCoordinates: { lat: 1.5, lng: -2 },
    extra: { nested: [1, null, 'x'] },
  },
  privacyLevel: 'PRIVACY_LEVEL_PRIVATE',
  origin: 'FILE_ORIGIN_USER_UPLOAD',
  createdAt,
  updatedAt,
});

export const cannedPipeline = Pipeline.fromPartial({
  slug: 'image-authenticity',
  name: 'Image authenticity',
  description: 'Examines a picture.',
  status: 'PIPELINE_STATUS_ACTIVE',
  estimatedMinutes: 0.5,
  tier: 'PIPELINE_TIER_AI_ONLY',
  requiredFiles: [{ label: 'Picture', mimeTypes: ['image/jpeg'], minCount: 1, maxCount: 1 }],
  stages: [{ slug: 'fusion', name: 'Fusion', type: 'STAGE_TYPE_AI', description: 'Weighs.' }],
  costCredits: 50,
});

export const cannedRun = Run.fromPartial({
  id: 'rrrrrrrrrrrrrrrrrrrrrrrr',
  projectId: cannedProject.id,
  organizationId: 'organization',
  pipelineSlug: 'image-authenticity',
  status: 'RUN_STATUS_COMPLETED',
  files: [{ id: cannedFile.id, name: 'harbour.jpg', mimeType: 'image/jpeg', role: 'subject' }],
  verdict: 'VERDICT_UNVERIFIED',
  confidence: 0.25,
  scorecard: { provenance: 0.5 },
  explanation: 'Nothing speaks against it.',
  report: '# Report',
  startedBy: 'user',
  costCents: 50,
  stages: [
    {
      id: 'ssssssssssssssssssssssss',
      slug: 'fusion',
      name: 'Fusion',
      type: 'STAGE_TYPE_AI',
      order: 0,
      status: 'STAGE_STATUS_COMPLETED',
      summary: 'Weighed.',
      artifacts: { checks: [{ name: 'x', ratio: 1 }] },
      createdAt,
      updatedAt,
    },
  ],
  createdAt,
  updatedAt,
  completedAt: updatedAt,
});
