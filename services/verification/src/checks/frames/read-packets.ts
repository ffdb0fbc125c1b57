/** One packet of a stream: a picture, or a few hundredths of a second of sound. */
export interface MediaPacket {
  /** When it is shown or heard. */
  readonly seconds: number;
  readonly durationSeconds: number;
  readonly sizeBytes: number;
  readonly isKey: boolean;
}

export interface MediaPackets {
  /** In the order in which they are shown. */
  readonly pictures: readonly MediaPacket[];
  readonly sound: readonly MediaPacket[];
}

/** Reads what FFmpeg writes as `framecrc`: time bases and kinds of streams, then a line for each packet. */
export function readPackets(text: string): MediaPackets {
  const streams = new Map<number, { base: number; kind: string; packets: MediaPacket[] }>();
  const stream = (index: string) => {
    const found = streams.get(Number(index)) ?? { base: 0, kind: '', packets: [] };
    streams.set(Number(index), found);
    return found;
  };
  for (const line of text.split('\n')) {
    const about = /^#(tb|media_type) (\d+): (\S+)/u.exec(line);
    if (about !== null) describe(stream(about[2] ?? ''), about[1] ?? '', about[3] ?? '');
    else if (/^\d/u.test(line)) {
      const fields = line.split(',').map((field) => field.trim());
      const { base, packets } = stream(fields[0] ?? '');
      packets.push({
        seconds: Number(fields[2]) * base,
        durationSeconds: Number(fields[3]) * base,
        sizeBytes: Number(fields[4]),
        // Packets that nothing else is needed for have no flags written.
        isKey: !line.includes('F=0x0'),
      });
    }
  }
  const of = (kind: string): MediaPacket[] =>
    ([...streams.values()].find((found) => found.kind === kind)?.packets ?? [])
      .filter(({ seconds }) => Number.isFinite(seconds))
      .sort((one, other) => one.seconds - other.seconds);
  return { pictures: of('video'), sound: of('audio') };
}

function describe(stream: { base: number; kind: string }, name: string, value: string): void {
  if (name === 'media_type') stream.kind = value;
  const [numerator = 0, denominator = 1] = value.split('/').map(Number);
  if (name === 'tb') stream.base = numerator / denominator;
}
