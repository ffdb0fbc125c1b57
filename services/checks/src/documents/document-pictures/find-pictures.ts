import { docxType } from '@assay/media/sniff/office-types';
import { readDocxPictures } from '@assay/media/docx/docx-pictures';
import { embeddedJpegs } from '@assay/media/pdf/embedded-jpegs';
import type { EmbeddedJpeg } from '@assay/media/pdf/embedded-jpegs';
import type { PageDrawing, PaintMark } from '@assay/media/pdf/marks/page-drawing';
import { readPageDrawing } from '@assay/media/pdf/marks/read-page-drawing';
import { openPdf } from '@assay/media/pdf/open-pdf';
import type { PdfDocument } from '@assay/media/pdf/open-pdf';
import type { FindingLocation, Subject } from '../../check/check.ts';
import { fullEffort, pageCost, startWork } from '../pages/document-effort.ts';
import { openSubjectPdf } from '../pages/open-subject-pdf.ts';
import { pageLocation } from '../pages/page-location.ts';

/** A picture that a document holds as a file. */
export interface DocumentPicture {
  /** Where it stands, as in “the picture on page 2”. */
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array;
  /** Null where no page shows it, or the document knows no pages. */
  readonly location: FindingLocation | null;
}

/** The pictures of a document, largest file first; or why there are none. */
export async function findPictures(subject: Subject): Promise<DocumentPicture[] | string> {
  const { mimeType, path } = subject;
  if (mimeType === docxType) {
    const pictures = await readDocxPictures(path).catch(() => null);
    if (pictures === null) return 'the document cannot be opened';
    return largestFirst(
      pictures.map(({ name, bytes }) => {
        return { name: `the picture ${name}`, bytes, mimeType: typeOf(name), location: null };
      }),
    );
  }
  const { pdf, reason } = openSubjectPdf(subject);
  if (pdf === null) return reason;
  if (pdf.trailer.entries.has('Encrypt'))
    return 'the document is encrypted, so the images in it cannot be taken out';
  const jpegs = embeddedJpegs(pdf);
  return jpegs.length === 0 ? [] : largestFirst(await placeJpegs(subject, jpegs));
}

function typeOf(name: string): string {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return ending === 'png' || ending === 'webp' ? `image/${ending}` : 'image/jpeg';
}

function largestFirst(pictures: readonly DocumentPicture[]): DocumentPicture[] {
  return pictures.toSorted((one, other) => other.bytes.length - one.bytes.length);
}

/** A picture is recognised on a page by its size in pixels; where several have that size, pages are not told. */
async function placeJpegs({ bytes }: Subject, jpegs: readonly EmbeddedJpeg[]): Promise<DocumentPicture[]> {
  const opened = await openPdf(Uint8Array.from(bytes)).catch(() => null);
  const document = opened === null || 'isLocked' in opened ? null : opened.document;
  try {
    const shown = document === null ? [] : await readPlaces(document);
    return jpegs.map((jpeg) => {
      const isOnly = jpegs.filter((other) => isOfSize(jpeg, other)).length === 1;
      const place = isOnly
        ? shown.find(({ pixels }) => pixels !== null && isOfSize(jpeg, pixels))
        : undefined;
      return {
        name:
          place === undefined
            ? `a picture of ${String(jpeg.width)} × ${String(jpeg.height)} pixels`
            : `the picture on page ${String(place.page)}`,
        mimeType: 'image/jpeg',
        bytes: jpeg.bytes,
        location: place === undefined ? null : pageLocation(place.page, place.box),
      };
    });
  } finally {
    await document?.loadingTask.destroy();
  }
}

type PlacedPaint = PaintMark & Pick<PageDrawing, 'page'>;

async function readPlaces(document: PdfDocument): Promise<PlacedPaint[]> {
  const budget = startWork(fullEffort.operators / 4, fullEffort.cpuMs);
  const places: PlacedPaint[] = [];
  for (let page = 1; page <= document.numPages && budget.goesOn(); page += 1) {
    const drawing = await readPageDrawing(document, page).catch(() => null);
    budget.spend(pageCost + (drawing?.operators ?? 0));
    const pictures = drawing?.paints.filter(({ kind }) => kind === 'picture') ?? [];
    places.push(...pictures.map((paint) => ({ page, ...paint })));
  }
  return places;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function isOfSize(one: Size, other: Size): boolean {
  return one.width === other.width && one.height === other.height;
}
