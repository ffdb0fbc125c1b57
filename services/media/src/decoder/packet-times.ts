/** Reads when the packets of the streams of a file are presented, from the output of FFmpeg's muxer `framecrc`. */
export interface PacketTimes {
  /** Takes the next piece of the output. */
  add(chunk: Buffer): void;
  /** The latest end of a packet so far: its presentation time plus its duration, in seconds. Undefined before the first packet. */
  seconds(): number | undefined;
  /** Packets of video so far. */
  frames(): number;
}

interface Stream {
  secondsPerTick: number;
  isVideo: boolean;
}

const header = /^#(tb|media_type) (\d+): (\S+)$/u;

export function createPacketTimes(): PacketTimes {
  const streams = new Map<string, Stream>();
  let rest = '';
  let end = Number.NEGATIVE_INFINITY;
  let frames = 0;

  function readHeader(line: string): void {
    const [, name, index = '', value = ''] = header.exec(line) ?? [];
    if (name === undefined) return;
    const stream = streams.get(index) ?? { secondsPerTick: 0, isVideo: false };
    streams.set(index, stream);
    if (name === 'media_type') stream.isVideo = value === 'video';
    const [numerator = 0, denominator = 0] = value.split('/').map(Number);
    if (name === 'tb') stream.secondsPerTick = numerator / denominator;
  }

  /** A line is `stream, dts, pts, duration, size, checksum …`. */
  function readPacket(line: string): void {
    const [index = '', , pts, duration] = line.split(',', 4).map((part) => part.trim());
    const stream = streams.get(index);
    if (stream === undefined) return;
    if (stream.isVideo) frames += 1;
    const packetEnd = (Number(pts) + Number(duration)) * stream.secondsPerTick;
    if (packetEnd > end) end = packetEnd;
  }

  return {
    add(chunk) {
      const lines = (rest + chunk.toString('latin1')).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line.startsWith('#')) readHeader(line);
        else readPacket(line);
      }
    },
    seconds: () => (end > 0 ? end : undefined),
    frames: () => frames,
  };
}
