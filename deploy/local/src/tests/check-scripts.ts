import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asObject, asText } from '../json-view.ts';

/** A check that passes or fails as a whole. */
export interface CheckScript {
  readonly name: string;
  readonly script: string;
  readonly workingDirectory: string;
}

const prefix = 'check:';
const titles: Readonly<Record<string, string>> = { 'dead-code': 'dead code', proto: 'contract' };

/** Every `check:` script of the root package, so that `npm test` and `npm run check:…` cannot drift apart. */
export async function readCheckScripts(root: string): Promise<CheckScript[]> {
  const scripts = await scriptsOf(root);
  const names = Object.keys(scripts).filter((name) => name.startsWith(prefix));
  return Promise.all(
    names.map(async (fullName) => {
      const name = fullName.slice(prefix.length);
      const script = asText(scripts[fullName]) ?? '';
      return { name: titles[name] ?? name, ...(await unfold(root, script)) };
    }),
  );
}

/** A script that only calls another package's is replaced by that one: pnpm may not be on the PATH. */
async function unfold(root: string, script: string): Promise<Omit<CheckScript, 'name'>> {
  const match = /^pnpm --filter @assay\/(\S+) (\S+)$/.exec(script);
  if (match === null) return { script, workingDirectory: root };
  const workingDirectory = join(root, match[1] ?? '');
  const scripts = await scriptsOf(workingDirectory);
  return { script: asText(scripts[match[2] ?? '']) ?? script, workingDirectory };
}

async function scriptsOf(folder: string): Promise<Readonly<Record<string, unknown>>> {
  const manifest: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  return asObject(asObject(manifest)['scripts']);
}
