/**
 * The description of an ICC profile, such as `sRGB IEC61966-2.1` or `Display P3` (ICC.1:2022 §9.2.41; text types of
 * §10.15 and ICC.1:2001 §6.5.17). Undefined when there is none or the profile is malformed.
 */
export function iccDescription(profile: Uint8Array): string | undefined {
  const buffer = Buffer.from(profile.buffer, profile.byteOffset, profile.byteLength);
  try {
    const tag = findTag(buffer, 'desc');
    if (tag === undefined) return undefined;
    const text = readText(tag)
      .replace(/[^\P{C}]/gu, '')
      .trim();
    return text === '' ? undefined : text.slice(0, 100);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function findTag(buffer: Buffer, signature: string): Buffer | undefined {
  const count = Math.min(buffer.readUInt32BE(128), 100);
  for (let at = 132; at < 132 + count * 12; at += 12) {
    if (buffer.toString('latin1', at, at + 4) !== signature) continue;
    const offset = buffer.readUInt32BE(at + 4);
    return buffer.subarray(offset, offset + buffer.readUInt32BE(at + 8));
  }
  return undefined;
}

function readText(tag: Buffer): string {
  const type = tag.toString('latin1', 0, 4);
  if (type === 'desc') return tag.toString('latin1', 12, 12 + Math.max(0, tag.readUInt32BE(8) - 1));
  if (type !== 'mluc') return '';
  const length = tag.readUInt32BE(20) & ~1;
  const offset = tag.readUInt32BE(24);
  return Buffer.from(tag.subarray(offset, offset + length))
    .swap16()
    .toString('utf16le');
}
