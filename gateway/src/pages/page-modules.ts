import { readdirSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
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

/** Reads the modules of a page with those that pages share. */
export function readModulesWithShared(page: string): ReadonlyMap<string, PageFile> {
  const shared = [...readModules('shared')].map(([path, file]) => [`shared/${path}`, file] as const);
  return new Map([...readModules(page), ...shared]);
}

/** Reads the modules in the folder `browser` of a page. Keys are paths as browsers import them, such as `cases/cases.js`. */
export function readModules(page: string): ReadonlyMap<string, PageFile> {
  const folder = join(page, 'browser');
  const paths = readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' });
  const modules = paths.filter((path) => /(?<!\.test)\.(?:ts|js)$/u.test(path)).sort();
  return new Map(
    modules.map((path) => [
      path.replace(/\.ts$/u, '.js'),
      createModule(readPageFile(join(folder, path)), path),
    ]),
  );
}

/** Pages share modules of another folder. Browsers load them from `shared/` among the modules of the page. */
const sharedImport = /(?<=from ["'])((?:\.\.\/)*)\.\.\/\.\.\/shared\/browser\//gu;
const relativeImport = /(?<=from '\.{1,2}\/[^']+)\.ts(?=')/gu;

/** The compiled package contains JavaScript. The sources are TypeScript, from which Node.js removes the types on first use. */
function createModule(source: string, path: string): PageFile {
  let content: string | undefined;
  const compile = (): string => (path.endsWith('.js') ? source : stripTypeScriptTypes(source));
  const readContent = (): string =>
    (content ??= compile().replaceAll(relativeImport, '.js').replaceAll(sharedImport, './$1shared/'));
  return { type: 'text/javascript; charset=utf-8', source, readContent };
}
