import type { ImageChange } from './images/changed/image-change.ts';
import type { ImageFeatures } from './images/similar/image-features.ts';
import type { RecordingFeatures } from './recordings/streams/recording-features.ts';
import type { TextFeatures } from './texts/text-features.ts';

/** A local copy of a file of a version. The copy stays in place until its treatment ends. */
export interface SourceFile {
  readonly path: string;
  /** An empty folder for the output. The caller removes it. */
  readonly outputFolder: string;
  readonly name: string;
  /** The MIME type that the bytes show. */
  readonly type: string;
  readonly sizeBytes: number;
  /** The SHA-256 of the content, in lowercase hexadecimal. */
  readonly sha256: string;
}

/** A file that a treatment wrote into the output folder. */
export interface OutputFile {
  readonly path: string;
  readonly name: string;
  readonly type: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** A fixed word in snake case, such as `undecodable`, `too_small`, `blank`, `empty`. It is a key of the counts of a version. */
export type Reason = string;

/** The values that duplicates and outliers are found by. They describe the file after its treatment. */
export type FileFeatures = ImageFeatures | TextFeatures | RecordingFeatures;

/** A part of an image file of a phone that the output does not have: a step removed it, or the XMP promised it in vain. */
export interface LostPart {
  readonly part: 'gain_map' | 'motion_video' | 'depth_map';
  readonly state: 'removed' | 'missing';
}

/** The result of treating one file. */
export type FileResult =
  | {
      readonly outcome: 'unchanged';
      /** The reason why a step did not apply, such as `heic_not_treated`; undefined if all steps applied. */
      readonly skipped?: Reason | undefined;
      readonly features?: FileFeatures | undefined;
      readonly lostParts?: readonly LostPart[];
    }
  | {
      readonly outcome: 'changed';
      readonly output: OutputFile;
      /** The steps that changed the file, as named in the pipeline. */
      readonly steps: readonly string[];
      /** The reason why the file was not treated as a whole, such as `undecodable` for pixels that cannot be read. */
      readonly skipped?: Reason | undefined;
      readonly features?: FileFeatures | undefined;
      readonly lostParts?: readonly LostPart[];
    }
  | {
      readonly outcome: 'removed';
      readonly reason: Reason;
      /** The reason for people, in one sentence. */
      readonly explanation: string;
    };

/** A file whose content is compared with that of another one. */
export type ComparedFile = Pick<SourceFile, 'path' | 'type' | 'sizeBytes'>;

/**
 * Returns true if two files, whose features are alike, have the same content: the one can be removed without loss. Rejects as a
 * {@link Treatment} does; files that cannot be compared are not confirmed.
 */
export type ConfirmCopies = (
  files: readonly [ComparedFile, ComparedFile],
  signal: AbortSignal,
  /** The change that two images differ in; undefined for copies. */
  change?: ImageChange,
) => Promise<boolean>;

/**
 * Treats one file by the steps of a pipeline that concern a single file. Rejects with InterruptedError if the signal aborts or if
 * the machine failed, so that the file is treated again; a file that cannot be read is a result and not a failure.
 */
export type Treatment = (file: SourceFile, signal: AbortSignal) => Promise<FileResult>;
