import { describe, expect, it } from 'vitest';
import { createSigningIdentity } from '../../../../media/test/signing/certificates.ts';
import { signImage } from '../../../../media/test/signing/sign-image.ts';
import type { CheckResult } from '../../check/check.ts';
import { box, movieOf } from '../../../../media/test/build-movie.ts';
import { examineBytes } from '../../run/examine-bytes.fixture.ts';
import { createCheck as createC2paCheck } from './check.ts';

const mimeType = 'video/mp4';
const digitalSourceType = 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture';
const claim = { action: 'c2pa.created', digitalSourceType, mimeType, inPieces: true };
const identity = createSigningIdentity('A camera maker');
const media = box('mdat', 'frames'.repeat(1_000));

const sign = async (content: Buffer): Promise<Buffer> =>
  Buffer.from(await signImage(content, identity, claim));

const runCheckOn = (bytes: Uint8Array): Promise<CheckResult> =>
  examineBytes(createC2paCheck(), bytes, mimeType);

function change(bytes: Buffer, text: string): Buffer {
  const changed = Buffer.from(bytes);
  changed.write('X', bytes.lastIndexOf(text), 'latin1');
  return changed;
}

const movie = movieOf();
const header = movie.subarray(0, movie.indexOf('mdat') - 4);
const fragment = box('moof', box('mfhd', Buffer.alloc(8)));
const fragmented = Buffer.concat([header, fragment, media]);

describe('c2pa of a video whose media data are bound in pieces', () => {
  it('finds one file intact, and any of its pieces changed', async () => {
    const signed = await sign(Buffer.concat([header, media]));
    expect(await runCheckOn(signed)).toMatchObject({ llrManipulated: 0, facts: { integrity: 'intact' } });
    const changed = await runCheckOn(change(signed, 'frames'));
    expect(changed).toMatchObject({ llrManipulated: 3, facts: { integrity: 'broken' } });
    expect(changed.statement).toContain('is that of the media data');
    const other = Buffer.from(signed);
    other.writeUInt8(other.readUInt8(other.indexOf('mvhd') + 8) ^ 1, other.indexOf('mvhd') + 8);
    expect(await runCheckOn(other)).toMatchObject({ llrManipulated: 0.75, facts: { integrity: 'broken' } });
  });

  it.each([
    ['that is in fragments', fragmented],
    ['with two boxes of media data', Buffer.concat([movie, media])],
  ])('leaves one %s open, the same every time', async (_name, content) => {
    const signed = await sign(content);
    const result = await runCheckOn(change(signed, 'frames'));
    expect(result).toMatchObject({ llrManipulated: 0, facts: { integrity: 'inconclusive' } });
    for (let times = 0; times < 5; times += 1) expect((await runCheckOn(signed)).facts).toEqual(result.facts);
    expect(result.statement).toContain('could not be validated in one file');
  });

  it('takes one without its fragments for no sign of manipulation', async () => {
    const signed = await sign(Buffer.concat([header, media]));
    const at = signed.indexOf(media);
    const result = await runCheckOn(
      Buffer.concat([signed.subarray(0, at), signed.subarray(at + media.length)]),
    );
    expect(result).toMatchObject({ llrManipulated: 0, facts: { integrity: 'inconclusive' } });
  });

  it('finds a changed manifest in one that is in fragments', async () => {
    const result = await runCheckOn(change(await sign(fragmented), 'digitalCapture'));
    expect(result.llrManipulated).toBe(2.5);
  });
});
