import ts from 'typescript';

/** Where a check with a slug is declared, `<kind>/<slug>`. */
export type CheckFolders = ReadonlyMap<string, string>;

const checks = 'services/checks/src';
const definitions = 'services/verification/src/domain/pipeline/definitions';

/** Places outside of the folders of checks and the definitions of pipelines in which a slug is no fact of a check. */
export const exceptions: readonly { readonly path: string; readonly why: string }[] = [
  { path: 'services/operations/src/samples/', why: 'Answers that the interface document shows as examples.' },
  {
    path: 'services/evaluation/src/verdicts/pictures/others-forgeries.ts',
    why: 'Kinds of change, as the labels of a collection by other people name them.',
  },
  {
    path: 'services/crowd-webhooks/src/domain/crowd/survey/built-in/',
    why: 'The surveys of crowd stages, which name the stage that they belong to.',
  },
];

/**
 * Finds the slugs that a source names in a text or as a key, one sentence each. A slug of one word is also an ordinary word: it counts
 * beside another slug, and where it is compared with a check.
 */
export function findSlugPlaces(path: string, source: string, folders: CheckFolders): readonly string[] {
  if (path.startsWith(`${definitions}/`) || exceptions.some((one) => path.startsWith(one.path))) return [];
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    const slug = readName(node);
    const folder = slug === null ? undefined : folders.get(slug);
    if (slug !== null && folder !== undefined && !isAtHome(path, folder) && isSlug(node, slug, folders)) {
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push(
        `${path}:${String(line)} names the check ${slug}: a fact of it belongs in ${checks}/${folder}/manifest.ts, its code in that folder, and its place in a pipeline in ${definitions}.`,
      );
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The text of a literal, or the name of a property of an object literal; null for every other node. */
function readName(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  return ts.isIdentifier(node) && ts.isPropertyAssignment(node.parent) && node.parent.name === node
    ? node.text
    : null;
}

function isAtHome(path: string, folder: string): boolean {
  return path.startsWith(`${checks}/${folder}/`);
}

function isSlug(node: ts.Node, slug: string, folders: CheckFolders): boolean {
  if (slug.includes('-')) return true;
  const { parent } = node;
  if (ts.isBinaryExpression(parent)) return /\b(?:check|slug)\b/u.test(parent.getText());
  const list = ts.isPropertyAssignment(parent) ? parent.parent : parent;
  return listNames(list).some((name) => name !== slug && folders.has(name));
}

/** The texts of an array literal, or the keys and texts of an object literal. */
function listNames(list: ts.Node): readonly string[] {
  if (ts.isArrayLiteralExpression(list)) return list.elements.map(readName).filter((name) => name !== null);
  if (!ts.isObjectLiteralExpression(list)) return [];
  return list.properties
    .filter(ts.isPropertyAssignment)
    .flatMap(({ name, initializer }) => [readName(name), readName(initializer)])
    .filter((name) => name !== null);
}
