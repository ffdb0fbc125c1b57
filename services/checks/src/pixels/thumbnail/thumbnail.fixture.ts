import sharp from 'sharp';

/** Pixels of a scene that code draws. */
export const size = { width: 640, height: 480 };
export const raw = { raw: { ...size, channels: 3 } } as const;

/** A dark shore under a sky that glows: in the glow blue is nearly 0, and red and green are brighter than everywhere else. */
export function sunset(): Uint8Array {
  const data = new Uint8Array(size.width * size.height * 3);
  for (let y = 0, at = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, at += 3) {
      const texture = 8 * Math.sin(x / 5) * Math.sin(y / 7) + 14 * Math.sin(x / 31 + y / 23);
      const glow = Math.exp(-(((x - 330) / 90) ** 2) - ((y - 200) / 60) ** 2);
      data[at] = 70 + texture + 180 * glow;
      data[at + 1] = 60 + texture + 150 * glow;
      data[at + 2] = Math.max(0, 50 + texture - 110 * glow);
    }
  }
  return data;
}

/** Renders a scene as a raw converter might, with more saturation and another gamma than the camera's preview. */
export function develop(data: Uint8Array, gamma: number): Uint8Array {
  return data.map((level, at) => {
    const first = at - (at % 3);
    const mean = ((data[first] ?? 0) + (data[first + 1] ?? 0) + (data[first + 2] ?? 0)) / 3;
    const saturated = Math.max(0, Math.min(255, mean + 1.6 * (level - mean)));
    return 255 * (saturated / 255) ** gamma;
  });
}

export async function storePreview(shown: Uint8Array, photograph: Uint8Array): Promise<Uint8Array> {
  const preview = await sharp(shown, raw).resize(160, 120).jpeg({ quality: 80 }).toBuffer();
  return insertSegment(photograph, exifWithPreview(preview));
}

/** A big-endian TIFF with an empty IFD0 and an IFD1 that points at the preview. */
function exifWithPreview(preview: Uint8Array): Uint8Array {
  const header = Buffer.from('4d4d002a00000008' + '0000' + '0000000e' + '0002', 'hex');
  const offset = header.length + 24 + 4;
  const entry = (tag: number, value: number): Buffer => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt16BE(tag, 0);
    bytes.writeUInt16BE(4, 2);
    bytes.writeUInt32BE(1, 4);
    bytes.writeUInt32BE(value, 8);
    return bytes;
  };
  const directory = [entry(0x0201, offset), entry(0x0202, preview.length), Buffer.alloc(4)];
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), header, ...directory, preview]);
}

export function insertSegment(jpeg: Uint8Array, payload: Uint8Array): Uint8Array {
  const marker = Buffer.from([0xff, 0xe1, (payload.length + 2) >> 8, (payload.length + 2) & 255]);
  return Buffer.concat([jpeg.subarray(0, 2), marker, payload, jpeg.subarray(2)]);
}
