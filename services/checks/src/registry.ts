import { globSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { C2paTrustList } from '@assay/media/c2pa/c2pa-report';
import type { AnyCheck } from './check/check.ts';

/** The module of a check; `trustList` names the C2PA signers to trust. */
type CheckModule =
  { readonly check: AnyCheck } | { readonly createCheck: (trustList: C2paTrustList | undefined) => AnyCheck };

const sources = import.meta.dirname;
/** Source or compiled, whichever this module is. */
const extension = extname(import.meta.filename);
/** The module of every check by its slug, which is the name of its folder. */
const modules: ReadonlyMap<string, string> = new Map(
  globSync(`*/*/check${extension}`, { cwd: sources })
    .toSorted()
    .map((path) => [basename(dirname(path)), join(sources, path)]),
);

/** The slugs of all checks that run here. */
export const checkSlugs: readonly string[] = [...modules.keys()];

/** Returns the folder of a check, with its manifest and its calibration table. */
export function findCheckFolder(slug: string): string {
  const path = modules.get(slug);
  if (path === undefined) throw new Error(`there is no check ${slug}`);
  return dirname(path);
}

/** Loads the checks with these slugs, in their order. A module is read when a stage first needs it. Rejects if there is no such check. */
export function loadChecks(
  slugs: readonly string[],
  trustList?: C2paTrustList,
): Promise<readonly AnyCheck[]> {
  return Promise.all(
    slugs.map(async (slug) => {
      const path = modules.get(slug);
      if (path === undefined) throw new Error(`there is no check ${slug}`);
      const module = await importCheck(path);
      return 'createCheck' in module ? module.createCheck(trustList) : module.check;
    }),
  );
}

/** Imports a module by a path that is known only when the program runs; `registry.test.ts` loads every one. */
async function importCheck(path: string): Promise<CheckModule> {
  return (await import(pathToFileURL(path).href)) as CheckModule;
}
