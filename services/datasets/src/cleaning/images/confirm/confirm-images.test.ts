import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmImages } from './confirm-images.ts';

let folder: string;
let written = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'confirm-images-'));
});

afterAll(() => rm(folder, { recursive: true }));

async function confirm(one: Uint8Array, other: Uint8Array): Promise<boolean> {
  const paths = [one, other].map(() => join(folder, String((written += 1))));
  const [first = '', second = ''] = paths;
  await Promise.all([writeFile(first, one), writeFile(second, other)]);
  return confirmImages([first, second]);
}

function draw(width: number, height: number, body: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`;
  return sharp(Buffer.from(svg)).removeAlpha().png().toBuffer();
}

/** A street of coloured windows in front of a sky, with a small figure. */
function drawScene(figure: { readonly x: number; readonly fill: string }): Promise<Buffer> {
  const windows = Array.from({ length: 240 }, (_, at) => {
    const x = (at % 24) * 50 + 8;
    const y = Math.floor(at / 24) * 60 + 200;
    const fill = ((at * 7919) % 0xfff).toString(16).padStart(3, '0');
    return `<rect x="${x}" y="${y}" width="${20 + ((at * 7) % 20)}" height="40" fill="#${fill}"/>`;
  });
  const person = `<rect x="${figure.x}" y="120" width="14" height="34" fill="${figure.fill}"/>`;
  return draw(1200, 800, `<rect width="1200" height="800" fill="#9ab"/>${windows.join('')}${person}`);
}

/** A delivery note: a form with a number, a name and a total. */
function drawNote(number: string, name: string, total: string): Promise<Buffer> {
  const lines = Array.from(
    { length: 24 },
    (_, row) =>
      `<text x="80" y="${300 + row * 40}">Item ${row + 1}: goods as ordered and delivered to the buyer</text>`,
  );
  const fields = `<text x="80" y="120">Note ${number}</text><text x="500" y="120">${name}</text><text x="80" y="200">Total EUR ${total}</text>`;
  return draw(
    1000,
    1400,
    `<rect width="1000" height="1400" fill="#fff"/><g font-family="DejaVu Sans" font-size="24" fill="#222">${fields}${lines.join('')}</g>`,
  );
}

const copies: readonly [string, (image: Sharp, width: number) => Sharp][] = [
  ['saved at quality 40', (image) => image.jpeg({ quality: 40 })],
  ['half as large', (image, width) => image.resize(Math.round(width / 2)).jpeg({ quality: 85 })],
  ['enlarged', (image, width) => image.resize(Math.round(width * 1.3)).jpeg({ quality: 85 })],
  ['in another format', (image) => image.webp({ quality: 75 })],
  ['turned by its tag', (image) => image.rotate(90).jpeg({ quality: 88 }).withMetadata({ orientation: 8 })],
];

describe('confirmImages', () => {
  it.each(copies)('confirms a copy of a scene and of a form %s', async (_, copy) => {
    const scene = await drawScene({ x: 300, fill: '#411' });
    expect(await confirm(scene, await copy(sharp(scene), 1200).toBuffer())).toBe(true);
    const note = await drawNote('117', 'Miller Bakery', '480.00');
    expect(await confirm(note, await copy(sharp(note), 1000).toBuffer())).toBe(true);
  });

  it.each([
    ['moved', { x: 320, fill: '#411' }],
    ['recoloured', { x: 300, fill: '#15117f' }],
  ])('does not confirm a scene in which a small figure is %s', async (_, figure) => {
    const one = await drawScene({ x: 300, fill: '#411' });
    const other = await drawScene(figure);
    expect(await confirm(one, await sharp(other).jpeg({ quality: 85 }).toBuffer())).toBe(false);
    expect(await confirm(one, await sharp(other).resize(800).jpeg({ quality: 85 }).toBuffer())).toBe(false);
  });

  it.each([
    ['number', '118', 'Miller Bakery', '480.00'],
    ['name', '117', 'Muller Bakery', '480.00'],
    ['total', '117', 'Miller Bakery', '430.00'],
  ])('does not confirm a form with another %s', async (_, number, name, total) => {
    const one = await drawNote('117', 'Miller Bakery', '480.00');
    const other = sharp(await drawNote(number, name, total));
    expect(await confirm(one, await other.clone().png().toBuffer())).toBe(false);
    expect(await confirm(one, await other.clone().jpeg({ quality: 50 }).toBuffer())).toBe(false);
    expect(await confirm(one, await other.clone().resize(600).jpeg({ quality: 85 }).toBuffer())).toBe(false);
  });

  it('does not confirm a form that is too small to be read', async () => {
    const note = await drawNote('117', 'Miller Bakery', '480.00');
    expect(await confirm(note, await sharp(note).resize(250).png().toBuffer())).toBe(false);
  });

  it('compares images of one row or one column', async () => {
    const row = await draw(900, 1, '<rect width="450" height="1" fill="#f00"/>');
    expect(await confirm(row, await sharp(row).webp({ lossless: true }).toBuffer())).toBe(true);
    expect(await confirm(row, await sharp(row).flop().png().toBuffer())).toBe(false);
  });
});
