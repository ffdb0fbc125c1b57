import type { FileHandle } from 'node:fs/promises';
import type { Sound } from './loudness-meter.ts';
import { wavSound } from './wav-sound.ts';

/** A decoder that is WebAssembly and takes a file in pieces. */
interface StreamDecoder {
  readonly ready: Promise<void>;
  decode(bytes: Uint8Array): Decoded | Promise<Decoded>;
  flush?(): Promise<Decoded>;
  free(): void;
}

interface Decoded {
  readonly channelData: readonly Float32Array[];
  readonly samplesDecoded: number;
  readonly sampleRate: number;
}

const bytesAtOnce = 65_536;
const linearPcm = /^pcm_(?:u8|s(?:16|24|32)le|f(?:32|64)le)$/u;

/** By the codec; each is loaded when it is first needed. */
const decoders: Readonly<Record<string, () => Promise<StreamDecoder>>> = {
  mp3: async () => new (await import('mpg123-decoder')).MPEGDecoder(),
  mp2: async () => new (await import('mpg123-decoder')).MPEGDecoder(),
  mp1: async () => new (await import('mpg123-decoder')).MPEGDecoder(),
  flac: async () => new (await import('@wasm-audio-decoders/flac')).FLACDecoder(),
  vorbis: async () => new (await import('@wasm-audio-decoders/ogg-vorbis')).OggVorbisDecoder(),
  opus: async () => new (await import('ogg-opus-decoder')).OggOpusDecoder(),
};

/** Whether the sound of a codec is decoded here, without a native decoder. */
export function decodesSound(codec: string): boolean {
  return linearPcm.test(codec) || Object.hasOwn(decoders, codec);
}

/** The sound of a file, piece by piece; undefined where nothing here decodes its codec. */
export function readSound(file: FileHandle, codec: string): AsyncIterable<Sound> | undefined {
  if (linearPcm.test(codec)) return wavSound(file);
  const create = Object.hasOwn(decoders, codec) ? decoders[codec] : undefined;
  return create === undefined ? undefined : wasmSound(file, create);
}

async function* wasmSound(file: FileHandle, create: () => Promise<StreamDecoder>): AsyncGenerator<Sound> {
  const decoder = await create();
  await decoder.ready;
  try {
    for await (const bytes of file.createReadStream({ highWaterMark: bytesAtOnce, autoClose: false })) {
      yield* soundIn(await decoder.decode(new Uint8Array(bytes as Buffer)));
    }
    if (decoder.flush !== undefined) yield* soundIn(await decoder.flush());
  } finally {
    decoder.free();
  }
}

function* soundIn({ channelData, samplesDecoded, sampleRate }: Decoded): Generator<Sound> {
  if (samplesDecoded > 0 && sampleRate > 0) yield { sampleRate, channels: channelData };
}
