import { Buffer } from 'node:buffer';
import { execFile } from 'node:child_process';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { withArchive } from '@assay/media/archive/open-archive';
import { createRandom } from '@assay/test-kit/seeded-random';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesInMemory, bytesOfFile } from './byte-source.ts';
import { headerOf, layOut, recordOf } from './canonical-zip.ts';
import { digestOf } from './digest.ts';
import { bundleOf, sampleKeys, sampleRun } from './sample-bundle.fixture.ts';
import { keySetOf } from './signing-keys.ts';
import { statementPart } from './statement.ts';
import { archivePart } from './bundle-verification.ts';
import { verifyBundle } from './verify-bundle.ts';

const keys = sampleKeys();
const bundles: Buffer[] = [];
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-bundles-'));
  for (let number = 0; number < 20; number += 1) bundles.push(await bundleOf(sampleRun(number), keys));
});
afterAll(() => rm(folder, { recursive: true }));

const verify = (bytes: Uint8Array) => verifyBundle(bytesInMemory(bytes), keys.published);
const bundle = (number = 3): Buffer => bundles[number] ?? Buffer.alloc(0);

/** The parts of a valid bundle with their places. */
async function partsOf(bytes: Buffer) {
  const { signed } = await verify(bytes);
  const size = bytes.readUInt32LE(22);
  const statement = { name: statementPart, sizeBytes: size, sha256: '' };
  const parts = [statement, ...(signed?.statement.parts ?? [])];
  return { parts, layout: layOut(parts) };
}

/** To which part the byte at an offset belongs. */
async function ownersOf(bytes: Buffer): Promise<(offset: number) => string> {
  const { parts, layout } = await partsOf(bytes);
  return (offset) => {
    if (offset >= layout.endOffset) return archivePart;
    const isInDirectory = offset >= layout.directoryOffset;
    const startOf = (index: number) =>
      layout.places[index]?.[isInDirectory ? 'recordOffset' : 'headerOffset'] ?? Infinity;
    return parts.findLast((_, index) => startOf(index) <= offset)?.name ?? '';
  };
}

describe('a bundle', () => {
  it('is valid as it was written, in memory and as a file, and names its run and its key', async () => {
    for (const [number, bytes] of bundles.entries()) {
      const verification = await verify(bytes);
      expect(verification).toMatchObject({ isValid: true, problems: [], signed: { by: 'evidence-bundles' } });
      expect(verification.signed?.statement.about.runId).toBe(sampleRun(number).run.id);
    }
    const file = path.join(folder, 'bundle.zip');
    await writeFile(file, bundle());
    const handle = await open(file);
    expect(await verifyBundle(await bytesOfFile(handle), keys.published)).toEqual(await verify(bundle()));
    await handle.close();
  });

  it('has the same bytes whenever it is written', async () => {
    expect((await bundleOf(sampleRun(3), keys)).equals(bundle())).toBe(true);
  });

  it('is opened by other programs, with every part in it', async () => {
    const file = path.join(folder, 'opened.zip');
    await writeFile(file, bundle());
    const { parts } = await partsOf(bundle());
    await withArchive(file, async (archive) => {
      expect(archive.names).toEqual(parts.map(({ name }) => name));
      expect(archive.names).toContain('artifacts/pixel-traces/a0.png');
      for (const { name, sha256 } of parts.slice(1)) {
        expect((await digestOf(archive.read(name))).sha256).toBe(sha256);
      }
    });
  });
});

describe('a bundle of which one byte was changed', () => {
  it('is rejected, and the part is named: 1,000 bytes of 20 bundles', async () => {
    const random = createRandom(20_261_122);
    const wrong: string[] = [];
    for (const bytes of bundles) {
      const ownerOf = await ownersOf(bytes);
      for (let mutation = 0; mutation < 50; mutation += 1) {
        const offset = random.below(bytes.length);
        const mutated = Buffer.from(bytes);
        mutated[offset] = ((bytes[offset] ?? 0) + 1 + random.below(255)) % 256;
        const { isValid, problems } = await verify(mutated);
        const isLocated = problems.length > 0 && problems.every(({ part }) => part === ownerOf(offset));
        if (isValid || !isLocated) wrong.push(`${String(offset)}: ${JSON.stringify(problems)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('is rejected, and the part is named, at every byte that is no content', async () => {
    const bytes = bundle();
    const ownerOf = await ownersOf(bytes);
    const { layout } = await partsOf(bytes);
    const offsets = layout.places.flatMap(({ headerOffset, dataOffset }) => range(headerOffset, dataOffset));
    const wrong: string[] = [];
    for (const offset of [...offsets, ...range(layout.directoryOffset, bytes.length)]) {
      const mutated = Buffer.from(bytes);
      mutated[offset] = (bytes[offset] ?? 0) ^ 1;
      const { isValid, problems } = await verify(mutated);
      const isLocated = problems.length === 1 && problems[0]?.part === ownerOf(offset);
      if (isValid || !isLocated) wrong.push(`${String(offset)}: ${JSON.stringify(problems)}`);
    }
    expect(wrong).toEqual([]);
  });
});

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

describe('a bundle that is not as it was written', () => {
  it('has bytes before, after or missing', async () => {
    const begun = { part: archivePart, reason: 'does not begin as an evidence bundle does' };
    expect(await verify(Buffer.concat([Buffer.from('x'), bundle()]))).toMatchObject({ problems: [begun] });
    expect(await verify(Buffer.concat([bundle(), Buffer.from('xy')]))).toMatchObject({
      isValid: false,
      problems: [{ part: archivePart, reason: 'has 2 bytes too many' }],
    });
    expect(await verify(bundle().subarray(0, -1))).toMatchObject({
      problems: [{ part: archivePart, reason: 'has 1 byte too few' }],
    });
    for (const length of [0, 1, 29, 30, 49, 50, 400, 5_000]) {
      expect(await verify(bundle().subarray(0, length))).toMatchObject({ isValid: false });
    }
    for (const bytes of [Buffer.alloc(0), Buffer.from('no archive at all'), Buffer.alloc(100_000)]) {
      expect(await verify(bytes)).toMatchObject({ isValid: false, signed: undefined, problems: [begun] });
    }
  });

  it('lacks a part, has one twice, or one that is not its own', async () => {
    const { parts, layout } = await partsOf(bundle());
    const cut = (index: number) =>
      bundle().subarray(
        layout.places[index]?.headerOffset,
        layout.places[index + 1]?.headerOffset ?? layout.directoryOffset,
      );
    const pieces = parts.map((_, index) => cut(index));
    const rest = bundle().subarray(layout.directoryOffset);
    const packed = (given: readonly Buffer[]) => verify(Buffer.concat([...given, rest]));
    const [second = '', third = ''] = parts.slice(1).map(({ name }) => name);
    expect((await packed(pieces.toSpliced(1, 1))).problems[0]).toEqual({
      part: second,
      reason: 'is missing',
    });
    const doubled = await packed(pieces.toSpliced(2, 0, cut(1)));
    expect(doubled.problems[0]).toEqual({ part: second, reason: 'is there twice' });
    const strange = await added('evil.txt', 'added');
    const unlisted = { part: 'evil.txt', reason: 'is not listed in the statement' };
    expect((await packed(pieces.toSpliced(2, 0, strange))).problems[0]).toEqual(unlisted);
    expect((await packed([...pieces, strange])).problems[0]).toEqual(unlisted);
    expect((await packed(pieces.with(1, cut(2)).with(2, cut(1)))).problems).not.toEqual([]);
    expect(third).not.toBe('');
  });

  it('has a directory that says otherwise than its headers', async () => {
    const { parts, layout } = await partsOf(bundle());
    const part = parts[1];
    const place = layout.places[1];
    if (part === undefined || place === undefined) throw new Error('the bundle has no parts');
    const digest = await digestOf([bundle().subarray(place.dataOffset, place.dataOffset + part.sizeBytes)]);
    const record = recordOf({ ...part, crc32: digest.crc32 }, layout.places[2]?.headerOffset ?? 0);
    const bytes = Buffer.from(bundle());
    record.copy(bytes, place.recordOffset);
    expect((await verify(bytes)).problems).toEqual([
      { part: part.name, reason: 'has another entry in the directory of the archive' },
    ]);
  });

  it('carries a signature of somebody else, or of a key that is not known', async () => {
    const reasonBy = async (other: ReturnType<typeof sampleKeys>) =>
      (await verify(await bundleOf(sampleRun(1), other))).problems;
    expect(await reasonBy(sampleKeys())).toEqual([
      { part: statementPart, reason: 'does not have the signature of its key' },
    ]);
    expect(await reasonBy(sampleKeys('evidence-bundles.9'))).toEqual([
      { part: statementPart, reason: 'is signed by a key that is not known' },
    ]);
  });
});

describe('a bundle that was packed again', () => {
  const again = { part: archivePart, reason: 'was packed again by another program' };
  const intact = { ...again, reason: `${again.reason}; its parts are as they were signed` };

  it.each([
    ['compressed', { compression: 8 }],
    ['stored', { compression: 0 }],
    ['in a folder', { compression: 8, folder: 'evidence 3/' }],
  ])('is called so, %s', async (_how, how) => {
    const verification = await verify(await packAgain(bundle(), how));
    expect(verification).toMatchObject({ isValid: false, problems: [intact] });
    expect(verification.signed?.statement.about.runId).toBe(sampleRun(3).run.id);
  });

  it.each([
    ['altered', { replace: 'run.json' }, 'run.json', 'does not have the SHA-256 that was signed'],
    ['missing', { remove: 'report.json' }, 'report.json', 'is missing'],
    ['added', { add: 'evil.txt' }, 'evil.txt', 'is not listed in the statement'],
    ['altered', { replace: statementPart }, statementPart, 'is no envelope with one signature'],
  ])('names the part that was %s', async (_what, change, part, reason) => {
    for (const folder of ['', 'x/']) {
      const packed = await packAgain(bundle(), { compression: 8, folder, ...change });
      const named = part === 'evil.txt' ? folder + part : part;
      expect((await verify(packed)).problems).toEqual([again, { part: named, reason }]);
    }
  });
});

describe('a key that signs no more', () => {
  it('is still recognized while it is published', async () => {
    const next = sampleKeys('evidence-bundles.2');
    const both = keySetOf({ keys: [...next.published.keys, ...keys.published.keys] });
    expect(await verifyBundle(bytesInMemory(bundle()), both)).toMatchObject({ isValid: true });
    expect(await verifyBundle(bytesInMemory(bundle()), next.published)).toMatchObject({ isValid: false });
    expect(() => keySetOf({ keys: [...keys.published.keys, ...keys.published.keys] })).toThrow('one name');
  });
});

async function added(name: string, text: string): Promise<Buffer> {
  const bytes = Buffer.from(text);
  return Buffer.concat([headerOf({ name, ...(await digestOf([bytes])) }), bytes]);
}

interface Packing {
  /** 0 stores, 8 deflates. */
  readonly compression: number;
  readonly folder?: string;
  readonly replace?: string;
  readonly remove?: string;
  readonly add?: string;
}

const packer = `
import json, sys, zipfile
source, target, how = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
folder = how.get('folder', '')
with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, 'w', how['compression']) as new:
    for name in old.namelist():
        if name != how.get('remove'):
            new.writestr(folder + name, b'{}' if name == how.get('replace') else old.read(name))
    if 'add' in how:
        new.writestr(folder + how['add'], b'evil')
`;

/** Packs a bundle again with Python's zipfile. */
async function packAgain(bytes: Buffer, how: Packing): Promise<Buffer> {
  const source = path.join(folder, 'source.zip');
  const target = path.join(folder, 'target.zip');
  await writeFile(source, bytes);
  await promisify(execFile)('python3', ['-c', packer, source, target, JSON.stringify(how)]);
  return readFile(target);
}
