import { readCaptureFacts } from '@assay/media/exif/capture-facts';
import { finding, notApplicable } from '../../check/check-result.ts';
import type { Case, CaseCheck, CaseFile, CheckResult, ClaimFinding, JsonObject } from '../../check/check.ts';
import { claimedMoment } from '../../context/claimed-moment.ts';
import { isUnsetClock } from '../../metadata/exif/exif-contradictions.ts';
import { manifest } from './manifest.ts';

const limits = [
  'Times are what the files say; clocks are wrong, and metadata can be rewritten.',
  'A time without a zone is taken for UTC, so that files can change places by up to 14 hours.',
];

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

interface DatedFile {
  readonly id: string;
  readonly name: string;
  /** Milliseconds since 1970; null where the file says no time. */
  readonly time: number | null;
  readonly hasZone: boolean;
}

/** When each file of a case says it was taken, in their order, and whether that fits a claimed time. */
export const check: CaseCheck = { ...manifest, examines: 'case', run: examine };

async function examine({ files, claims }: Case, signal: AbortSignal): Promise<CheckResult> {
  const all: DatedFile[] = [];
  for (const file of files) {
    signal.throwIfAborted();
    all.push(await dateOf(file));
  }
  const dated = all
    .flatMap(({ time, ...file }) => (time === null ? [] : [{ ...file, time }]))
    .toSorted((one, other) => one.time - other.time);
  if (dated.length === 0) return notApplicable(manifest, 'none of the files says when it was taken');
  const timeline = dated.map(({ id, name, time, hasZone }) => ({
    fileId: id,
    name,
    time: new Date(time).toISOString(),
    hasZone,
  }));
  const bytes = Buffer.from(JSON.stringify({ timeline }, null, 2));
  const legend = 'The files in the order of the times they say, in UTC.';
  return finding(manifest, {
    statement: describe(dated, all.length),
    facts: { timeline, undated: all.filter(({ time }) => time === null).map(({ id }) => id) },
    claims: compareWithClaim(claims, dated),
    artifacts: [{ type: 'timeline', mimeType: 'application/json', bytes, width: 0, height: 0, legend }],
    limits,
  });
}

/** Of a picture by its metadata, of a video by what enrichment read of its container. */
async function dateOf({ id, name, mimeType, enrichment, open }: CaseFile): Promise<DatedFile> {
  if (!mimeType.startsWith('image/')) {
    const { createdAt } = enrichment;
    const created = typeof createdAt === 'string' ? Date.parse(createdAt) : Number.NaN;
    return { id, name, time: Number.isNaN(created) ? null : created, hasZone: true };
  }
  const subject = await open();
  const time = subject && readCaptureFacts(subject.bytes, mimeType).time;
  const clock = time && (time.localMs ?? time.utcMs);
  if (clock === null || isUnsetClock(clock)) return { id, name, time: null, hasZone: false };
  return { id, name, time: time?.utcMs ?? clock, hasZone: time?.utcMs != null };
}

type WithTime = DatedFile & { readonly time: number };

function describe(dated: readonly WithTime[], count: number): string {
  const first = dated[0];
  const last = dated.at(-1);
  if (first === undefined || last === undefined) return '';
  const silent = count - dated.length;
  const rest = silent === 0 ? '' : ` ${String(silent)} of ${String(count)} files say no time.`;
  if (dated.length === 1)
    return `One file says when it was taken: “${first.name}”, ${inWords(first)}.${rest}`;
  return `By what they say the files were taken from ${inWords(first)} (“${first.name}”) to ${inWords(last)} (“${last.name}”).${rest}`;
}

function inWords({ time }: WithTime): string {
  return new Date(time).toISOString().slice(0, 16).replace('T', ' ');
}

/** A time zone and a day of tolerance; nothing is contradicted while one of the files fits. */
function compareWithClaim(claims: JsonObject, dated: readonly WithTime[]): ClaimFinding[] {
  const moment = claimedMoment(claims);
  if (moment === null) return [];
  const gaps = dated.map(({ time, hasZone }) => {
    const gap = Math.max(0, time - moment.latest, moment.earliest - time);
    return hasZone ? gap : Math.max(0, gap - 14 * hourMs);
  });
  const fitting = gaps.filter((gap) => gap <= dayMs).length;
  const bearing = fitting === 0 ? 'contradicts' : fitting === gaps.length ? 'supports' : 'notes';
  const statement = `${String(fitting)} of ${String(gaps.length)} files that say a time were taken within a day of the claimed one`;
  return [{ keys: ['claimed_datetime'], bearing, statement }];
}
