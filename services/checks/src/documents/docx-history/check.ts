import { docxType } from '@assay/media/sniff/office-types';
import { readDocxHistory } from '@assay/media/docx/read-docx-history';
import type { DocxHistory } from '@assay/media/docx/read-docx-history';
import { finding, forOtherType, notApplicable } from '../../check/check-result.ts';
import type { Check, CheckResult, JsonObject, Subject } from '../../check/check.ts';
import type { SearchedPart } from '../../search/searched-part.ts';
import { stateAbsence } from '../../search/searched-part.ts';
import { stateTracked } from './state-tracked.ts';
import { likelihoodRatios } from '../../likelihood/likelihood-ratios.ts';
import { manifest } from './manifest.ts';

const limits = [
  'Every document is edited before it is finished; traces of editing say nothing of whether its content is true.',
  'Saving under another name, or with another program, resets the counters and removes the save ids.',
];

const dayMs = 86_400_000;
const maxTrackedFacts = 40;
/** The parts of a document are read to their end, or the check does not apply. */
const wholeDocument: [SearchedPart] = [{ unit: 'part', total: 1, searched: 1, why: 'limit' }];
/** Save ids that tell of more sessions than the counter of saves can explain. */
const sessionsBeyondCounter = 5;

/**
 * Reads the editing history of a Word document: who saved it when, who inserted and deleted which words, and whether the
 * statements agree. Tracked changes are quoted and weigh nothing.
 */
export const check: Check = { ...manifest, run: examine };

async function examine({ path, mimeType }: Subject): Promise<CheckResult> {
  if (mimeType !== docxType) return forOtherType(manifest, 'the file is not a DOCX document');
  const history = await readDocxHistory(path).catch(() => null);
  if (history === null) return notApplicable(manifest, 'the document cannot be opened');
  const contradictions = contradictionsOf(history);
  const remarks = remarksOf(history);
  return finding(manifest, {
    llrManipulated: contradictions.length > 0 ? likelihoodRatios['metadata-contradiction'].llr : 0,
    statement: [...stateTracked(history.tracked), ...describe(history, contradictions, remarks)].join(' '),
    facts: { ...factsOf(history), contradictions, remarks },
    limits,
  });
}

function contradictionsOf({ createdAt, modifiedAt }: DocxHistory): string[] {
  if (createdAt === null || modifiedAt === null || createdAt - modifiedAt <= dayMs) return [];
  return [`modified on ${dayOf(modifiedAt)}, before it was created on ${dayOf(createdAt)}`];
}

function remarksOf(history: DocxHistory): string[] {
  const { comments, creator, lastModifiedBy } = history;
  const remarks: string[] = [];
  if (comments > 0) remarks.push(`it holds ${String(comments)} comments`);
  if (creator !== null && lastModifiedBy !== null && creator !== lastModifiedBy)
    remarks.push(`created by ${creator} and last saved by ${lastModifiedBy}`);
  if (history.revision !== null && history.sessions > history.revision + sessionsBeyondCounter) {
    remarks.push(
      `its save ids tell of ${String(history.sessions)} sessions, its counter of ${String(history.revision)} saves, as after saving under another name`,
    );
  }
  if (
    history.packedAt !== null &&
    history.modifiedAt !== null &&
    history.packedAt - history.modifiedAt > dayMs
  ) {
    remarks.push(
      `its parts were packed on ${dayOf(history.packedAt)}, later than its stated last change on ${dayOf(history.modifiedAt)}`,
    );
  }
  return remarks;
}

function describe(
  { application, tracked }: DocxHistory,
  contradictions: readonly string[],
  remarks: readonly string[],
): string[] {
  if (contradictions.length > 0)
    return [`The document's statements on itself exclude each other: ${contradictions.join('; ')}.`];
  const source = `The document was written with ${application ?? 'an unnamed program'}`;
  if (remarks.length > 0) return [`${source}: ${remarks.join('; ')}.`];
  if (tracked.count > 0) return [`${source}.`];
  return stateAbsence(wholeDocument, `${source}, and nothing in it contradicts what it says of itself.`);
}

function factsOf(history: DocxHistory): JsonObject {
  const { createdAt, modifiedAt, packedAt, tracked, ...rest } = history;
  const { insertions, deletions, count, authorCount, changes } = tracked;
  return {
    ...rest,
    insertions,
    deletions,
    trackedChanges: count,
    trackedAuthors: authorCount,
    tracked: changes.slice(0, maxTrackedFacts).map((change) => ({ ...change })),
    createdAt: timeOf(createdAt),
    modifiedAt: timeOf(modifiedAt),
    packedAt: timeOf(packedAt),
  };
}

function timeOf(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
