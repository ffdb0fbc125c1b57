import sharp from 'sharp';

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

/** A small picture with structure in it. */
export function image(format: ImageFormat, width = 64, height = 48): Promise<Buffer> {
  const pixels = Uint8Array.from(
    { length: width * height * 3 },
    (_, index) => (index * 7 + (index >> 8)) % 256,
  );
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer();
}

/** An uncompressed 24-bit BMP (BITMAPINFOHEADER) of one colour. */
export function bmp(width = 16, height = 8): Buffer {
  const rowBytes = Math.ceil((width * 3) / 4) * 4;
  const bytes = Buffer.alloc(54 + rowBytes * height, 0x7f);
  bytes.fill(0, 0, 54);
  bytes.write('BM', 0, 'latin1');
  bytes.writeUInt32LE(bytes.byteLength, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return bytes;
}

/** The beginning of an MP4: a file type box and a media box that goes on to the end of the file. */
export function videoStart(): Buffer {
  const bytes = Buffer.alloc(32);
  bytes.writeUInt32BE(24, 0);
  bytes.write('ftypmp42\0\0\0\0mp42isom', 4, 'latin1');
  bytes.write('mdat', 28, 'latin1');
  return bytes;
}

/** A one-second WAV of silence. */
export function wav(): Buffer {
  const samples = Buffer.alloc(8_000, 0x80);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + samples.byteLength, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8_000, 24);
  header.writeUInt32LE(8_000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([header, samples]);
}

export function pdf(): Buffer {
  return Buffer.from(
    [
      '%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj',
      '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj',
      '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] >>\nendobj',
      'trailer\n<< /Root 1 0 R >>\n%%EOF\n',
    ].join('\n'),
    'latin1',
  );
}

export const boundary = 'a-boundary-of-the-tests';

/** The lines of a multipart part's header, as bytes. */
export function partHeader(...lines: readonly string[]): Buffer {
  return Buffer.from([`--${boundary}`, ...lines, '', ''].join('\r\n'), 'latin1');
}

export const closing = Buffer.from(`\r\n--${boundary}--\r\n`, 'latin1');
export const multipartType = { 'content-type': `multipart/form-data; boundary=${boundary}` };
