/** One packet of a stream: a picture, or a few hundredths of a second of sound. */
export interface MediaPacket {
  /** When it is shown or heard. */
  readonly seconds: number;
  readonly durationSeconds: number;
  readonly sizeBytes: number;
  readonly isKey: boolean;
  /** Shown before one that was decoded before it, or its file does not say when: predicted from both sides. */
  readonly isBetween: boolean;
}

export interface MediaPackets {
  /** In the order in which they are shown. */
  readonly pictures: readonly MediaPacket[];
  readonly sound: readonly MediaPacket[];
}

interface Stream {
  base: number;
  kind: string;
  /** The latest time that any of its packets so far is for. */
  latest: number;
  readonly packets: MediaPacket[];
}

/** What FFmpeg writes where a file has no time to show a picture, such as AVI of pictures predicted from both sides. */
const noTime = '-9223372036854775808';

/** Reads what FFmpeg writes as `framecrc`: time bases and kinds of streams, then a line for each packet. */
export function readPackets(text: string): MediaPackets {
  const streams = new Map<number, Stream>();
  const stream = (index: string) => {
    const found = streams.get(Number(index)) ?? { base: 0, kind: '', latest: -Infinity, packets: [] };
    streams.set(Number(index), found);
    return found;
  };
  for (const line of text.split('\n')) {
    const about = /^#(tb|media_type) (\d+): (\S+)/u.exec(line);
    if (about !== null) describe(stream(about[2] ?? ''), about[1] ?? '', about[3] ?? '');
    else if (/^\d/u.test(line)) {
      const fields = line.split(',').map((field) => field.trim());
      const from = stream(fields[0] ?? '');
      const hasTime = fields[2] !== noTime;
      const seconds = Number(hasTime ? fields[2] : fields[1]) * from.base;
      from.packets.push({
        seconds,
        durationSeconds: Number(fields[3]) * from.base,
        sizeBytes: Number(fields[4]),
        // Packets that nothing else is needed for have no flags written.
        isKey: !line.includes('F=0x0'),
        isBetween: !hasTime || seconds < from.latest,
      });
      from.latest = Math.max(seconds, from.latest);
    }
  }
  const of = (kind: string): MediaPacket[] =>
    ([...streams.values()].find((found) => found.kind === kind)?.packets ?? [])
      .filter(({ seconds }) => Number.isFinite(seconds))
      .sort((one, other) => one.seconds - other.seconds);
  return { pictures: of('video'), sound: of('audio') };
}

function describe(stream: Stream, name: string, value: string): void {
  if (name === 'media_type') stream.kind = value;
  const [numerator = 0, denominator = 1] = value.split('/').map(Number);
  if (name === 'tb') stream.base = numerator / denominator;
}
