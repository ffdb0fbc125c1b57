/** A page that is one JPEG image in RGB. */
export interface ImagePage {
  readonly jpeg: Uint8Array;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly pixelsPerPoint: number;
}

const objectsPerPage = 3;
const catalogId = 1;
const pagesId = 2;
const firstPageId = 3;

/** Writes a PDF 1.4 with one image for each page and without any metadata (ISO 32000-1, sections 7.5 and 8.9.5). */
export function writeImagePdf(pages: readonly ImagePage[]): Uint8Array {
  const kids = pages.map((_, index) => `${pageId(index).toString()} 0 R`).join(' ');
  const objects = [
    Buffer.from(`<< /Type /Catalog /Pages ${pagesId.toString()} 0 R >>`),
    Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length.toString()} >>`),
    ...pages.flatMap((page, index) => buildPage(page, pageId(index))),
  ];
  const chunks: Buffer[] = [Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const offsets: number[] = [];
  let length = chunks[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    const chunk = Buffer.concat([
      Buffer.from(`${(index + 1).toString()} 0 obj\n`),
      object,
      Buffer.from('\nendobj\n'),
    ]);
    offsets.push(length);
    length += chunk.length;
    chunks.push(chunk);
  }
  return Buffer.concat([...chunks, buildTrailer(offsets, length)]);
}

function pageId(index: number): number {
  return firstPageId + index * objectsPerPage;
}

function buildPage({ jpeg, width, height, pixelsPerPoint }: ImagePage, id: number): Buffer[] {
  const points = (pixels: number): string => (pixels / pixelsPerPoint).toFixed(2);
  const contentId = (id + 1).toString();
  const imageId = (id + 2).toString();
  const content = `q ${points(width)} 0 0 ${points(height)} 0 0 cm /I Do Q`;
  const page = [
    `<< /Type /Page /Parent ${pagesId.toString()} 0 R /MediaBox [0 0 ${points(width)} ${points(height)}]`,
    `/Resources << /XObject << /I ${imageId} 0 R >> >> /Contents ${contentId} 0 R >>`,
  ].join(' ');
  const image = [
    `<< /Type /XObject /Subtype /Image /Width ${width.toString()} /Height ${height.toString()}`,
    `/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length.toString()} >>`,
  ].join(' ');
  return [
    Buffer.from(page),
    buildStream(`<< /Length ${content.length.toString()} >>`, Buffer.from(content)),
    buildStream(image, jpeg),
  ];
}

function buildStream(dictionary: string, content: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${dictionary}\nstream\n`), content, Buffer.from('\nendstream')]);
}

/** Each entry of the table has exactly 20 bytes. */
function buildTrailer(offsets: readonly number[], start: number): Buffer {
  const size = (offsets.length + 1).toString();
  const entries = offsets.map((offset) => `${offset.toString().padStart(10, '0')} 00000 n \n`);
  return Buffer.from(
    [
      `xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}`,
      `trailer\n<< /Size ${size} /Root ${catalogId.toString()} 0 R >>\nstartxref\n${start.toString()}\n%%EOF\n`,
    ].join(''),
  );
}
