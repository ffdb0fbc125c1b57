import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boundary, closing, image, multipartType, partHeader } from '../content.ts';
import type { Answer } from '../uploader.ts';
import { startHostile } from './hostile-process.ts';
import type { HostileProcess } from './hostile-process.ts';

const mebibyte = 2 ** 20;
let hostile: HostileProcess;
let png: Buffer;
let before = 0;
beforeAll(async () => {
  [hostile, png] = await Promise.all([startHostile(), image('png')]);
  for (let warmUps = 0; warmUps < 5; warmUps += 1) await hostile.expectWell();
  if (existsSync('/proc/self/status')) before = await hostile.service.residentBytes();
});
afterAll(() => hostile.stop());

/** Characters of UTF-8, for headers that are written byte by byte. */
const bytesOf = (text: string): string => Buffer.from(text).toString('latin1');
const filePart = (disposition: string, ...more: readonly string[]): Buffer =>
  Buffer.concat([partHeader(`Content-Disposition: form-data; name="file"${disposition}`, ...more), png]);
const form = (...parts: readonly Buffer[]): Buffer =>
  Buffer.concat([...parts.flatMap((part) => [part, Buffer.from('\r\n')]), closing.subarray(2)]);

interface Sent {
  readonly answer: Answer;
  readonly organizationId: string;
}

async function send(body: Buffer, headers: Record<string, string> = multipartType): Promise<Sent> {
  const { call, projectId } = await hostile.caller();
  const answer = await hostile.uploader.send(call, projectId, { body: new Uint8Array(body), headers });
  return { answer, organizationId: call.organizationId };
}

/** Refused as the contract says, and nothing of it stays. */
async function expectRefused({ answer, organizationId }: Sent, reason: string): Promise<void> {
  expect(answer.error).toMatchObject({ status: 'INVALID_ARGUMENT', reason });
  expect(answer.status).toBe(400);
  await hostile.expectNothing(organizationId);
}

describe('the name of an upload', () => {
  it.each([
    ['a path', '; filename="../../../etc/passwd"', 'passwd'],
    ['a path of Windows', '; filename="..\\..\\windows\\system.ini"', 'system.ini'],
    ['a path alone', '; filename="../.."', 'file'],
    ['a drive', '; filename="C:\\a.png"', 'a.png'],
    ['NUL', '; filename="a\0b.png"', 'ab.png'],
    ['an override of direction', bytesOf('; filename="a\u202egnp.exe"'), 'agnp.exe'],
    ['no UTF-8', '; filename="\xff\xfea.png"', '\ufffd\ufffda.png'],
    ['percent signs', '; filename="%2e%2e%2fa%00.png"', '%2e%2e%2fa%00.png'],
    ['nothing', '; filename=""', 'file'],
    ['a mebibyte', `; filename="${'a'.repeat(mebibyte)}.png"`, 'a'.repeat(255)],
    ['another encoding', "; filename*=UTF-8''%e2%82%ac.png", '€.png'],
    ['another encoding of Latin 1', "; filename*=iso-8859-1'en'%a3.png", '£.png'],
    ['an encoded path', "; filename*=UTF-8''..%2f..%2fetc%2fpasswd", 'passwd'],
    ['encoded NUL', "; filename*=UTF-8''a%00b.png", 'ab.png'],
    ['an encoded override of direction', "; filename*=UTF-8''a%e2%80%aegnp.exe", 'agnp.exe'],
    ['an encoding nobody knows', "; filename*=klingon''a.png", 'a.png'],
    ['two names', '; filename="a.png"; filename*=UTF-8\'\'b.png', 'a.png'],
  ])('that is %s becomes a harmless one', async (_what, disposition, name) => {
    const { answer } = await send(form(filePart(disposition)));
    expect(answer).toMatchObject({ status: 201, file: { name, mimeType: 'image/png' } });
  });

  it.each([
    ['no name and no type', ''],
    ['a line break', '; filename="a\rb.png"'],
    ['an encoded line break', "; filename*=UTF-8''a%0d%0aX-Evil: b.png"],
  ])('that is %s is refused', async (_what, disposition) => {
    await expectRefused(await send(form(filePart(disposition))), 'INVALID_FIELD');
  });

  it.each(["; filename*=UTF-8''%zz%", '; filename*=', '; filename*', "; filename*='''''", '; filename'])(
    'that is nonsense (%s) is refused or replaced',
    async (disposition) => {
      const { answer, organizationId } = await send(form(filePart(disposition, 'Content-Type: image/png')));
      expect([201, 400]).toContain(answer.status);
      const name = answer.file?.name ?? 'refused';
      expect(name).toMatch(/^[^\x00-\x1f/\\]{1,255}$/u);
      if (answer.status === 400) await hostile.expectNothing(organizationId);
    },
  );

  it('that is missing, where the type says that it is a file, is "file"', async () => {
    const { answer } = await send(form(filePart('', 'Content-Type: application/octet-stream')));
    expect(answer).toMatchObject({ status: 201, file: { name: 'file' } });
  });
});

describe('the body of an upload', () => {
  const named = '; filename="a.png"';
  const field = (name: string): Buffer =>
    Buffer.concat([partHeader(`Content-Disposition: form-data; name="${name}"`), Buffer.from('x')]);
  const many = (count: number, part: (index: number) => Buffer): Buffer[] =>
    Array.from({ length: count }, (_, index) => part(index));

  it.each([
    ['10,000 fields before its file', () => form(...many(10_000, () => field('tags')), filePart(named))],
    ['10,000 fields after its file', () => form(filePart(named), ...many(10_000, () => field('tags')))],
    ['no end', () => form(filePart(named)).subarray(0, -4)],
    ['another boundary than it says', () => Buffer.from('--other\r\n\r\nx\r\n--other--\r\n')],
    ['nothing but dashes', () => Buffer.alloc(mebibyte, '-')],
  ])('with %s is malformed', async (_what, body) => {
    await expectRefused(await send(body()), 'MALFORMED_MULTIPART');
  });

  it.each([10_000, 2])('with %i files is refused', async (count) => {
    await expectRefused(await send(form(...many(count, () => filePart(named)))), 'INVALID_FIELD');
  });

  it('with a mebibyte of header behind its name is taken', async () => {
    const { answer } = await send(form(filePart(named, `X-Evil: ${'a'.repeat(mebibyte)}`)));
    expect(answer).toMatchObject({ status: 201, file: { name: 'a.png', mimeType: 'image/png' } });
  });

  it('with its name behind a mebibyte of header has no file', async () => {
    const disposition = `Content-Disposition: form-data; name="file"${named}`;
    const part = Buffer.concat([partHeader(`X-Evil: ${'a'.repeat(mebibyte)}`, disposition), png]);
    await expectRefused(await send(form(part)), 'INVALID_FIELD');
  });

  it('with its name behind 10,000 lines of header has no file', async () => {
    const lines = many(10_000, (n) => Buffer.from(`X-${n}: a`)).map(String);
    const disposition = `Content-Disposition: form-data; name="file"${named}`;
    const part = Buffer.concat([partHeader(...lines, disposition), png]);
    await expectRefused(await send(form(part)), 'INVALID_FIELD');
  });

  it.each(['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary'])(
    'whose type names no boundary (%s) is refused',
    async (type) => {
      await expectRefused(await send(form(filePart(named)), { 'content-type': type }), 'MALFORMED_MULTIPART');
    },
  );

  it('that goes on after its end is taken without what follows', async () => {
    const body = Buffer.concat([form(filePart(named)), Buffer.alloc(4 * mebibyte, `\r\n--${boundary}`)]);
    const { answer } = await send(body);
    expect(answer).toMatchObject({ status: 201, file: { sizeBytes: png.byteLength } });
  });
});

it.skipIf(!existsSync('/proc/self/status'))('none of it stays in memory', async () => {
  await hostile.expectWell();
  expect((await hostile.service.residentBytes()) - before).toBeLessThan(64 * mebibyte);
});
