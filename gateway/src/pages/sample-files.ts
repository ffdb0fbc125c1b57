import type { PageFile } from './page-modules.ts';

const sampleRate = 8_000;
const seconds = 6;

/** Creates the files that the preview of a survey shows in place of the files of a task: an image, and a tone of six seconds. */
export function createSampleFiles(): ReadonlyMap<string, PageFile> {
  const tone = buildTone();
  return new Map([
    ['sample.svg', { type: 'image/svg+xml', source: image, readContent: () => image }],
    ['sample.wav', { type: 'audio/wav', source: tone.toString('base64'), readContent: () => tone }],
  ]);
}

const image = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800">
  <rect width="1200" height="800" fill="#dfe6ec" />
  <rect y="520" width="1200" height="280" fill="#7f98a8" />
  <circle cx="930" cy="190" r="80" fill="#f2c14e" />
  <path d="M0 520 260 230 470 440 610 300 860 520Z" fill="#4f6d7a" />
  <path d="M520 640H860L810 720H570Z" fill="#8c3b2e" />
  <path d="M680 640V420L820 610Z" fill="#fff" />
</svg>
`;

/** Builds a WAV file with one channel and 8 bits per sample. */
function buildTone(): Buffer {
  const header = Buffer.alloc(44);
  const length = sampleRate * seconds;
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(length, 40);
  const samples = Buffer.from(
    Uint8Array.from(
      { length },
      (_none, index) => 128 + 40 * Math.sin((index * 2 * Math.PI * 440) / sampleRate),
    ),
  );
  return Buffer.concat([header, samples]);
}
