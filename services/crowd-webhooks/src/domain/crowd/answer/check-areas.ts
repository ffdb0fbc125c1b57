/** Areas and periods reach over the edge by no more than this, which rounding explains. */
const tolerance = 1e-9;
const maxItems = 50;
const maxNoteLength = 1_000;

type Facts = Readonly<Record<string, unknown>>;

/** Checks the areas that answer a question. Returns undefined if they fit, otherwise the end of a sentence that begins with the value. */
export function checkRegions(value: unknown, fileIds: readonly string[]): string | undefined {
  return checkList(value, (region) => {
    const names = ['fileId', 'x', 'y', 'width', 'height', 'startSeconds', 'endSeconds', 'note'];
    return (
      checkNames(region, names) ??
      checkFile(region, fileIds) ??
      checkArea(region) ??
      checkPeriod(region, false) ??
      checkNote(region)
    );
  });
}

/** Checks the periods that answer a question. A period names its file if the task has several. */
export function checkTimeRanges(value: unknown, fileIds: readonly string[]): string | undefined {
  return checkList(value, (range) => {
    const needsFile = fileIds.length > 1 || range['fileId'] !== undefined;
    const problem = checkNames(range, ['fileId', 'startSeconds', 'endSeconds', 'note']);
    return (
      problem ??
      (needsFile ? checkFile(range, fileIds) : undefined) ??
      checkPeriod(range, true) ??
      checkNote(range)
    );
  });
}

function checkList(value: unknown, check: (item: Facts) => string | undefined): string | undefined {
  if (!Array.isArray(value)) return 'must be an array';
  if (value.length > maxItems) return `must have at most ${maxItems.toString()} items`;
  for (const item of value as readonly unknown[]) {
    if (typeof item !== 'object' || item === null || Array.isArray(item))
      return 'must be an array of objects';
    const problem = check(item as Facts);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function checkNames(item: Facts, names: readonly string[]): string | undefined {
  const unknown = Object.keys(item).find((name) => !names.includes(name));
  return unknown === undefined ? undefined : `has an unknown member ${unknown}`;
}

function checkFile({ fileId }: Facts, fileIds: readonly string[]): string | undefined {
  return typeof fileId === 'string' && fileIds.includes(fileId)
    ? undefined
    : 'must name a file of the task in `fileId`';
}

function checkArea(region: Facts): string | undefined {
  for (const [start, size] of [
    ['x', 'width'],
    ['y', 'height'],
  ] as const) {
    const from = region[start];
    const length = region[size];
    if (!isNumber(from) || !isNumber(length)) return `needs the numbers \`${start}\` and \`${size}\``;
    if (from < 0 || length <= 0 || from + length > 1 + tolerance)
      return `must lie within the file: \`${start}\` and \`${size}\` are fractions from 0 to 1`;
  }
  return undefined;
}

function checkPeriod({ startSeconds, endSeconds }: Facts, isRequired: boolean): string | undefined {
  const hasNone = (startSeconds ?? undefined) === undefined && (endSeconds ?? undefined) === undefined;
  if (hasNone && !isRequired) return undefined;
  if (!isNumber(startSeconds) || !isNumber(endSeconds))
    return 'needs the numbers `startSeconds` and `endSeconds`';
  return startSeconds < 0 || endSeconds < startSeconds
    ? 'must begin at 0 or later, and must not end before it begins'
    : undefined;
}

function checkNote({ note }: Facts): string | undefined {
  if (note === undefined || note === null) return undefined;
  const isText = typeof note === 'string' && note.length <= maxNoteLength && !note.includes('\0');
  return isText ? undefined : 'has a `note` that is not a text of at most 1,000 characters';
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
