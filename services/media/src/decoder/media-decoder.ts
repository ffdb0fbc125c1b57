import type { CpuBudget } from '../isolate/cpu-budget.ts';
import type { JobResult } from '../isolate/job-types.ts';

/** What headers say of the sound to measure. */
export interface DeclaredSound {
  readonly codec: string;
  /** MPEG decoders make two channels of one, which would be twice as loud. */
  readonly channels: number | undefined;
  /** Hertz. */
  readonly sampleRate: number | undefined;
}

/** What decoding all sound of a file showed. */
export interface AudioMeasure {
  /** Of the decoded samples, or, where `isWhole` is false, of the packets that were there. */
  readonly seconds: number;
  /** Integrated loudness after EBU R 128; undefined for silence and for less than 0.4 s. */
  readonly loudnessLufs: number | undefined;
  /** Whether everything was decoded in the time there was. */
  readonly isWhole: boolean;
}

/** What reading all packets of a video showed. */
export interface VideoMeasure {
  /** To the end of the frame or sound that is presented last. */
  readonly seconds: number;
  readonly frames: number;
}

/** A picture of a video, upright, of square pixels, at most {@link maxPosterSide} a side. */
export interface Poster {
  readonly mimeType: 'image/jpeg';
  readonly bytes: Uint8Array;
}

export const maxPosterSide = 1024;

/** What cannot be done on this machine, or for this codec; says nothing about the file. */
export interface Unavailable {
  readonly ok: false;
  readonly code: 'unavailable';
  /** For the person whose file it is. */
  readonly reason: string;
}

export type Measured<Value> = JobResult<Value> | Unavailable;

/** Conditions of one call; `timeoutMs` is all the time there is for it. */
export interface DecodeOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Most resident memory of a process that is started for the call. */
  readonly maxRssBytes: number;
  /** The processor time of the call. No limit by default. */
  readonly cpu?: CpuBudget;
  /** Told about twice a second how many seconds have been gone through, by a decoder that knows. */
  readonly onSeconds?: (seconds: number) => void;
}

/** Decodes audio and video, each file in a process of its own. Its functions never reject. */
export interface MediaDecoder {
  /** Its name and version, as enrichments tell it: counts of samples differ between versions. */
  readonly name: string;
  readonly canShowVideo: boolean;
  measureAudio(
    path: string,
    declared: DeclaredSound,
    options: DecodeOptions,
  ): Promise<Measured<AudioMeasure>>;
  measureVideo(path: string, options: DecodeOptions): Promise<Measured<VideoMeasure>>;
  /** Computes the perceptual hash of the mean of the first key frames, 16 hexadecimal digits. */
  hashVideo(path: string, options: DecodeOptions): Promise<Measured<string>>;
  /** @param durationSeconds of the video, of which a frame near the beginning is taken */
  makePoster(
    path: string,
    durationSeconds: number | undefined,
    options: DecodeOptions,
  ): Promise<Measured<Poster>>;
  /** Decodes a HEIC or AVIF file that is too large for a child of a pool, to an image of at most {@link maxPosterSide} a side. */
  reduceImage(path: string, options: DecodeOptions): Promise<Measured<Poster>>;
}
