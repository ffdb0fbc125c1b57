import { basename } from 'node:path';
import ts from 'typescript';

/** The kinds of offence against the language rules of deploy/docs/contributing.md. */
export type OffenceKind = 'of-function' | 'sentence-start' | 'word';

export interface Offence {
  readonly kind: OffenceKind;
  readonly line: number;
  readonly text: string;
}

/** Words that have a standard term, as sequences of word segments: `give back` matches `giveBack` and `give-back`. */
const words = [
  'picture|pictures|sound|sounds|film|films|given|ask|asks|asked|tell|tells|told|examine|examines|examined|examining',
  'stranger|strangers|leftover|leftovers|beside|forge|forges|forger|forgers|sketch|sketches|wanted|marks',
  'nobody|somebody|everybody|innocent|room|rooms|holding|holdings|turn|turns|hand|hands|hearing|patience',
  'leaving|waiter|waiters|surroundings|away|permit|permits|recount|recounts',
  'give back|find returns|fill smoothness|sensor pattern|audio coding grid|video coding rhythm',
  'picture relations|aligned quantization|document pictures',
].join('|');
/** Published names, which stay: fields of the contract in both spellings. */
const publishedNames: ReadonlySet<string> = new Set(['responses_wanted', 'responsesWanted']);
const offendingWord = new RegExp(`(?<=^| )(?:${words})(?= |$)`);
const starters = 'What|Who|Whoever|Whether|Nobody|Somebody|Everybody|Of|By(?! default\\b)';
const offendingStart = new RegExp(`(?<=^|[.!?] )(?:${starters})\\b[^.]{0,60}`, 'g');

/** Finds the offences of a TypeScript, JavaScript or proto file. @param path its path, whose last segment counts as a name */
export function findOffences(path: string, source: string): readonly Offence[] {
  const fileName = judgeName(basename(path).replace(/\..*$/, ''), 1);
  const found = path.endsWith('.proto') ? readProto(source) : readScript(path, source);
  return [...fileName, ...found];
}

function readScript(path: string, source: string): readonly Offence[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const offences: Offence[] = [];
  const comments = new Map<number, ts.CommentRange>();
  const lineAt = (position: number): number => file.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (node: ts.Node): void => {
    for (const range of ts.getLeadingCommentRanges(source, node.pos) ?? []) comments.set(range.pos, range);
    for (const range of ts.getTrailingCommentRanges(source, node.end) ?? []) comments.set(range.pos, range);
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      offences.push(...judgeName(node.text, lineAt(node.getStart())));
      if (/[a-z0-9]Of$/.test(node.text) && namesFunction(node))
        offences.push({ kind: 'of-function', line: lineAt(node.getStart()), text: node.text });
    }
    node.getChildren(file).forEach(visit);
  };
  visit(file);
  const ranges = [...comments.values()].toSorted((one, other) => one.pos - other.pos);
  const texts = ranges.map(({ pos, end }) => ({ line: lineAt(pos), text: source.slice(pos, end) }));
  return [...offences, ...judgeComments(texts)];
}

function namesFunction(name: ts.Node): boolean {
  const { parent } = name;
  if (!('name' in parent) || parent.name !== name) return false;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent))
    return parent.initializer !== undefined && ts.isFunctionLike(parent.initializer);
  if (ts.isPropertySignature(parent)) return parent.type?.kind === ts.SyntaxKind.FunctionType;
  return ts.isFunctionLike(parent);
}

function readProto(source: string): readonly Offence[] {
  const lines = source.split('\n').map((text, index) => ({ line: index + 1, text }));
  const comments = lines.filter(({ text }) => text.trimStart().startsWith('//'));
  const names = lines.flatMap(({ line, text }) =>
    [...text.replace(/\/\/.*|"[^"]*"/g, '').matchAll(/\w+/g)].flatMap(([name]) => judgeName(name, line)),
  );
  return [...names, ...judgeComments(comments)];
}

/** Consecutive line comments are one text: a sentence may begin on one line and end on the next. */
function judgeComments(comments: readonly { line: number; text: string }[]): readonly Offence[] {
  const joined: { line: number; last: number; text: string }[] = [];
  for (const { line, text } of comments) {
    const before = joined.at(-1);
    const bare = text
      .replace(/^\s*(\/\/+|\/\*+)|\*\/$/g, '')
      .replace(/\n\s*\*?\s?/g, ' ')
      .trim();
    if (before?.last === line - 1 && /^\s*\/\//.test(text)) {
      before.text += ` ${bare}`;
      before.last = line;
    } else joined.push({ line, last: line, text: bare });
  }
  return joined.flatMap(({ line, text }) =>
    [
      ...text
        .replace(/@\w+ (?:\w+ )?/g, '. ')
        .trim()
        .matchAll(offendingStart),
    ].map(([sentence]) => ({
      kind: 'sentence-start' as const,
      line,
      text: sentence,
    })),
  );
}

function judgeName(name: string, line: number): readonly Offence[] {
  if (publishedNames.has(name)) return [];
  const segments = name.replace(/([a-z0-9])([A-Z])|[-_]/g, '$1 $2').toLowerCase();
  return offendingWord.test(segments) ? [{ kind: 'word', line, text: name }] : [];
}
