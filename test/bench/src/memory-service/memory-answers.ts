import { EnrichmentStatus, File, FileOrigin, PrivacyLevel } from '@assay/proto/files/v1/file';
import { Project, ProjectType } from '@assay/proto/projects/v1/project';

/** What the services that answer from memory answer with, whichever file or project is asked for. */
const now = new Date();
const organizationId = 'o'.repeat(24);

export const memoryProject = Project.fromPartial({
  id: 'p'.repeat(24),
  organizationId,
  name: 'Flood in the old harbour',
  description: 'Photographs of readers, to be checked before they are printed',
  type: ProjectType.STANDARD,
  createdBy: 'u'.repeat(24),
  createdAt: now,
  updatedAt: now,
});

export const memoryFile = File.fromPartial({
  id: 'f'.repeat(24),
  organizationId,
  projectId: memoryProject.id,
  name: 'photograph.jpg',
  mimeType: 'image/jpeg',
  sizeBytes: 2_000_000,
  sha256: 'e'.repeat(64),
  enrichmentStatus: EnrichmentStatus.COMPLETED,
  privacyLevel: PrivacyLevel.PRIVATE,
  origin: FileOrigin.USER_UPLOAD,
  enrichment: { text: 'x'.repeat(600) },
  createdAt: now,
  updatedAt: now,
});
