import { runProgram } from '../isolate/run-program.ts';
import type { ProgramEnd } from '../isolate/run-program.ts';
import type { Confinement } from '../isolate/confinement.ts';
import type { JobFailure, JobResult } from '../isolate/job-types.ts';
import { hashSide, perceptualHash } from '../hash/perceptual-hash.ts';
import {
  decodeAudio,
  decodeKeyFrames,
  extractPackets,
  readPackets,
  reduceImage,
  takePoster,
} from './ffmpeg-arguments.ts';
import { createPacketTimes } from './packet-times.ts';
import type { PacketTimes } from './packet-times.ts';
import type { AudioMeasure, DecodeOptions, MediaDecoder, Poster, VideoMeasure } from './media-decoder.ts';

/** An FFmpeg that was found and tried. */
export interface FfmpegProgram {
  /** Absolute path. */
  readonly path: string;
  /** Such as `9.0.2`. */
  readonly version: string;
}

const maxProgressBytes = 4 * 2 ** 20;
const maxPosterBytes = 4 * 2 ** 20;
/** Some 70 bytes for each packet; a day of video has ten million. */
const maxPacketBytes = 2 ** 30;
const maxHashedFrames = 16;
/** What is kept of the time for reading the packets of sound that takes too long to decode. */
const packetShare = 0.2;
/** Hertz. The buffers of the loudness filter hold tenths of a second; earlier versions of it wrote past them at 1 Hz. */
const leastSampleRate = 1_000;
/** What FFmpeg gives as the loudness of silence and of less than one block of 0.4 s. */
const silenceLufs = -70;

/** Decodes with one child a call; FFmpeg is trusted with nothing but the file. */
export function createFfmpegDecoder(program: FfmpegProgram, confinement: Confinement): MediaDecoder {
  const run = (
    path: string,
    args: (path: string) => readonly string[],
    { onSeconds, ...options }: DecodeOptions & { readonly maxOutputBytes?: number },
  ): Promise<ProgramEnd | JobFailure> =>
    runProgram(confinement, {
      program: program.path,
      path,
      args,
      maxOutputBytes: maxProgressBytes,
      ...options,
      ...(onSeconds && { onOutput: (chunk: Buffer) => tell(onSeconds, chunk) }),
    });
  return {
    name: `FFmpeg ${program.version}`,
    canShowVideo: true,
    async measureAudio(path, { sampleRate = leastSampleRate }, options) {
      if (sampleRate < leastSampleRate)
        return undecodable(`its sample rate is below ${String(leastSampleRate)} Hz`);
      const within = (share: number) => ({ ...options, timeoutMs: options.timeoutMs * share });
      const decoded = await run(path, decodeAudio, within(1 - packetShare));
      if (decoded.ok) return soundOf(decoded);
      if (decoded.code !== 'timeout') return decoded;
      const packets = await run(path, (file) => readPackets(file, ['0:a:0']), within(packetShare));
      return packets.ok ? packetsOf(packets) : packets;
    },
    async measureVideo(path, options) {
      const times = createPacketTimes();
      const end = await runProgram(confinement, {
        program: program.path,
        path,
        args: extractPackets,
        ...options,
        maxOutputBytes: maxPacketBytes,
        keepsOutput: false,
        onOutput(chunk) {
          times.add(chunk);
          options.onSeconds?.(times.seconds() ?? 0);
        },
      });
      return end.ok ? toVideoMeasure(times) : end;
    },
    async hashVideo(path, options) {
      const frames = { side: hashSide, maxFrames: maxHashedFrames };
      const end = await run(path, (file) => decodeKeyFrames(file, frames), options);
      return end.ok ? toHash(end.output) : end;
    },
    async makePoster(path, durationSeconds = 0, given) {
      // Title cards and black frames are mostly at the very beginning.
      const atSeconds = Math.min(10, durationSeconds / 10);
      const options = { ...given, timeoutMs: given.timeoutMs / 2, maxOutputBytes: maxPosterBytes };
      const taken = await run(path, (file) => takePoster(file, atSeconds), options);
      if (!taken.ok || taken.output.length > 0) return pictureOf(taken);
      // Where the index is broken or the end is missing, only the beginning may be there.
      return pictureOf(await run(path, (file) => takePoster(file, 0), options));
    },
    async reduceImage(path, options) {
      return pictureOf(await run(path, reduceImage, { ...options, maxOutputBytes: maxPosterBytes }));
    },
  };
}

function tell(onSeconds: (seconds: number) => void, output: Buffer): void {
  const seconds = secondsIn(output);
  if (seconds !== undefined) onSeconds(seconds);
}

function soundOf(end: ProgramEnd): JobResult<AudioMeasure> {
  const seconds = secondsIn(end.output);
  if (seconds === undefined) return undecodable('no sound could be decoded');
  const loudness = Number(
    /^ +I:\s+(-?\d+(?:\.\d+)?) LUFS$/mu.exec(summaryIn(end.messages))?.[1] ?? silenceLufs,
  );
  return {
    ok: true,
    value: { seconds, loudnessLufs: loudness > silenceLufs ? loudness : undefined, isWhole: true },
  };
}

/** The filter speaks last; what is before it may be texts out of the file. */
function summaryIn(messages: string): string {
  return messages.slice(messages.lastIndexOf('Integrated loudness:'));
}

function packetsOf(end: ProgramEnd): JobResult<AudioMeasure> {
  const seconds = secondsIn(end.output);
  if (seconds === undefined) return undecodable('it holds no sound');
  return { ok: true, value: { seconds, loudnessLufs: undefined, isWhole: false } };
}

function toVideoMeasure(times: PacketTimes): JobResult<VideoMeasure> {
  const seconds = times.seconds();
  const frames = times.frames();
  if (seconds === undefined || frames === 0) return undecodable('no frame of it is there');
  return { ok: true, value: { seconds, frames } };
}

function toHash(frames: Buffer): JobResult<string> {
  const pixels = hashSide * hashSide;
  const count = Math.floor(frames.length / pixels);
  if (count === 0) return undecodable('no key frame of it could be decoded');
  const mean = Uint8Array.from({ length: pixels }, (_, pixel) => {
    let sum = 0;
    for (let frame = 0; frame < count; frame += 1) sum += frames[frame * pixels + pixel] ?? 0;
    return Math.round(sum / count);
  });
  return { ok: true, value: perceptualHash(mean) };
}

function pictureOf(end: ProgramEnd | JobFailure): JobResult<Poster> {
  if (!end.ok) return end;
  if (end.output.length === 0) return undecodable('no frame of it could be decoded');
  return { ok: true, value: { mimeType: 'image/jpeg', bytes: end.output } };
}

/** The last time that FFmpeg tells of; undefined when nothing came out. */
function secondsIn(output: Buffer): number | undefined {
  const seconds = Number(lastValue(output, 'out_time_us')) / 1e6;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}

function lastValue(output: Buffer, name: string): string | undefined {
  return output
    .toString('latin1')
    .split('\n')
    .findLast((line) => line.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

function undecodable(what: string): JobFailure {
  return { ok: false, code: 'undecodable', reason: `the file could not be decoded: ${what}` };
}
