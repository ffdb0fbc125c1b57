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
