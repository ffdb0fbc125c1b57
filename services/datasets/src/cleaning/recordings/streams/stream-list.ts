/** A stream of a recording, as its packets show it. */
export interface RecordedStream {
  readonly kind: string;
  /** The name that FFmpeg gives the codec, such as `pcm_s16le`. */
  readonly codec: string;
  /** Hertz; undefined except for audio. */
  readonly sampleRate: number | undefined;
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly packets: number;
  readonly sizeBytes: number;
  readonly minPacketBytes: number;
  readonly maxPacketBytes: number;
  readonly startSeconds: number;
  /** The latest end of a packet. */
  readonly endSeconds: number;
}

/** Collects the streams of a file from the output of the muxer `framecrc`, which comes in pieces. */
export interface StreamCollector {
  add(chunk: Buffer): void;
  /** The streams that have packets, in the order of the output. */
  streams(): readonly RecordedStream[];
}

type Draft = { -readonly [Name in keyof RecordedStream]: RecordedStream[Name] } & { secondsPerTick: number };

const header = /^#(tb|media_type|codec_id|sample_rate|dimensions) (\d+): (\S+)$/u;

/** Creates a collector of the lines `#name index: value` and `stream, dts, pts, duration, size, checksum`. */
export function createStreamCollector(): StreamCollector {
  const drafts: Draft[] = [];
  let rest = '';
  return {
    add(chunk) {
      const lines = (rest + chunk.toString('latin1')).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line.startsWith('#')) readHeader(drafts, line);
        else readPacket(drafts, line);
      }
    },
    streams: () =>
      drafts.filter(({ packets }) => packets > 0).map(({ secondsPerTick: _, ...stream }) => stream),
  };
}

function readHeader(drafts: Draft[], line: string): void {
  const [, name, index = '', value = ''] = header.exec(line) ?? [];
  if (name === undefined) return;
  const draft = (drafts[Number(index)] ??= createDraft());
  const [first = 0, second = 0] = value.split(/[/x]/u).map(Number);
  if (name === 'tb') draft.secondsPerTick = first / second;
  else if (name === 'media_type') draft.kind = value;
  else if (name === 'codec_id') draft.codec = value;
  else if (name === 'sample_rate') draft.sampleRate = first;
  else [draft.width, draft.height] = [first, second];
}

function createDraft(): Draft {
  return {
    kind: '',
    codec: '',
    sampleRate: undefined,
    width: undefined,
    height: undefined,
    secondsPerTick: 0,
    packets: 0,
    sizeBytes: 0,
    minPacketBytes: Infinity,
    maxPacketBytes: 0,
    startSeconds: Infinity,
    endSeconds: -Infinity,
  };
}

function readPacket(drafts: readonly Draft[], line: string): void {
  const [index = NaN, , pts = NaN, duration = NaN, size = NaN] = line.split(',', 5).map(Number);
  const draft = drafts[index];
  if (draft === undefined || Number.isNaN(size)) return;
  draft.packets += 1;
  draft.sizeBytes += size;
  draft.minPacketBytes = Math.min(draft.minPacketBytes, size);
  draft.maxPacketBytes = Math.max(draft.maxPacketBytes, size);
  draft.startSeconds = Math.min(draft.startSeconds, pts * draft.secondsPerTick);
  draft.endSeconds = Math.max(draft.endSeconds, (pts + duration) * draft.secondsPerTick);
}
