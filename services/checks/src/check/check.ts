import type { ExtractKind } from '@assay/media/decoder/media-extractor';
import type { MonoSound } from '@assay/media/decoder/pcm/read-mono';
import type { ChangeKind } from '../search/change-kinds.ts';
import type { SearchedPart } from '../search/searched-part.ts';
import type { CompressionHistory } from '../structure/compression-history.ts';

export const scorecardKeys = [
  'provenance',
  'metadata_consistency',
  'container_structure',
  'compression_history',
  'pixel_consistency',
  'duplication',
  'noise_sensor',
  'synthetic_indicators',
  'temporal_consistency',
  'audio_consistency',
  'context_consistency',
  'crowd_agreement',
] as const;

/** The criterion of the scorecard a check speaks to; 1 in the scorecard means consistent with an authentic file. */
export type ScorecardKey = (typeof scorecardKeys)[number];

/**
 * `structural`: a cryptographic or structural fact with a reviewed, fixed likelihood ratio (tier A).
 * `statistical`: a pixel trace whose likelihood ratio was calibrated on labelled files (tier B).
 * `context`: agreement of a claim with what the file says.
 */
export type EvidenceKind = 'structural' | 'statistical' | 'context';

export type Applicability =
  | { readonly applicable: true }
  | {
      readonly applicable: false;
      readonly reason: string;
      /** `OTHER_TYPE`: the check is for files of another type; missing for all other reasons, and in runs from before it was kept. */
      readonly code?: 'OTHER_TYPE';
    };

export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };
export type JsonObject = Readonly<Record<string, JsonValue>>;

/** ENFSI 2015 verbal equivalents of a likelihood ratio; `none` for no support either way. */
export type VerbalSupport = 'none' | 'weak' | 'moderate' | 'moderately strong' | 'strong' | 'very strong';

/**
 * What positive evidence of authenticity rests on. `trusted-capture` stands alone: a valid C2PA chain from a trusted
 * capture device. The other four count only together: single compression with the camera's own tables, metadata order,
 * preview, and sensor pattern must all agree with the camera.
 */
export type AuthenticBasis = 'trusted-capture' | 'compression' | 'metadata' | 'thumbnail' | 'sensor';

/** Decoded pixels as stored (EXIF orientation not applied): sRGB, 8 bits, row-major RGBRGB…, `width*height*3` bytes. */
export interface PixelImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** One file under examination. Bytes are read-only by contract; every check may read them. */
export interface Subject {
  readonly bytes: Uint8Array;
  readonly path: string;
  readonly mimeType: string;
  /** Facts found when the file was uploaded, by enrichment field name. */
  readonly enrichment: JsonObject;
  /** What the submitter claims: `claimed_date`, `claimed_device`, `claimed_location`, … */
  readonly claims: JsonObject;
  /** Paths of what was decoded of the file beforehand, for the checks that need it; a kind that could not be is missing. */
  readonly beside?: Readonly<Partial<Record<ExtractKind, string>>>;
  /** Decodes on first use and remembers the result. Rejects when the file cannot be decoded. */
  readonly pixels: () => Promise<PixelImage>;
  /** Decodes on first use and remembers the result; undefined where there is no sound, or nothing that decodes it. */
  readonly sound: () => Promise<MonoSound | undefined>;
}

/** A file of a case. */
export interface CaseFile {
  readonly id: string;
  /** As it was uploaded. */
  readonly name: string;
  readonly mimeType: string;
  readonly enrichment: JsonObject;
  /** Reads the file; null where no more is looked at than its enrichment. Of several files, open one at a time. */
  readonly open: () => Promise<Subject | null>;
}

/** Everything a run was given: its files, in the order of the start, and what is claimed. */
export interface Case {
  readonly files: readonly CaseFile[];
  /** As in `Subject`. */
  readonly claims: JsonObject;
}

/** What a finding comes to for a claim; a note is worth knowing and decides nothing. */
export type ClaimBearing = 'supports' | 'contradicts' | 'notes';

/** What was found about claims. */
export interface ClaimFinding {
  /** The keys of the claims it is about. */
  readonly keys: readonly string[];
  readonly bearing: ClaimBearing;
  /** One plain sentence. */
  readonly statement: string;
}

/** Where in its file something was found; every member that is missing is not meant, or not known. */
export interface FindingLocation {
  /** The id of the file; missing: the one the check examined. */
  readonly fileId?: string;
  /** Counted from 1. */
  readonly page?: number;
  /** As displayed, from the upper left corner: in pixels of a picture, in points of 1/72 inch of a page. */
  readonly boundingBox?: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
  readonly startSeconds?: number;
  readonly endSeconds?: number;
}

/** A picture for people: a heat map, a mask, an extracted preview. */
export interface CheckArtifact {
  readonly type: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly legend: string;
}

/** Log10 likelihood ratios against "an innocent, unmanipulated camera file". */
export interface LogRatios {
  readonly llrManipulated: number;
  readonly llrSynthetic: number;
  /** Positive evidence only; a mere lack of anomalies is 0 here. */
  readonly llrAuthentic: number;
}

/**
 * What the ratio of a statistical check was measured on, in independent scenes: variants and forgeries made of one scene
 * count as one, since they succeed and fail together.
 */
export interface Calibration {
  readonly innocentScenes: number;
  /** Innocent scenes of which any variant was taken for altered. */
  readonly falseAlarms: number;
  readonly alteredScenes: number;
  /** Altered scenes whose alteration was found. */
  readonly found: number;
  /** Scenes that other people altered, counted apart; missing where none were measured. */
  readonly others?: CountedForgeries;
}

/** Altered scenes, and those in which a check found the change. */
export interface CountedForgeries {
  readonly alteredScenes: number;
  readonly found: number;
}

/** Which kinds of change a check can show on a file it applies to. */
export interface Reach {
  /** Looked for everywhere in the file; a usual change of the kind is found in a good part of the cases. */
  readonly searchesFor?: readonly ChangeKind[];
  /** Noticed only by luck, such as an editor that left the old preview in the file. */
  readonly mayNotice?: readonly ChangeKind[];
}

export interface CheckResult extends LogRatios, Reach {
  readonly check: string;
  readonly version: string;
  readonly criterion: ScorecardKey;
  readonly applicability: Applicability;
  readonly kind: EvidenceKind;
  /** Null unless `llrAuthentic` is positive. */
  readonly authenticBasis: AuthenticBasis | null;
  /** Statistical checks: what the ratio was measured on; null for the other kinds, whose ratios are reviewed judgements. */
  readonly calibration: Calibration | null;
  /** One plain sentence a newspaper editor understands. */
  readonly statement: string;
  /** Support the strongest of the three ratios gives, in words. */
  readonly verbal: VerbalSupport;
  /** Known failure modes that limit what the statement means. */
  readonly limits: readonly string[];
  readonly facts: JsonObject;
  readonly parameters: JsonObject;
  readonly artifacts: readonly CheckArtifact[];
  /** Where it was found; missing where that is not known, and in runs from before it was kept. */
  readonly locations?: readonly FindingLocation[];
  /** How much was searched of what there is; missing where the check reads its file whole, and in runs from before it was kept. */
  readonly searched?: readonly SearchedPart[];
  /** What was found about claims; missing in checks of something else, and in runs from before it was kept. */
  readonly claims?: readonly ClaimFinding[];
}

/** The part of a manifest that every result repeats. */
export interface CheckIdentity extends Reach {
  readonly slug: string;
  readonly version: string;
  readonly kind: EvidenceKind;
  readonly criterion: ScorecardKey;
}

/** A check of one file. */
export interface Check extends CheckIdentity {
  readonly examines?: 'file';
  /**
   * Decides from the recompression history whether the trace can have survived. Checks that read structure have no
   * gate; `run` may still answer `not_applicable` for reasons of its own.
   */
  readonly gate?: (history: CompressionHistory) => Applicability;
  readonly run: (subject: Subject, signal: AbortSignal) => Promise<CheckResult>;
}

/** A check of all a run was given: of claims, with a file or without, or of several files. */
export interface CaseCheck extends CheckIdentity {
  readonly examines: 'case';
  readonly run: (given: Case, signal: AbortSignal) => Promise<CheckResult>;
}

export type AnyCheck = Check | CaseCheck;
