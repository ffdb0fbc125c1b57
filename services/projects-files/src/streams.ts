import { declareStream } from '@assay/chassis/events/streams';
import { days } from '@assay/chassis/units';
import {
  AudioEnrichmentRequested,
  DatasetUploadOverdue,
  FileDeleted,
  FileEnriched,
  FileUploaded,
  ImageEnrichmentRequested,
  PipelineRunOverdue,
  RenditionRequested,
  TextEnrichmentRequested,
  VideoEnrichmentRequested,
} from '@assay/proto/files/v1/file_events';
import { ProjectDeleted } from '@assay/proto/projects/v1/project_events';

/** What happened to files, for whoever wants to know, and what is asked about runs over them. */
export const filesStream = declareStream({
  messages: [FileUploaded, FileEnriched, FileDeleted, PipelineRunOverdue, DatasetUploadOverdue],
  retention: 'limits',
  maxAgeMs: days(7),
});

/** What happened to projects. */
export const projectsStream = declareStream({
  messages: [ProjectDeleted],
  retention: 'limits',
  maxAgeMs: days(7),
});

/** Files that wait for a worker; kept far longer than any worker is unavailable. */
export const enrichmentStream = declareStream({
  messages: [
    ImageEnrichmentRequested,
    AudioEnrichmentRequested,
    VideoEnrichmentRequested,
    TextEnrichmentRequested,
    RenditionRequested,
  ],
  retention: 'workqueue',
  maxAgeMs: days(30),
});
