import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findOffences } from './offences.ts';
import type { Offence, OffenceKind } from './offences.ts';

type Counts = Readonly<Record<string, Partial<Record<OffenceKind, number>>>>;
type Located = Offence & { readonly path: string };

const root = join(import.meta.dirname, '../../../..');
const kinds: readonly OffenceKind[] = ['of-function', 'sentence-start', 'word'];
const countsFile = join(import.meta.dirname, 'known-offences.json');

/** The check of the language rules. Each package has at most the offences that known-offences.json says; a lower count is recorded by `--write`. */
function main(args: readonly string[]): number {
  const paths = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.mjs', '*.proto'], {
    cwd: root,
    encoding: 'utf8',
  }).split('\n');
  const byPackage = Map.groupBy(paths.filter(isJudged).flatMap(judge), ({ path }) => packagePath(path));
  const counts = Object.fromEntries(
    [...byPackage]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([name, found]) => [name, count(found)]),
  );
  if (args[0] === '--list') {
    const chosen = [...byPackage.values()].flat().filter(({ path }) => path.startsWith(args[1] ?? ''));
    process.stdout.write(chosen.map(describe).join(''));
    return 0;
  }
  const known = JSON.parse(readFileSync(countsFile, 'utf8')) as Counts;
  const complaints = compare(counts, known, byPackage);
  if (args[0] === '--write' && complaints.rising === '') {
    writeFileSync(countsFile, `${JSON.stringify(counts, undefined, 2)}\n`);
    return 0;
  }
  process.stdout.write(complaints.rising + complaints.falling);
  return complaints.rising + complaints.falling === '' ? 0 : 1;
}

function isJudged(path: string): boolean {
  return path !== '' && !/^proto\/(google|grpc|buf)\//.test(path);
}

function judge(path: string): readonly Located[] {
  return findOffences(path, readFileSync(join(root, path), 'utf8')).map((offence) => ({ ...offence, path }));
}

function packagePath(path: string): string {
  return /^(?:proto|gateway|(?:services|deploy|test)\/[^/]+|[^/]+)/.exec(path)?.[0] ?? '';
}

function count(found: readonly Located[]): Partial<Record<OffenceKind, number>> {
  const counted = kinds.map(
    (kind) => [kind, found.filter((offence) => offence.kind === kind).length] as const,
  );
  return Object.fromEntries(counted.filter(([, number]) => number > 0));
}

function compare(counts: Counts, known: Counts, byPackage: ReadonlyMap<string, readonly Located[]>) {
  let rising = '';
  let falling = '';
  for (const name of new Set([...Object.keys(counts), ...Object.keys(known)])) {
    for (const kind of kinds) {
      const now = counts[name]?.[kind] ?? 0;
      const before = known[name]?.[kind] ?? 0;
      const title = `${name}: ${now} of kind ${kind}, ${before} known`;
      if (now > before) {
        const found = byPackage.get(name)?.filter((offence) => offence.kind === kind) ?? [];
        rising += `${title}. Rename or rewrite:\n${found.slice(0, 20).map(describe).join('')}`;
      }
      if (now < before) falling += `${title}. Record it: npm run check:language -- --write\n`;
    }
  }
  return { rising, falling };
}

function describe({ path, line, kind, text }: Located): string {
  return `  ${path}:${line} ${kind}: ${text}\n`;
}

process.exitCode = main(process.argv.slice(2));
