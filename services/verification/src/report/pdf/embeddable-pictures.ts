import sharp from 'sharp';
import type { ReportBlock, ReportContent } from '../report-content.ts';
import type { ReportPicture } from '../report-input.ts';

/** Bytes that can stand in a PDF as they are, by picture. */
export type EmbeddablePictures = ReadonlyMap<ReportPicture, Buffer>;

/** The pictures of a report that a PDF can hold: JPEG and PNG. */
export async function embeddablePictures({ hero, sections }: ReportContent): Promise<EmbeddablePictures> {
  const shown = [
    ...(hero.picture === null ? [] : [hero.picture]),
    ...sections.flatMap(({ blocks }) => picturesIn(blocks)),
  ];
  const found = shown.filter(
    ({ mimeType, width, height }) => types.includes(mimeType) && width > 0 && height > 0,
  );
  return new Map(await Promise.all(found.map(async (picture) => [picture, await plain(picture)] as const)));
}

const types: readonly string[] = ['image/png', 'image/jpeg'];

function picturesIn(blocks: readonly ReportBlock[]): readonly ReportPicture[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'pictures') return block.pictures;
    if (block.kind === 'finding') return block.finding.pictures;
    return block.kind === 'folded' ? picturesIn(block.blocks) : [];
  });
}

/** Places in the header of a PNG (ISO 15948, 11.2.2). */
const header = { bitDepth: 24, colourType: 25, interlace: 28 };
const trueColour = 2;

/**
 * A PNG of 8 bits without an alpha channel is copied into the document. Of every other pdfkit decodes the pixels in another
 * thread, and writes them whenever they are done: the same report would not have the same bytes.
 */
async function plain({ mimeType, bytes }: ReportPicture): Promise<Buffer> {
  const given = Buffer.from(bytes);
  const isPlain =
    mimeType === 'image/jpeg' ||
    (given[header.bitDepth] === 8 &&
      given[header.colourType] === trueColour &&
      given[header.interlace] === 0);
  if (isPlain) return given;
  return sharp(given)
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .png({ palette: false })
    .toBuffer();
}
