import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { CheckResult } from '../../check/check.ts';
import { createSubject, runCheck } from '../../run/run-checks.ts';
import { check as editingSoftware } from './check.ts';

const photograph = () => sharp({ create: { width: 64, height: 48, channels: 3, background: '#963' } });
const packet = (properties: string): string =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ${properties}/></rdf:RDF></x:xmpmeta>`;

const examine = (bytes: Uint8Array, mimeType: string): Promise<CheckResult> =>
  runCheck(
    editingSoftware,
    createSubject({ bytes, mimeType, path: '/nowhere', enrichment: {}, claims: {} }),
    new AbortController().signal,
  );

describe('editing-software', () => {
  it.each([
    [
      'JPEG without camera data',
      'image/jpeg',
      () =>
        photograph()
          .withExif({ IFD0: { Software: 'GIMP 2.10' } })
          .jpeg(),
    ],
    [
      'JPEG with XMP alone',
      'image/jpeg',
      () =>
        photograph()
          .withXmp(packet('xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:CreatorTool="GIMP 2.10"'))
          .jpeg(),
    ],
    [
      'PNG with the history of XMP',
      'image/png',
      () =>
        photograph()
          .withXmp(
            packet(
              'xmlns:stEvt="http://ns.adobe.com/xap/1.0/sType/ResourceEvent#" stEvt:softwareAgent="GIMP 2.10"',
            ),
          )
          .png(),
    ],
    [
      'WebP',
      'image/webp',
      () =>
        photograph()
          .withXmp(packet('xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:CreatorTool="GIMP 2.10"'))
          .webp(),
    ],
  ] as const)('finds the program in a %s, and weighs it nothing', async (_name, mimeType, make) => {
    const result = await examine(await make().toBuffer(), mimeType);
    expect(result.statement).toContain('GIMP 2.10');
    expect(result).toMatchObject({ llrManipulated: 0, llrSynthetic: 0, llrAuthentic: 0 });
    expect(result.facts['traces']).toHaveLength(1);
  });

  it.each(['Adobe Bridge 2023', 'ACD Systems Digital Imaging', 'Digital Photo Professional'])(
    'takes %s for an editor',
    async (software) => {
      const bytes = await photograph()
        .withExif({ IFD0: { Software: software } })
        .jpeg()
        .toBuffer();
      expect((await examine(bytes, 'image/jpeg')).statement).toContain(software);
    },
  );

  it('finds the comment of a JPEG', async () => {
    const text = Buffer.from('CREATOR: gd-jpeg v1.0 (using IJG JPEG v62), quality = 90');
    const bytes = await photograph().jpeg().toBuffer();
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, text.length + 2]), text]);
    const result = await examine(
      Buffer.concat([bytes.subarray(0, 2), comment, bytes.subarray(2)]),
      'image/jpeg',
    );
    expect(result.facts['traces']).toMatchObject([{ carrier: 'JPEG comment' }]);
  });

  it('takes the firmware of a camera for no program', async () => {
    const exif = { IFD0: { Make: 'Canon', Model: 'Canon EOS 5D', Software: 'Firmware Version 1.1.0' } };
    const result = await examine(await photograph().withExif(exif).jpeg().toBuffer(), 'image/jpeg');
    expect(result.facts['traces']).toEqual([]);
    expect(result.statement).toContain('No editing program');
  });

  it('is not applicable to what is no picture', async () => {
    expect((await examine(Buffer.from('%PDF-1.7'), 'application/pdf')).applicability.applicable).toBe(false);
  });
});
