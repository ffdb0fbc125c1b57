/** What a test sound is made of. */
export interface SoundSettings {
  readonly sampleRate?: number;
  readonly channels?: number;
  readonly seconds?: number;
  /** Of a sine; 0 is silence. */
  readonly amplitude?: number;
  readonly hertz?: number;
  /** What the header says instead of the number of bytes that follow. */
  readonly claimedBytes?: number;
}

/** A WAV file of a sine in 16 bits, the same on all channels. */
export function wavOf(settings: SoundSettings = {}): Buffer {
  const { sampleRate = 48_000, channels = 2, seconds = 2, amplitude = 0.5, hertz = 997 } = settings;
  const frames = Math.round(seconds * sampleRate);
  const samples = Buffer.alloc(frames * channels * 2);
  for (let frame = 0; frame < frames; frame += 1) {
    const value = Math.round(32_767 * amplitude * Math.sin((2 * Math.PI * hertz * frame) / sampleRate));
    for (let channel = 0; channel < channels; channel += 1) {
      samples.writeInt16LE(value, (frame * channels + channel) * 2);
    }
  }
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(sampleRate, 4);
  format.writeUInt32LE(sampleRate * channels * 2, 8);
  format.writeUInt16LE(channels * 2, 12);
  format.writeUInt16LE(16, 14);
  const { claimedBytes = samples.length } = settings;
  const body = [Buffer.from('WAVE'), chunk('fmt ', format), chunk('data', samples, claimedBytes)];
  return chunk('RIFF', Buffer.concat(body));
}

export function chunk(name: string, content: Buffer, claimedBytes = content.length): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(claimedBytes, 4);
  return Buffer.concat([head, content]);
}

/** The length of a frame of 128 kbit/s at 44.1 kHz without padding, and the samples in it. */
const mp3FrameBytes = 417;
const mp3FrameSamples = 1152;

/** An MP3 file of silence, with an ID3v2.3 tag whose texts are UTF-16, as most programs write them. */
export function mp3Of(seconds: number, tags: Readonly<Record<string, string>> = {}): Buffer {
  const frame = Buffer.alloc(mp3FrameBytes);
  frame.set([0xff, 0xfb, 0x90, 0x00]);
  const frames = Math.round((seconds * 44_100) / mp3FrameSamples);
  return Buffer.concat([id3Of(tags), ...Array.from({ length: frames }, () => frame)]);
}

function id3Of(tags: Readonly<Record<string, string>>): Buffer {
  const frames = Object.entries(tags).map(([name, text]) => {
    const content = Buffer.concat([Buffer.from([1, 0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    const head = Buffer.alloc(10);
    head.write(name, 'latin1');
    head.writeUInt32BE(content.length, 4);
    return Buffer.concat([head, content]);
  });
  const body = Buffer.concat(frames);
  const size = [21, 14, 7, 0].map((shift) => (body.length >> shift) & 127);
  return Buffer.concat([Buffer.from('ID3'), Buffer.from([3, 0, 0, ...size]), body]);
}
