/** What a recording goes through on its way, as FFmpeg is told it. */
export interface SoundChain {
  readonly name: string;
  /** Filters and encoder. */
  readonly args: readonly string[];
  /** Of the file the encoder writes. */
  readonly extension: 'mp3' | 'm4a' | 'opus';
}

/** Sends a WAV file through a chain; the bytes are those of the file that the encoder writes. */
export type CodeSound = (wav: Uint8Array, chain: SoundChain) => Promise<Uint8Array>;

/** A usual coding, by which changed recordings are sent on as well. */
export const usualCoding: SoundChain = {
  name: 'MP3 at 128 kbit/s',
  args: ['-c:a', 'libmp3lame', '-b:a', '128k'],
  extension: 'mp3',
};

/** What people, their programs and messengers do to recordings without changing what they let hear. */
export const innocentChains: readonly SoundChain[] = [
  usualCoding,
  {
    name: 'resampled to 16,000 Hz, Opus at 32 kbit/s',
    args: ['-ar', '16000', '-c:a', 'libopus', '-b:a', '32k'],
    extension: 'opus',
  },
  {
    name: 'levelled, faded in, AAC at 64 kbit/s',
    args: ['-af', 'dynaudnorm,afade=d=2', '-c:a', 'aac', '-b:a', '64k'],
    extension: 'm4a',
  },
];
