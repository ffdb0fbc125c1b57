import type { OutgoingCall } from '@assay/chassis/call-context';
import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import type { Channel } from '@assay/chassis/grpc/client';
import { EnrichmentStatus, PrivacyLevel } from '@assay/proto/files/v1/file';
import type { File } from '@assay/proto/files/v1/file';
import { FilesServiceService } from '@assay/proto/files/v1/files_service';
import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import { PipelineRunsServiceService } from '@assay/proto/files/v1/pipeline_runs_service';
import type { Run } from '../domain/run/run.ts';
import type { FoundFile } from '../domain/subject-file/subject-file.ts';

/** Projects and their files, which projects-files keeps. */
export interface ProjectFiles {
  /** NOT_FOUND for a project the caller's organization does not have. */
  checkProject(call: OutgoingCall, projectId: string): Promise<void>;
  /** In the order of the ids. NOT_FOUND when the project lacks one of them. */
  find(call: OutgoingCall, projectId: string, fileIds: readonly string[]): Promise<FoundFile[]>;
  /** Lists runs over single files with the other pipeline runs of their project. */
  recordRuns(call: OutgoingCall, projectId: string, runs: readonly Run[]): Promise<void>;
}

const enrichmentStatuses = createEnumCodec(EnrichmentStatus);

export function createProjectFiles(channel: Channel): ProjectFiles {
  const projects = channel.client(ProjectsServiceService);
  const files = channel.client(FilesServiceService);
  const pipelineRuns = channel.client(PipelineRunsServiceService);
  return {
    async checkProject(call, projectId) {
      await projects.getProject(call, { projectId });
    },
    async find(call, projectId, fileIds) {
      if (fileIds.length === 0) return [];
      const answer = await files.batchGetFiles(call, { projectId, fileIds: [...fileIds] });
      return answer.files.map(fromFile);
    },
    async recordRuns(call, projectId, runs) {
      const started = runs.map(({ id, files: [file], pipelineSlug, createdAt }) => {
        return { id, fileId: file?.id ?? '', pipelineSlug, createdAt };
      });
      await pipelineRuns.recordPipelineRuns(call, { projectId, runs: started });
    },
  };
}

function fromFile(file: File): FoundFile {
  const { id, name, mimeType, sizeBytes, sha256, storageKey } = file;
  const enrichment = (file.enrichment ?? {}) as Readonly<Record<string, unknown>>;
  return {
    id,
    name,
    mimeType,
    sizeBytes,
    sha256,
    storageKey,
    enrichmentStatus:
      (file.enrichmentStatus && enrichmentStatuses.fromMessage(file.enrichmentStatus)) ?? 'pending',
    enrichment,
    isPublic: file.privacyLevel === PrivacyLevel.PUBLIC,
  };
}
