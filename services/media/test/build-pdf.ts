import { deflateSync } from 'node:zlib';

/** Objects by number, each the text between `obj` and `endobj` in Latin-1. */
export type PdfObjects = Readonly<Record<number, string>>;

/** A page that shows a line of text, with properties that a test may replace. */
export const onePage = (text: string, replaced: PdfObjects = {}): PdfObjects => ({
  1: '<< /Type /Catalog /Pages 2 0 R >>',
  2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
  4: stream(`BT /F1 12 Tf 20 100 Td (${text}) Tj ET`),
  5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  6: `<< /Author (Ada Example) /Creator (Writer) /Producer (Press 1.0) /CreationDate (D:20260301140509+01'00') /ModDate (D:20260302) >>`,
  ...replaced,
});

/** A stream object with that content. */
export function stream(content: string, dictionary = ''): string {
  return `<< /Length ${content.length} ${dictionary} >>\nstream\n${content}\nendstream`;
}

export const trailerIds = '/ID [<00112233445566778899aabbccddeeff> <ffeeddccbbaa99887766554433221100>]';

/** A PDF of one revision, with a cross-reference table. */
export function pdfOf(objects: PdfObjects, trailer = trailerIds): Buffer {
  return appendRevision(
    Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'),
    objects,
    `/Info 6 0 R ${trailer}`,
  );
}

/** The file with a revision behind it that replaces and adds objects; `trailer` is put into its trailer. */
export function appendRevision(file: Buffer, objects: PdfObjects, trailer = ''): Buffer {
  const previous = lastStartxref(file);
  let text = '';
  const offsets = Object.entries(objects).map(([number, body]) => {
    const offset = file.length + text.length;
    text += `${number} 0 obj\n${body}\nendobj\n`;
    return { number: Number(number), offset };
  });
  const xref = file.length + text.length;
  const sections = offsets.map(
    ({ number, offset }) => `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`,
  );
  const first = previous === undefined ? '0 1\n0000000000 65535 f \n' : '';
  const prev = previous === undefined ? '' : `/Prev ${previous}`;
  const end = `trailer\n<< /Size 100 /Root 1 0 R ${prev} ${trailer} >>\nstartxref\n${xref}\n%%EOF\n`;
  return Buffer.concat([file, Buffer.from(`${text}xref\n${first}${sections.join('')}${end}`, 'latin1')]);
}

function lastStartxref(file: Buffer): number | undefined {
  const at = file.lastIndexOf('startxref');
  return at === -1 ? undefined : Number.parseInt(file.toString('latin1', at + 9, at + 30), 10);
}

/** The file with a revision behind it that holds a signature over all of it; nothing in it is true but where it lies. */
export function signRevision(file: Buffer, entries = '/Type /Sig'): Buffer {
  const blank = '[0000000000 0000000000 0000000000 0000000000]';
  const signature = `<< ${entries} /ByteRange ${blank} /Contents <${'00'.repeat(32)}> >>`;
  const signed = appendRevision(file, { 7: signature, 8: '<< /FT /Sig /T (s) /V 7 0 R >>' }, '/Signed true');
  const from = signed.lastIndexOf('/Contents <') + '/Contents '.length;
  const to = from + 66;
  const numbers = [0, from, to, signed.length - to].map((number) => String(number).padStart(10, '0'));
  signed.write(`[${numbers.join(' ')}]`, signed.lastIndexOf(blank), 'latin1');
  return signed;
}

/** A file as linearization lays it out: the sections of the first page in front, those of the rest behind. */
export function linearizedPdf(objects: PdfObjects): Buffer {
  const rest = Object.entries(objects);
  const hint = '9 0 obj\n<< /Linearized 1 /N 1 >>\nendobj\n';
  const header = `%PDF-1.7\n${hint}`;
  const table = (main: string): string =>
    `xref\n9 1\n0000000009 00000 n \ntrailer\n<< /Size 10 /Root 1 0 R /Info 6 0 R /Prev ${main} >>\nstartxref\n0\n%%EOF\n`;
  let text = header + table('0000000000');
  const rows = rest.map(([number, body]) => {
    const row = `${number} 1\n${String(text.length).padStart(10, '0')} 00000 n \n`;
    text += `${number} 0 obj\n${body}\nendobj\n`;
    return row;
  });
  const main = String(text.length).padStart(10, '0');
  const end = `xref\n0 1\n0000000000 65535 f \n${rows.join('')}trailer\n<< /Size 9 >>\nstartxref\n${header.length}\n%%EOF\n`;
  return Buffer.from(text.replace(table('0000000000'), table(main)) + end, 'latin1');
}

/** The same objects with a cross-reference stream, and all that are no streams in an object stream. */
export function xrefStreamPdf(objects: PdfObjects): Buffer {
  const all = Object.entries(objects);
  const inner = all.filter(([, body]) => !body.includes('stream'));
  const outer = all.filter(([, body]) => body.includes('stream'));
  const bodies = inner.map(([, body]) => `${body}\n`);
  const offsets = bodies.map((_, index) => bodies.slice(0, index).join('').length);
  const head = `${inner.map(([number], index) => `${number} ${offsets[index] ?? 0}`).join(' ')}\n`;
  const packed = deflateSync(Buffer.from(head + bodies.join(''), 'latin1')).toString('latin1');
  const places = new Map<number, readonly [number, number]>(
    inner.map(([number]) => [Number(number), [2, 20]] as const),
  );
  let text = '%PDF-1.7\n';
  const add = (number: number, body: string): void => {
    places.set(number, [1, text.length]);
    text += `${number} 0 obj\n${body}\nendobj\n`;
  };
  for (const [number, body] of outer) add(Number(number), body);
  add(20, stream(packed, `/Type /ObjStm /N ${inner.length} /First ${head.length} /Filter /FlateDecode`));
  const at = text.length;
  places.set(21, [1, at]);
  let previous = Buffer.alloc(10);
  const rows = Array.from({ length: 22 }, (_, number) => {
    const [type, second] = places.get(number) ?? [0, 0];
    const row = Buffer.from([
      type,
      0,
      0,
      0,
      0,
      0,
      (second >> 16) & 255,
      (second >> 8) & 255,
      second & 255,
      0,
    ]);
    const up = row.map((byte, index) => byte - (previous[index] ?? 0));
    previous = row;
    return Buffer.concat([Buffer.from([2]), up]);
  });
  const xref = deflateSync(Buffer.concat(rows)).toString('latin1');
  const parameters = '/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 10 >>';
  const dictionary = `/Type /XRef /W [1 8 1] /Size 22 /Root 1 0 R /Info 6 0 R ${parameters}`;
  return Buffer.from(
    `${text}21 0 obj\n${stream(xref, dictionary)}\nendobj\nstartxref\n${at}\n%%EOF\n`,
    'latin1',
  );
}
