import { codecName } from '../decoder/codec-name.ts';
import { known, numberOf, textOf } from '../decoder/probe-media.ts';
import type { ProbedMedia, TrackFields } from '../decoder/probe-media.ts';
import { brandsOf, creationTime, deviceOf, positionOf, rotationOf } from './recording-facts.ts';
import type { CreationTime } from './recording-facts.ts';

/** One stream of a container; absent keys are not known. */
export interface MediaStream {
  readonly kind: 'video' | 'audio' | 'text';
  readonly codec?: string;
  readonly durationSeconds?: number;
  readonly bitRate?: number;
  readonly encoder?: string;
  /** As the file says, mostly ISO 639-1. */
  readonly language?: string;
  readonly width?: number;
  readonly height?: number;
  readonly frameRate?: number;
  readonly sampleRate?: number;
  readonly channels?: number;
}

/** What the headers of a video declare; absent keys are not known. */
export interface VideoValues extends CreationTime {
  readonly durationSeconds?: number;
  /** Stored pixels, before `rotation`. */
  readonly width?: number;
  readonly height?: number;
  /** Frames a second, on average. */
  readonly frameRate?: number;
  readonly videoCodec?: string;
  readonly audioCodec?: string;
  /** Degrees clockwise by which a player turns the picture. */
  readonly rotation?: number;
  readonly containerBrand?: string;
  readonly compatibleBrands?: readonly string[];
  readonly bitRate?: number;
  readonly encoder?: string;
  readonly captureDevice?: string;
  readonly gpsCoordinates?: { readonly lat: number; readonly lng: number };
  readonly title?: string;
  readonly streams: readonly MediaStream[];
}

/** More are found only in files that are made to have many. */
const maxStreams = 32;

export function videoValues({ general, video, audio, text }: ProbedMedia): VideoValues {
  const [picture] = video;
  const [sound] = audio;
  const streams = [
    ...video.map((track) => streamOf('video', track)),
    ...audio.map((track) => streamOf('audio', track)),
    ...text.map((track) => streamOf('text', track)),
  ];
  return {
    ...known({
      durationSeconds: numberOf(general, 'Duration') ?? numberOf(picture, 'Duration'),
      width: numberOf(picture, 'Width'),
      height: numberOf(picture, 'Height'),
      frameRate: numberOf(picture, 'FrameRate'),
      videoCodec: picture === undefined ? undefined : codecName(picture),
      audioCodec: sound === undefined ? undefined : codecName(sound),
      rotation: picture === undefined ? undefined : rotationOf(picture),
      bitRate: wholeNumber(numberOf(general, 'OverallBitRate')),
      encoder: programOf(general) ?? textOf(picture, 'Encoded_Library'),
      captureDevice: deviceOf(general),
      gpsCoordinates: positionOf(general),
      title: textOf(general, 'Title'),
    }),
    ...brandsOf(general),
    ...creationTime(general),
    streams: streams.slice(0, maxStreams),
  };
}

function streamOf(kind: MediaStream['kind'], track: TrackFields): MediaStream {
  const values = known({
    codec: codecName(track),
    durationSeconds: numberOf(track, 'Duration'),
    bitRate: wholeNumber(numberOf(track, 'BitRate') ?? numberOf(track, 'BitRate_Nominal')),
    encoder: textOf(track, 'Encoded_Library'),
    language: textOf(track, 'Language'),
    width: numberOf(track, 'Width'),
    height: numberOf(track, 'Height'),
    frameRate: kind === 'video' ? numberOf(track, 'FrameRate') : undefined,
    sampleRate: numberOf(track, 'SamplingRate'),
    channels: numberOf(track, 'Channels'),
  });
  return { kind, ...values };
}

function programOf(general: TrackFields): string | undefined {
  return textOf(general, 'Encoded_Application') ?? textOf(general, 'Encoded_Library');
}

function wholeNumber(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.round(value);
}
