import type { ChangeKind } from '@assay/checks/search/change-kinds';
import { videoForgers } from '../../calibration/videos/changed-videos.ts';
import type { VideoChange, VideoPiece } from '../../calibration/videos/changed-videos.ts';
import type { Pass } from '../../calibration/videos/encode-video.ts';
import { aac, asMp4 } from './sent-videos.ts';

/** What is changed of the sound, in seconds: a piece, where another as long begins. */
export interface SoundPiece {
  readonly from: number;
  readonly length: number;
  readonly other: number;
}

/** A changed video, saved once as an editor does it, as MP4. */
export interface ChangedVideo {
  readonly name: string;
  readonly change: ChangeKind;
  readonly pass: Pass;
  /** Seconds of the changed file. */
  readonly from: number;
  readonly to: number;
}

/** Changes of what is shown; where pictures are left out, an editor leaves out what is heard with them. */
export function changedPictures(piece: VideoPiece): readonly ChangedVideo[] {
  const { from, length, again, rate } = piece;
  const edited = (change: VideoChange, sound: readonly string[] = aac): Pass => {
    const [pass = { after: [] }] = videoForgers[change].passes(piece);
    return { ...pass, before: [], sound, container: 'mp4' };
  };
  const at = (first: number, pictures: number) => ({ from: first / rate, to: (first + pictures) / rate });
  const heard = `aselect='not(between(t,${String(from / rate)},${String((from + length) / rate)}))',asetpts=N/SR/TB`;
  return [
    { name: 'shown again', change: 'repeated-frames', pass: edited('shown again'), ...at(again, length) },
    {
      name: 'left out, with a gap',
      change: 'cut-or-joined',
      pass: edited('left out, with a gap'),
      ...at(from, length),
    },
    {
      name: 'left out, closed',
      change: 'cut-or-joined',
      pass: edited('left out, closed', ['-af', heard, ...aac]),
      ...at(from, 0),
    },
    {
      name: 'covered by what is beside',
      change: 'changed-frames',
      pass: asMp4([coveredBy(piece)]),
      ...at(from, length),
    },
  ];
}

/** A quarter of each side, from the corner over the middle. */
function coveredBy({ from, length }: VideoPiece): string {
  const when = `between(n,${String(from)},${String(from + length - 1)})`;
  const patch = 'crop=trunc(iw/8)*2:trunc(ih/8)*2:0:0';
  return `split[a][b];[b]${patch}[p];[a][p]overlay=main_w/2:main_h/2:enable='${when}'`;
}

/** Changes of what is heard, beside pictures as they were. */
export function changedSounds({ from, length, other }: SoundPiece): readonly ChangedVideo[] {
  const faster = 1.12;
  const put = (seconds: number, ...filters: readonly string[]): Pass => {
    const part = (name: string, bounds: string, ...more: readonly string[]): string =>
      `[${name}]${[`atrim=${bounds}`, 'asetpts=N/SR/TB', ...more].join(',')}[${name}1]`;
    const graph = [
      'asplit=3[a][b][c]',
      part('a', `end=${String(from)}`),
      part('b', `start=${String(other)}:end=${String(other + seconds)}`, ...filters),
      part('c', `start=${String(from + length)}`),
      '[a1][b1][c1]concat=n=3:v=0:a=1',
    ];
    return asMp4([], undefined, ['-af', graph.join(';'), ...aac]);
  };
  const at = { from, to: from + length };
  return [
    { name: 'sound copied within', change: 'copied-sound', pass: put(length), ...at },
    {
      name: 'other words put in, faster',
      change: 'replaced-sound',
      pass: put(length * faster, `atempo=${String(faster)}`),
      ...at,
    },
  ];
}
