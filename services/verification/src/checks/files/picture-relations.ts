import { finding, notApplicable } from '../check-result.ts';
import type { Case, CaseCheck, CheckArtifact, CheckResult, JsonValue } from '../check.ts';
import { sketchParameters, sketchPictures } from './sketch-pictures.ts';
import { relatePictures, relationParameters } from './relate-pictures.ts';
import type { Relation } from './relate-pictures.ts';

const identity = {
  slug: 'picture-relations',
  version: '2',
  kind: 'structural',
  criterion: 'duplication',
} as const;

const limits = [
  'Pictures that were mirrored, or of which less than two fifths are left, are not recognized.',
  'Pictures taken one after the other from a tripod can agree as well as copies do.',
  'Which of two files is earlier is said only where one shows more or still names its camera, and no sign contradicts: more pixels and a better save can be made afterwards. Both can be copies of a third.',
  'Whether a file was changed is not asked here.',
];

/**
 * Which pictures of a case show the same, or are cut out of another: keypoints of each pair (Lowe 2004) under one affine map, then
 * the correlation of all pixels that both show. It weighs nothing: copies of a picture are innocent.
 */
export const pictureRelations: CaseCheck = { ...identity, examines: 'case', run: examine };

async function examine(given: Case, signal: AbortSignal): Promise<CheckResult> {
  const pictures = await sketchPictures(given, signal);
  if (pictures.length < 2) return notApplicable(identity, 'fewer than two pictures could be decoded');
  const relations: Relation[] = [];
  for (const [index, one] of pictures.entries()) {
    for (const two of pictures.slice(index + 1)) {
      signal.throwIfAborted();
      const relation = relatePictures(one, two);
      if (relation !== null) relations.push(relation);
    }
  }
  return finding(identity, {
    statement: describe(relations, pictures.length),
    facts: { pictures: pictures.length, relations: relations.map(toFact) },
    parameters: { ...sketchParameters, ...relationParameters },
    limits,
    artifacts: [tableOf(relations)],
  });
}

const shown = 5;

function describe(relations: readonly Relation[], pictures: number): string {
  if (relations.length === 0)
    return `None of the ${String(pictures)} pictures was found to be a copy or a part of another.`;
  const sentences = relations.slice(0, shown).map(inWords);
  const more = relations.length - shown;
  return [...sentences, ...(more > 0 ? [`${String(more)} more pairs are in the table.`] : [])].join(' ');
}

const kindWords: Readonly<Record<Relation['kind'], string>> = {
  same: 'show the same picture',
  part: 'are a whole and a part of it',
  overlap: 'share a part',
};

function inWords({ kind, whole, other, earlier }: Relation): string {
  const pair = `“${whole.name}” and “${other.name}” ${kindWords[kind]}`;
  if (earlier === null) return `${pair}.`;
  return `${pair}; “${earlier.picture.name}” is the earlier one, as ${earlier.reasons.join(' and ')}.`;
}

function toFact({ whole, other, earlier, ...measured }: Relation): JsonValue {
  const { kind, correlation, shareOfWhole, shareOfOther, detail } = measured;
  return {
    ...{ kind, wholeFileId: whole.id, otherFileId: other.id, earlierFileId: earlier?.picture.id ?? null },
    ...{ reasons: earlier?.reasons ?? [], correlation: rounded(correlation), detail: rounded(detail) },
    ...{ shareOfWhole: rounded(shareOfWhole), shareOfOther: rounded(shareOfOther) },
  };
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

function tableOf(relations: readonly Relation[]): CheckArtifact {
  const bytes = Buffer.from(JSON.stringify({ relations: relations.map(toFact) }, null, 2));
  const legend =
    'Pairs of files that show the same or a part of it, with the shares both show and which one is earlier.';
  return { type: 'table', mimeType: 'application/json', bytes, width: 0, height: 0, legend };
}
