import type { ExtractKind } from '@assay/media/decoder/media-extractor';
import type { C2paTrustList } from '@assay/media/c2pa/c2pa-report';
import type { AnyCheck } from './check/check.ts';

/** Reads a check's code; `trustList` names the C2PA signers to trust. */
type CheckLoader = (trustList: C2paTrustList | undefined) => Promise<AnyCheck>;

/** Every check by its slug. A check's code is read when a stage first needs it, so that no process holds more than it uses. */
const loaders: Readonly<Record<string, CheckLoader>> = {
  'ingest-gate': async () => (await import('./structure/ingest-gate.ts')).ingestGate,
  c2pa: async (trustList) => (await import('./provenance/c2pa.ts')).createC2paCheck(trustList),
  'generator-metadata': async () => (await import('./metadata/generator-metadata.ts')).generatorMetadata,
  'exif-consistency': async () => (await import('./metadata/exif-consistency.ts')).exifConsistency,
  'editing-software': async () => (await import('./metadata/editing-software.ts')).editingSoftware,
  'claim-consistency': async () => (await import('./context/claim-consistency.ts')).claimConsistency,
  'sun-position': async () => (await import('./context/sun-position.ts')).sunPosition,
  'exposure-light': async () => (await import('./context/exposure-light.ts')).exposureLight,
  'picture-relations': async () => (await import('./files/picture-relations.ts')).pictureRelations,
  'shared-device': async () => (await import('./files/shared-device.ts')).sharedDevice,
  'sensor-pattern': async () => (await import('./files/sensor-pattern.ts')).sensorPattern,
  'capture-timeline': async () => (await import('./files/capture-timeline.ts')).captureTimeline,
  'jpeg-structure': async () => (await import('./structure/jpeg-structure.ts')).jpegStructure,
  thumbnail: async () => (await import('./pixels/thumbnail/thumbnail.ts')).thumbnail,
  'copy-move': async () => (await import('./pixels/copy-move/copy-move.ts')).copyMove,
  'aligned-quantization': async () =>
    (await import('./pixels/aligned-quantization/aligned-quantization.ts')).alignedQuantization,
  'double-quantization': async () =>
    (await import('./pixels/double-quantization/double-quantization.ts')).doubleQuantization,
  'jpeg-grid': async () => (await import('./pixels/jpeg-grid/jpeg-grid.ts')).jpegGrid,
  'fill-smoothness': async () => (await import('./pixels/fill-smoothness/fill-smoothness.ts')).fillSmoothness,
  'spectral-screen': async () => (await import('./pixels/spectral-screen/spectral-screen.ts')).spectralScreen,
  'pdf-revisions': async () => (await import('./documents/pdf-revisions.ts')).pdfRevisions,
  'pdf-signatures': async () => (await import('./documents/pdf-signatures.ts')).pdfSignatures,
  'pdf-metadata': async () => (await import('./documents/pdf-metadata.ts')).pdfMetadata,
  'pdf-hidden-text': async () => (await import('./documents/pdf-hidden-text.ts')).pdfHiddenText,
  'document-pictures': async () => (await import('./documents/document-pictures.ts')).documentPictures,
  'docx-signatures': async () => (await import('./documents/docx-signatures.ts')).docxSignatures,
  'docx-history': async () => (await import('./documents/docx-history.ts')).docxHistory,
  'video-container': async () => (await import('./containers/video-container.ts')).videoContainer,
  'audio-container': async () => (await import('./containers/audio-container.ts')).audioContainer,
  'video-frames': async () => (await import('./frames/video-frames.ts')).videoFrames,
  'video-timing': async () => (await import('./frames/video-timing.ts')).videoTiming,
  'video-coding-rhythm': async () => (await import('./frames/video-coding-rhythm.ts')).videoCodingRhythm,
  'audio-bandwidth': async () => (await import('./sound/audio-bandwidth.ts')).audioBandwidth,
  'audio-continuity': async () => (await import('./sound/audio-continuity.ts')).audioContinuity,
  'audio-coding-grid': async () => (await import('./sound/audio-coding-grid.ts')).audioCodingGrid,
  'audio-repeats': async () => (await import('./sound/audio-repeats.ts')).audioRepeats,
};

/** What checks need decoded beforehand, since the process that runs them has no decoder of it. */
const decodedInputs: Readonly<Record<string, readonly ExtractKind[]>> = {
  'audio-bandwidth': ['sound'],
  'audio-continuity': ['sound'],
  'audio-coding-grid': ['sound'],
  'audio-repeats': ['sound'],
  'video-frames': ['frames'],
  'video-timing': ['packets'],
  'video-coding-rhythm': ['packets'],
};

/** All that is to be decoded beforehand for these checks, each kind once. */
export function decodedInputsOf(slugs: readonly string[]): readonly ExtractKind[] {
  return [...new Set(slugs.flatMap((slug) => decodedInputs[slug] ?? []))];
}

/** The slugs of all checks. */
export const checkSlugs: readonly string[] = Object.keys(loaders);

/** The checks of these slugs, in their order; rejects for one there is not. */
export function loadChecks(
  slugs: readonly string[],
  trustList?: C2paTrustList,
): Promise<readonly AnyCheck[]> {
  return Promise.all(
    slugs.map(async (slug) => {
      const load = loaders[slug];
      if (load === undefined) throw new Error(`there is no check ${slug}`);
      return await load(trustList);
    }),
  );
}
