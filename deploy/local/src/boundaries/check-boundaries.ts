import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findKnots, nameFolder } from './knots.ts';
import type { Knot, ValueImport } from './knots.ts';

/** The part of the output of dependency-cruiser that is read. */
interface Cruise {
  readonly modules: readonly {
    readonly source: string;
    readonly dependencies: readonly {
      readonly resolved: string;
      readonly dependencyTypes: readonly string[];
    }[];
  }[];
  readonly summary: {
    readonly violations: readonly {
      readonly from: string;
      readonly to: string;
      readonly rule: { readonly name: string };
    }[];
    readonly ruleSetUsed: {
      readonly forbidden: readonly { readonly name: string; readonly comment: string }[];
    };
  };
}

const root = join(import.meta.dirname, '../../../..');
const knownFile = join(import.meta.dirname, 'known-knots.json');
const searched = ['gateway', 'services', 'deploy/charts', 'deploy/images', 'deploy/local', 'test', 'proto'];

/**
 * The check of the walls: the rules of .dependency-cruiser.cjs, and knots of folders. Each package has at most as many folders in knots as
 * known-knots.json says. `--write` records lower counts, `--list` with a package prints its knots.
 */
function main([option, argument = '']: readonly string[]): number {
  const { modules, summary } = cruise();
  const byPackage = Map.groupBy(listValueImports(modules), ({ from }) => packagePath(from) ?? '');
  const knots = new Map([...byPackage].map(([name, imports]) => [name, findKnots(imports)]));
  if (option === '--list') {
    process.stdout.write((knots.get(argument) ?? []).map(describeKnot).join('\n'));
    return 0;
  }
  const comments = new Map(summary.ruleSetUsed.forbidden.map(({ name, comment }) => [name, comment]));
  const broken = summary.violations.map(
    ({ from, to, rule: { name } }) => `${from} → ${to}: ${name}. ${comments.get(name) ?? ''}\n`,
  );
  const { rising, falling } = compareKnots(knots, option === '--write');
  const complaints = [...broken, ...rising, ...falling].join('');
  process.stdout.write(complaints);
  return complaints === '' ? 0 : 1;
}

function cruise(): Cruise {
  const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...searched];
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 } as const;
  return JSON.parse(execFileSync('depcruise', args, options)) as Cruise;
}

/** Lists the imports between files of one package. Tests and fixtures may need anything. */
function listValueImports(modules: Cruise['modules']): readonly ValueImport[] {
  return modules.flatMap(({ source, dependencies }) =>
    dependencies
      .filter(({ resolved }) => isJudged(source) && isJudged(resolved))
      .filter(({ resolved }) => packagePath(resolved) === packagePath(source))
      .filter(({ dependencyTypes }) => !dependencyTypes.includes('type-only'))
      .map(({ resolved }) => ({ from: source, to: resolved })),
  );
}

function isJudged(path: string): boolean {
  return packagePath(path) !== undefined && !/\.(?:test|fixture)\.ts$/.test(path);
}

function packagePath(path: string): string | undefined {
  return /^(?:gateway(?:\/web)?|(?:services|deploy|test)\/[^/]+)(?=\/src\/)/.exec(path)?.[0];
}

function compareKnots(knots: ReadonlyMap<string, readonly Knot[]>, isWriting: boolean) {
  const count = (name: string) =>
    (knots.get(name) ?? []).reduce((sum, { folders }) => sum + folders.length, 0);
  const known = JSON.parse(readFileSync(knownFile, 'utf8')) as Readonly<Record<string, number>>;
  const names = [...new Set([...Object.keys(known), ...knots.keys()])].toSorted();
  const rising = names
    .filter((name) => count(name) > (known[name] ?? 0))
    .map((name) => {
      const title = `${name}: ${count(name)} folders need each other, ${known[name] ?? 0} are known.`;
      return `${title} Move what both sides need to a folder below them:\n${(knots.get(name) ?? []).map(describeKnot).join('')}`;
    });
  const fallen = names.filter((name) => count(name) < (known[name] ?? 0));
  if (rising.length === 0 && isWriting) {
    const counts = names.map((name) => [name, count(name)] as const).filter(([, number]) => number > 0);
    writeFileSync(knownFile, `${JSON.stringify(Object.fromEntries(counts), undefined, 2)}\n`);
    return { rising, falling: [] };
  }
  const falling = fallen.map(
    (name) =>
      `${name}: ${count(name)} folders need each other, ${known[name] ?? 0} are known. Record it: npm run check:boundaries -- --write\n`,
  );
  return { rising, falling };
}

/** Describes a knot by the pairs of its folders, those with the fewest imports first: they are the easiest to turn. */
function describeKnot({ folders, imports }: Knot): string {
  const pairs = Map.groupBy(imports, ({ from, to }) => `${nameFolder(from)} → ${nameFolder(to)}`);
  const lines = [...pairs]
    .toSorted(([, one], [, other]) => one.length - other.length)
    .map(
      ([pair, own]) =>
        `  ${pair}: ${own
          .slice(0, 3)
          .map(({ from, to }) => `${file(from)} → ${file(to)}`)
          .join(', ')}\n`,
    );
  return `  ${folders.join(', ')}\n${lines.slice(0, 15).join('')}`;
}

const file = (path: string) => path.slice(path.lastIndexOf('/') + 1);

process.exitCode = main(process.argv.slice(2));
