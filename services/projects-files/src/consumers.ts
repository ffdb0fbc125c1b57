import type { ConsumerDefinition } from '@assay/chassis/events/consumer';
import { onDatasetDeleted } from './consumers/on-dataset-deleted.ts';
import { onFileDeleted } from './consumers/on-file-deleted.ts';
import { onFileEnriched } from './consumers/on-file-enriched.ts';
import { onProjectDeleted } from './consumers/on-project-deleted.ts';
import { onRenditionRequested } from './consumers/on-rendition-requested.ts';
import type { RenditionDeps } from './consumers/on-rendition-requested.ts';
import { onRunBegan } from './consumers/on-run-began.ts';
import { onRunCompleted } from './consumers/on-run-completed.ts';
import { onRunFailed } from './consumers/on-run-failed.ts';
import { onRunStarted } from './consumers/on-run-started.ts';
import {
  onAudioEnrichmentRequested,
  onImageEnrichmentRequested,
  onTextEnrichmentRequested,
  onVideoEnrichmentRequested,
} from './consumers/on-enrichment-requested.ts';
import type { ReadingDeps } from './consumers/on-enrichment-requested.ts';
import type { Deps } from './deps.ts';
import { mediaKinds } from './domain/file/media-kind.ts';
import type { ByKind, MediaKind } from './domain/file/media-kind.ts';

type Definition = ConsumerDefinition<Deps & ReadingDeps & RenditionDeps>;

const reading: ByKind<Definition> = {
  image: onImageEnrichmentRequested,
  audio: onAudioEnrichmentRequested,
  video: onVideoEnrichmentRequested,
  text: onTextEnrichmentRequested,
};

const following = [onRunStarted, onRunBegan, onRunCompleted, onRunFailed];

/** Those of a process that reads files of these kinds. */
export function consumersOf(kinds: readonly MediaKind[]): readonly Definition[] {
  const changes = [onFileEnriched, onFileDeleted, onProjectDeleted, onDatasetDeleted];
  return [...kinds.map((kind) => reading[kind]), onRenditionRequested, ...changes, ...following];
}

export const consumers = consumersOf(mediaKinds);
