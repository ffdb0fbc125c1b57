import type { Pass } from './encode-video.ts';
import { encoded, evenTimes, h264, h264Forwards } from './innocent-videos.ts';

/** What is changed of a video, in pictures; `again` is where others are shown instead. */
export interface VideoPiece {
  readonly from: number;
  readonly length: number;
  readonly again: number;
  /** Pictures a second. */
  readonly rate: number;
}

/** A change, made in one run of FFmpeg after the other. */
interface VideoForger {
  readonly passes: (piece: VideoPiece) => readonly Pass[];
  /** The picture at which the change is to be told; null where it has no place. */
  readonly at: ((piece: VideoPiece) => number) | null;
}

const shownAgain = (piece: VideoPiece): string => {
  const { from, length, again, rate } = piece;
  const part = (name: string, bounds: string): string => `[${name}]trim=${bounds},setpts=N/TB/25[${name}1]`;
  return [
    'settb=1/90000,split=3[a][b][c]',
    part('a', `end_frame=${String(again)}`),
    part('b', `start_frame=${String(from)}:end_frame=${String(from + length)}`),
    part('c', `start_frame=${String(again + length)}`),
    `[a1][b1][c1]concat=n=3,${evenTimes(rate)}`,
  ].join(';');
};

const without = ({ from, length }: VideoPiece): string =>
  `select='not(between(n,${String(from)},${String(from + length - 1)}))'`;

export const videoForgers = {
  'shown again': {
    passes: (piece) => [encoded([shownAgain(piece)], h264(23))],
    at: ({ again }) => again,
  },
  'shown again, coded strongly': {
    passes: (piece) => [encoded([shownAgain(piece)], h264(34))],
    at: ({ again }) => again,
  },
  'shown again, made smaller': {
    passes: (piece) => [encoded([shownAgain(piece), 'scale=trunc(iw/4)*2:-2'], h264(28))],
    at: ({ again }) => again,
  },
  'left out, with a gap': {
    passes: (piece) => [encoded([without(piece)], h264(23))],
    at: ({ from }) => from,
  },
  'left out, closed': {
    passes: (piece) => [encoded([without(piece), evenTimes(piece.rate)], h264(23))],
    at: ({ from }) => from,
  },
  'coded every 12, then every 50': {
    passes: () => [encoded([], h264Forwards(23, 12)), encoded([], h264Forwards(26, 50))],
    at: null,
  },
  'coded every 15, then with pictures between': {
    passes: () => [encoded([], h264Forwards(23, 15)), encoded([], h264(23))],
    at: null,
  },
} as const satisfies Readonly<Record<string, VideoForger>>;

export type VideoChange = keyof typeof videoForgers;
