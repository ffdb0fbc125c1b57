import { finding, notApplicable } from '../check-result.ts';
import type { Check, CheckArtifact, CheckResult, JsonObject, Subject } from '../check.ts';
import { examinePicture } from './pictures/examine-picture.ts';
import type { PictureFinding } from './pictures/examine-picture.ts';
import { findPictures } from './pictures/find-pictures.ts';
import type { DocumentPicture } from './pictures/find-pictures.ts';

const identity = {
  slug: 'document-pictures',
  version: '3',
  kind: 'structural',
  mayNotice: ['altered-picture-inside'],
  criterion: 'pixel_consistency',
} as const;

const limits = [
  'The checks of pictures were measured on photographs that came as files; a program that makes documents crops, shrinks and compresses them. What they point at in a document weighs nothing, and is for a person to look at.',
  'The more pictures a document holds, the likelier it is that one of them is pointed at without reason.',
  'Only pictures that the document holds as files of their own are examined: in a PDF JPEG files, in a Word document JPEG, PNG and WebP.',
];

const maxPictures = 6;
/** Of the largest ones; the search for copies takes longest. */
const searchedForCopies = 2;
/** Milliseconds, after which no further check is begun. */
const maxTime = 20_000;
const maxDrawings = 4;
const maxTold = 4;

/** Examines the pictures within a PDF or Word document as pictures; it weighs nothing. */
export const documentPictures: Check = { ...identity, run: examine };

async function examine(subject: Subject, signal: AbortSignal): Promise<CheckResult> {
  const pictures = await findPictures(subject);
  if (typeof pictures === 'string') return notApplicable(identity, pictures);
  if (pictures.length === 0)
    return notApplicable(identity, 'the document holds no picture as a file of its own');
  const until = performance.now() + maxTime;
  const found: PictureFinding[] = [];
  let examined = 0;
  for (const picture of pictures.slice(0, maxPictures)) {
    signal.throwIfAborted();
    const effort = { searchesCopies: examined < searchedForCopies, until };
    const own = await examinePicture(picture, effort, signal);
    if (own === null) break;
    found.push(...own);
    examined += 1;
  }
  return finding(identity, {
    statement: describe(pictures, examined, found),
    facts: factsOf(pictures, examined, found),
    limits,
    parameters: { maxPictures, searchedForCopies, maxTime },
    artifacts: found.flatMap(drawingsOf).slice(0, maxDrawings),
    locations: found.flatMap(({ picture }) => (picture.location === null ? [] : [picture.location])),
  });
}

function describe(
  pictures: readonly DocumentPicture[],
  examined: number,
  found: readonly PictureFinding[],
): string {
  const held =
    pictures.length === 1
      ? 'The document holds one picture'
      : `The document holds ${String(pictures.length)} pictures`;
  const part =
    examined < pictures.length ? `, of which ${String(examined)} were examined, the largest first` : '';
  if (found.length === 0) return `${held}${part}; nothing in them points at a change.`;
  const told = found.toSorted((one, other) => Number(other.points) - Number(one.points)).slice(0, maxTold);
  const sentences = told.map(({ picture, result, points }) => {
    const of = `Of ${picture.name}: ${result.statement}`;
    return points ? `${of} A person should look at it.` : of;
  });
  return [`${held}${part}.`, ...sentences].join(' ');
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
