import { readdirSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { pagesFolder } from '@assay/web/page-files';
import { readPageFile } from './page.ts';

/** A file that pages load. */
export interface PageFile {
  readonly type: string;
  /** The file as it is stored: a change of it is a change of the content. */
  readonly source: string;
  readonly readContent: () => string | Buffer;
}

export function readStyles(path: string): PageFile {
  const source = readPageFile(path);
  return { type: 'text/css; charset=utf-8', source, readContent: () => source };
}

/**
 * Reads the modules for browsers in the folders of pages. Keys are paths as in the sources, such as `desk/cases/cases.js`, so that
 * modules of one folder import those of another.
 */
export function readModules(...pages: readonly string[]): ReadonlyMap<string, PageFile> {
  return new Map(pages.flatMap(listModules));
}

function listModules(page: string): (readonly [path: string, file: PageFile])[] {
  const paths = readdirSync(new URL(page, pagesFolder), { recursive: true, encoding: 'utf8' });
  const modules = paths.filter((path) => /(?<!\.test)\.(?:ts|js)$/u.test(path)).sort();
  return modules.map((name) => {
    const path = join(page, name);
    return [path.replace(/\.ts$/u, '.js'), createModule(readPageFile(path), path)];
  });
}

// eslint-disable-next-line regexp/no-super-linear-move -- The text is a module of this package.
const relativeImport = /(?<=from '\.{1,2}\/[^']+)\.ts(?=')/gu;

/** The compiled package contains JavaScript. The sources are TypeScript, from which Node.js removes the types on first use. */
function createModule(source: string, path: string): PageFile {
  let content = path.endsWith('.js') ? source : undefined;
  const readContent = (): string =>
    (content ??= stripTypeScriptTypes(source).replaceAll(relativeImport, '.js'));
  return { type: 'text/javascript; charset=utf-8', source, readContent };
}
