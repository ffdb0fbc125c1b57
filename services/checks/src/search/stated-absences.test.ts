import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import type { ReviewedAbsences } from './reviewed-absences.fixture.ts';

/** Words that make a sentence say that something is not there, or that all of something is as it was. */
const negation =
  /\b(?:no|nothing|none|never|not|without|only|unchanged|intact|untouched|all|agree|agrees|neither|nobody|nowhere|cannot)\b/iu;
/** Calls whose sentences say why a check did not work, or why a program ended; they are no results of a search. */
const reasons = new Set([
  'notApplicable',
  'forOtherType',
  'Error',
  'DomainError',
  'UndecodableError',
  'UnreadableFileError',
  'describe',
  'it',
]);
/** Names of the lists of known failure modes, and of members that are no sentences of a result. */
const limitNames = /^(?:limits|masked|limit|reason|reasons|note|legend|description)$|Limits$|Reason$/u;

const checks = resolve(import.meta.dirname, '..');
const reviewedAbsences = await readReviewedAbsences();

describe('a sentence of absence', () => {
  const found = globSync('**/*.ts', { cwd: checks })
    .filter((name) => !/(?:\.test|\.fixture)\.ts$|^calibration\/|\/calibration\//u.test(name))
    .flatMap((name) => findAbsences(name));

  it('is written inside stateAbsence, or reviewed with its reason', () => {
    const unreviewed = found.filter(({ file, text }) => !isReviewed(file, text));
    expect(unreviewed.map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
  });

  it('is still there when an exception names it', () => {
    const unused = reviewedAbsences.flatMap(({ file, starts }) =>
      starts.filter((start) => !found.some((one) => one.file.startsWith(file) && one.text.startsWith(start))),
    );
    expect(unused).toEqual([]);
  });

  it('is recognized in literals, templates and their parts, and left alone where it is a reason or a limit', () => {
    const source = [
      "const limits = ['Smooth areas are not found.'];",
      "notApplicable(identity, 'the file is not a video');",
      "stateAbsence([part], 'No area of it differs.');",
      "const one = 'No area of it differs.';",
      'const two = `${String(count)} pages, and nothing was replaced.`;',
      "const key = 'not-jpeg';",
    ].join('\n');
    expect(absencesIn('a.ts', source).map(({ text }) => text)).toEqual([
      'No area of it differs.',
      '… pages, and nothing was replaced.',
    ]);
  });
});

interface Absence {
  readonly file: string;
  readonly text: string;
}

/** Reads the exceptions of every folder, with each file named from the folder of all checks. */
async function readReviewedAbsences(): Promise<readonly ReviewedAbsences[]> {
  const fixtures = globSync('**/absences.fixture.ts', { cwd: checks });
  const read = fixtures.map(async (path) => {
    const { absences } = (await import(join(checks, path))) as {
      readonly absences: readonly ReviewedAbsences[];
    };
    return absences.map((one) => ({ ...one, file: join(dirname(path), one.file) }));
  });
  return (await Promise.all(read)).flat();
}

function isReviewed(file: string, text: string): boolean {
  return reviewedAbsences.some(
    (one) => file.startsWith(one.file) && one.starts.some((start) => text.startsWith(start)),
  );
}

function findAbsences(file: string): Absence[] {
  return absencesIn(file, readFileSync(join(checks, file), 'utf8'));
}

function absencesIn(file: string, source: string): Absence[] {
  const found: Absence[] = [];
  const visit = (node: ts.Node): void => {
    if (isExempt(node)) return;
    const text = readText(node);
    if (text !== null && isSentence(text)) found.push({ file, text });
    if (text === null || ts.isTemplateExpression(node)) ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
  return found;
}

/** A text of several words; keys, types and module names are none. */
function isSentence(text: string): boolean {
  return text.trim().includes(' ') && negation.test(text);
}

/** Everything below is earned, a reason or a limit. */
function isExempt(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return true;
  if (ts.isCallExpression(node) || ts.isNewExpression(node))
    return node.expression.getText() === 'stateAbsence' || reasons.has(node.expression.getText());
  const isNamed = ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node);
  const name = isNamed || ts.isFunctionDeclaration(node) ? node.name : undefined;
  return name !== undefined && limitNames.test(name.getText());
}

/** The text of a literal, with an ellipsis for each value of a template; null for every other node. */
function readText(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}
