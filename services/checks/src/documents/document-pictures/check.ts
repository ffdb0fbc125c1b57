import { docxType } from '@assay/media/sniff/office-types';
import { finding, forOtherType, notApplicable } from '../../check/check-result.ts';
import type { Check, CheckArtifact, CheckResult, JsonObject, Subject } from '../../check/check.ts';
import { stateAbsence, stateLeftOut } from '../../search/searched-part.ts';
import type { SearchedPart } from '../../search/searched-part.ts';
import { startWork } from '../pages/document-effort.ts';
import { examinePicture } from './examine-picture.ts';
import type { PictureFinding } from './examine-picture.ts';
import { findPictures } from './find-pictures.ts';
import type { DocumentPicture } from './find-pictures.ts';
import { manifest } from './manifest.ts';

const limits = [
  'The checks of pictures were measured on photographs that came as files; a program that makes documents crops, shrinks and compresses them. What they point at in a document weighs nothing, and is for a person to look at.',
  'The more pictures a document holds, the likelier it is that one of them is pointed at without reason.',
  'Only pictures that the document holds as files of their own are examined: in a PDF JPEG files, in a Word document JPEG, PNG and WebP.',
];

const maxPictures = 6;
/** Of the largest ones; the search for copies takes longest. */
const searchedForCopies = 2;
/** Bytes of image files, beyond which no further image is begun. */
const maxBytes = 24 * 2 ** 20;
/** Milliseconds of processor time, as the last limit. */
const maxCpuMs = 40_000;
const maxDrawings = 4;
const maxStated = 4;

/** Examines the pictures within a PDF or Word document as pictures; it weighs nothing. */
export const check: Check = {
  ...manifest,
  run: (subject, signal) => searchImages(subject, signal),
};

/** How many images are examined. */
interface ImageEffort {
  readonly images: number;
  readonly cpuMs: number;
}

/** @param effort less than the full one only in tests */
export async function searchImages(
  subject: Subject,
  signal: AbortSignal,
  effort: ImageEffort = { images: maxPictures, cpuMs: maxCpuMs },
): Promise<CheckResult> {
  if (subject.mimeType !== 'application/pdf' && subject.mimeType !== docxType)
    return forOtherType(manifest, 'the file is not a PDF or a DOCX document');
  const pictures = await findPictures(subject);
  if (typeof pictures === 'string') return notApplicable(manifest, pictures);
  if (pictures.length === 0)
    return notApplicable(manifest, 'the document holds no picture as a file of its own');
  const budget = startWork(maxBytes, effort.cpuMs, signal);
  const found: PictureFinding[] = [];
  let examined = 0;
  for (const picture of pictures.slice(0, effort.images)) {
    if (!budget.goesOn()) break;
    budget.spend(picture.bytes.length);
    const searchesCopies = examined < searchedForCopies;
    const own = await examinePicture(
      picture,
      { searchesCopies, hasTime: () => !budget.isOutOfTime() },
      signal,
    );
    if (own === null) break;
    found.push(...own);
    examined += 1;
  }
  const searched: SearchedPart = {
    unit: 'image',
    total: pictures.length,
    searched: examined,
    why: budget.limit(),
  };
  return finding(manifest, {
    statement: describe(searched, found),
    searched: [searched],
    facts: factsOf(pictures, examined, found),
    limits,
    parameters: { maxPictures, searchedForCopies, maxBytes, maxCpuMs },
    artifacts: found.flatMap(drawingsOf).slice(0, maxDrawings),
    locations: found.flatMap(({ picture }) => (picture.location === null ? [] : [picture.location])),
  });
}

function describe(searched: SearchedPart, found: readonly PictureFinding[]): string {
  const { total } = searched;
  const held = total === 1 ? 'The document holds one image' : `The document holds ${String(total)} images`;
  if (found.length === 0) {
    const absent = stateAbsence(
      [searched],
      `${held}; nothing in ${total === 1 ? 'it' : 'them'} points at a change.`,
    );
    return (searched.searched < total ? [`${held}.`, ...absent] : absent).join(' ');
  }
  const told = found.toSorted((one, other) => Number(other.points) - Number(one.points)).slice(0, maxStated);
  const sentences = told.map(({ picture, result, points }) => {
    const of = `Of ${picture.name}: ${result.statement}`;
    return points ? `${of} A person should look at it.` : of;
  });
  return [...sentences, `${held}.`, ...stateLeftOut([searched])].join(' ');
}

function factsOf(
  pictures: readonly DocumentPicture[],
  examined: number,
  found: readonly PictureFinding[],
): JsonObject {
  return {
    pictures: pictures.length,
    examined,
    notExamined: pictures.slice(examined, examined + 40).map(({ name }) => name),
    findings: found.map(({ picture, result, points }) => ({
      picture: picture.name,
      page: picture.location?.page ?? null,
      check: result.check,
      version: result.version,
      points,
      llrManipulated: result.llrManipulated,
      llrSynthetic: result.llrSynthetic,
      statement: result.statement,
    })),
  };
}

function drawingsOf({ picture, result, points }: PictureFinding): CheckArtifact[] {
  const [drawing] = points ? result.artifacts : [];
  return drawing === undefined ? [] : [{ ...drawing, legend: `Of ${picture.name}. ${drawing.legend}` }];
}
