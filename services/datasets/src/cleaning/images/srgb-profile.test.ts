import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { isSrgbProfile } from './srgb-profile.ts';

async function makeProfile(name: string): Promise<Uint8Array> {
  const image = sharp({ create: { width: 8, height: 8, channels: 3, background: '#885522' } });
  const { icc } = await sharp(await image.jpeg().withIccProfile(name).toBuffer()).metadata();
  return icc ?? new Uint8Array();
}

describe('isSrgbProfile', () => {
  it('knows sRGB by its primaries and its curve', async () => {
    expect(isSrgbProfile(await makeProfile('srgb'))).toBe(true);
  });

  it.each(['p3', 'cmyk'])('refuses the profile %s', async (name) => {
    expect(isSrgbProfile(await makeProfile(name))).toBe(false);
  });

  it('refuses a profile that is cut off, empty or damaged', async () => {
    const profile = Buffer.from(await makeProfile('srgb'));
    expect(isSrgbProfile(profile.subarray(0, 200))).toBe(false);
    expect(isSrgbProfile(new Uint8Array())).toBe(false);
    profile.writeUInt32BE(0xffff_ffff, profile.indexOf('rXYZ') + 4);
    expect(isSrgbProfile(profile)).toBe(false);
  });
});
