import type { C2paTrustList } from '@assay/media/c2pa/c2pa-report';
import type { Check } from './check.ts';
import { createC2paCheck } from './provenance/c2pa.ts';
import { claimConsistency } from './metadata/claim-consistency.ts';
import { copyMove } from './pixels/copy-move/copy-move.ts';
import { editingSoftware } from './metadata/editing-software.ts';
import { exifConsistency } from './metadata/exif-consistency.ts';
import { generatorMetadata } from './metadata/generator-metadata.ts';
import { createIngestGate } from './structure/ingest-gate.ts';
import { jpegStructure } from './structure/jpeg-structure.ts';
import { docxHistory } from './documents/docx-history.ts';
import { pdfMetadata } from './documents/pdf-metadata.ts';
import { pdfRevisions } from './documents/pdf-revisions.ts';
import { pdfSignatures } from './documents/pdf-signatures.ts';
import { audioContainer } from './containers/audio-container.ts';
import { videoContainer } from './containers/video-container.ts';
import { thumbnail } from './pixels/thumbnail/thumbnail.ts';

const pixelChecks: readonly Check[] = [copyMove];

/** Every check that is run on a picture, in the order of its stages; `trustList` names the C2PA signers to trust. */
export function imageChecks(trustList?: C2paTrustList): readonly Check[] {
  return [
    createIngestGate(pixelChecks),
    createC2paCheck(trustList),
    generatorMetadata,
    exifConsistency,
    editingSoftware,
    claimConsistency,
    jpegStructure,
    thumbnail,
    ...pixelChecks,
  ];
}

/** Every check that is run on a document; each answers that it is not applicable to a kind it does not know. */
export const documentChecks: readonly Check[] = [pdfRevisions, pdfSignatures, pdfMetadata, docxHistory];

/** Every check of how a video or a recording was written. */
export const containerChecks: readonly Check[] = [videoContainer, audioContainer];

/** The checks of one stage; empty for a stage that examines nothing, such as fusion. */
export function checksOfStage(stageSlug: string, trustList?: C2paTrustList): readonly Check[] {
  return imageChecks(trustList).filter((check) => check.stage === stageSlug);
}
