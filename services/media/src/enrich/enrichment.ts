import type { C2paReport, C2paSigner } from '../c2pa/c2pa-report.ts';
import type { DocumentFacts } from '../document/facts/document-facts.ts';
import type { TextFileFacts } from '../text/read-text-file.ts';
import type { AudioValues } from '../audio/audio-values.ts';
import type { VideoValues } from '../video/video-values.ts';
import type { Thumbnail } from '../preview/preview-image.ts';
import type { DescribedPart } from './describe-parts.ts';
import type { CaptureValues } from './capture-values.ts';

/** The part of a C2PA report that a file record keeps. */
export interface C2paSummary {
  readonly present: boolean;
  readonly state: C2paReport['state'];
  readonly validator: string;
  readonly trustListVersion: string | null;
  readonly signer: C2paSigner | null;
  readonly statusCodes: readonly string[];
  /** Why a manifest that is there was not read. */
  readonly problem?: string;
}

/** What is extracted of every file. */
export interface CommonEnrichment {
  /** Lower-case hexadecimal; when the caller gave it. */
  readonly sha256?: string;
  /** By the bytes. */
  readonly detectedMimeType: string;
  /** 16 hexadecimal digits, of the image as it is seen, or of the key frames of a video. Null where nothing is seen. */
  readonly perceptualHash: string | null;
  readonly c2pa: C2paSummary;
}

/** What is extracted of an image, in the shape the REST contract gives; absent keys are not known. */
export interface ImageEnrichment extends CommonEnrichment, CaptureValues {
  /** Stored pixels, before `orientation`. */
  readonly width: number;
  readonly height: number;
  /** EXIF orientation, 1 to 8. */
  readonly orientation: number;
  readonly colorSpace: string;
  readonly hasExif: boolean;
  /** Videos, gain maps, depth maps and previews in the file; absent where there are none. */
  readonly embedded?: readonly DescribedPart[];
  /** Why the pixels were not decoded, in a sentence; absent where they were. */
  readonly notes?: readonly string[];
}

/** The result of reading an image; no thumbnail where its pixels cannot be decoded. */
export interface ImageReading {
  readonly enrichment: ImageEnrichment;
  readonly thumbnail: Thumbnail | undefined;
  /** True for an image with more pixels than a child decodes at once. */
  readonly isOversized: boolean;
}

/** What is extracted of a PDF or a Word document; absent keys are not known. */
export interface DocumentEnrichment extends CommonEnrichment, DocumentFacts {}

/** What is extracted of plain text. */
export interface TextEnrichment extends CommonEnrichment, TextFileFacts {}

/** What is measured of audio and video beside what their headers declare. */
export interface MeasuredValues {
  /** What the headers declare, where decoding showed another duration. */
  readonly declaredDurationSeconds?: number;
  /** Name and version of what decoded the file; absent when nothing was decoded. */
  readonly decoder?: string;
  /** What could not be found out, and why, in sentences. */
  readonly notes?: readonly string[];
}

/** What is extracted of an audio file. */
export interface AudioEnrichment extends CommonEnrichment, AudioValues, MeasuredValues {
  /** Integrated loudness after EBU R 128; absent for silence. */
  readonly loudnessLufs?: number;
}

/** What is extracted of a video. */
export interface VideoEnrichment extends CommonEnrichment, VideoValues, MeasuredValues {
  /** The values of a file of sound alone, as those of audio. */
  readonly codec?: string;
  readonly sampleRate?: number;
  readonly channels?: number;
  readonly loudnessLufs?: number;
  /** Frames of the first video stream that are there, where they were counted. */
  readonly frameCount?: number;
  /** Why there is no picture of it, in a sentence; absent where one can be made. */
  readonly posterUnavailable?: string;
}

/** What is extracted of a file of each kind; of audio and video a child gives what headers declare, a decoder what samples show. */
export interface EnrichmentByKind {
  readonly Image: ImageEnrichment;
  readonly Audio: AudioEnrichment;
  readonly Video: VideoEnrichment;
  readonly Document: DocumentEnrichment;
  readonly Text: TextEnrichment;
  readonly Other: CommonEnrichment;
}

/** What is extracted of a file, whatever it is. */
export type Enrichment = EnrichmentByKind[keyof EnrichmentByKind];

export function summarizeC2pa(report: C2paReport): C2paSummary {
  const { present, state, validator, trustListVersion, signer, statusCodes, problem } = report;
  const unread = present && problem !== null ? { problem } : {};
  return { present, state, validator, trustListVersion, signer, statusCodes, ...unread };
}
