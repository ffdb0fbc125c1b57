import { stat } from 'node:fs/promises';
import { seekableOutput } from '@assay/media/decoder/media-program';
import { audioStream } from '../streams/probe-streams.ts';
import { limitTime } from '../streams/run-media.ts';
import type { RunMedia } from '../streams/run-media.ts';
import type { AudioFormat } from './audio-format.ts';
import type { AudioMeasure } from './measure-audio.ts';
import type { Stretch } from './plan-audio.ts';

/** The loudness to aim at, which differs from the target where an earlier attempt missed it. */
export interface LoudnessAim {
  readonly lufs: number;
  readonly truePeak: number;
}

export interface Encoding {
  readonly format: AudioFormat;
  readonly trim: Stretch | undefined;
  /** Undefined to keep the levels. */
  readonly aim: LoudnessAim | undefined;
}

/** A confined encoder takes longest where it limits peaks at 192 kHz. */
const encodeShare = 1;
/** The output has the bit rate of the input; headers and small files need more. */
const maxGrowth = 2;
const spareBytes = 16 * 2 ** 20;
/** The same input gives the same bytes: no random serial numbers, no times and no names of software. */
const repeatable: readonly string[] = ['-fflags', '+bitexact', '-flags', '+bitexact', '-threads', '1'];

/** Writes the changed recording to `outputPath`. Returns false if FFmpeg cannot. */
export async function encodeAudio(
  run: RunMedia,
  {
    path,
    outputPath,
    measure,
  }: { readonly path: string; readonly outputPath: string; readonly measure: AudioMeasure },
  encoding: Encoding,
): Promise<boolean> {
  const { format } = encoding;
  const filters = [...trimFilters(encoding.trim), ...loudnessFilters(measure, encoding.aim)].join(',');
  const { size } = await stat(path);
  const write = async (streams: readonly string[]): Promise<boolean> => {
    const end = await run({
      path,
      outputPath,
      outputs: [
        ...[...audioStream, ...streams, '-af', filters, '-ar', String(measure.sampleRate)],
        ...[...format.outputs, ...repeatable, ...seekableOutput],
      ],
      timeoutMs: limitTime(measure.frames / measure.sampleRate, encodeShare),
      maxOutputBytes: size * maxGrowth + spareBytes,
    });
    return end.ok && end.exitCode === 0;
  };
  const cover = ['-map', '0:v?', '-c:v', 'copy', '-disposition:v', 'attached_pic'];
  // A cover that FFmpeg cannot copy is left out.
  return (format.canHoldCover && (await write(cover))) || (await write([]));
}

function trimFilters(trim: Stretch | undefined): string[] {
  const restart = 'asetpts=N/SR/TB';
  if (trim === undefined) return [restart];
  return [restart, `atrim=start_sample=${String(trim.start)}:end_sample=${String(trim.end)}`, restart];
}

/** The second pass of `loudnorm`, which applies one gain to the whole recording unless its peaks would be too high. */
function loudnessFilters(measure: AudioMeasure, aim: LoudnessAim | undefined): string[] {
  if (aim === undefined || measure.integrated === undefined) return [];
  const options = {
    I: within(aim.lufs, -70, -5),
    TP: within(aim.truePeak, -9, 0),
    // The filter compresses a recording whose range is larger than its aim, or zero.
    LRA: 50,
    measured_I: within(measure.integrated, -99, 0),
    measured_TP: within(measure.truePeak, -99, 99),
    measured_LRA: within(measure.range, 0.1, 50),
    measured_thresh: within(measure.threshold, -99, 0),
    linear: 'true',
  };
  const loudnorm = Object.entries(options).map(([name, value]) => `${name}=${String(value)}`);
  return [`loudnorm=${loudnorm.join(':')}`];
}

function within(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, Math.round(value * 100) / 100));
}
