import type { TrackedChange, TrackedChanges } from '@assay/media/docx/tracked-changes';

const maxQuoted = 4;
const maxTextLength = 80;
const maxNameLength = 60;

/** Quotes the first tracked changes in a sentence each, and counts the others. */
export function stateTracked({ changes, count, authorCount }: TrackedChanges): string[] {
  const quoted = joinReplacements(changes).slice(0, maxQuoted);
  const told = quoted.reduce((sum, { length }) => sum + length, 0);
  const by = authorCount > 1 ? ` by ${authorCount.toLocaleString('en-GB')} authors in all` : '';
  const more = count - told;
  const rest = `${more.toLocaleString('en-GB')} more tracked ${more === 1 ? 'change was' : 'changes were'} made${by}.`;
  return [...quoted.map(stateOne), ...(more > 0 ? [rest] : [])];
}

/** Puts words that one author deleted together with those that this author inserted next. */
function joinReplacements(changes: readonly TrackedChange[]): TrackedChange[][] {
  const joined: TrackedChange[][] = [];
  for (const change of changes) {
    const last = joined.at(-1);
    if (last?.length === 1 && last.every((one) => isReplacedBy(one, change))) last.push(change);
    else joined.push([change]);
  }
  return joined;
}

function isReplacedBy(one: TrackedChange, next: TrackedChange): boolean {
  const kinds = new Set([one.kind, next.kind]);
  const isReplacement = kinds.has('deleted') && kinds.has('inserted');
  return isReplacement && one.author === next.author && dayIn(one) === dayIn(next);
}

function stateOne(changes: readonly TrackedChange[]): string {
  const [first] = changes;
  if (first === undefined) return '';
  const author = first.author?.trim() ?? '';
  const who = author === '' ? 'An unnamed author' : shorten(author, maxNameLength);
  const day = dayIn(first);
  const deeds = changes.toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
  const done = deeds.map(({ kind, text }) => `${kind} ${quote(text)}`).join(' and ');
  return `${who} ${done}${day === null ? '' : ` on ${day}`} (tracked change).`;
}

const order: readonly TrackedChange['kind'][] = ['deleted', 'inserted', 'moved'];

function quote(text: string): string {
  const words = text.replaceAll(/\s+/gu, ' ').trim();
  return words === '' ? 'a paragraph mark or object' : `“${shorten(words, maxTextLength)}”`;
}

function shorten(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max)}…` : text;
}

function dayIn({ date }: TrackedChange): string | null {
  return /^\d{4}-\d{2}-\d{2}/u.exec(date ?? '')?.[0] ?? null;
}
