import path from 'node:path';
import { imageChecks } from '../checks/registry.ts';
import { evaluate } from './evaluate.ts';
import type { Judged } from './evaluate.ts';
import type { Verdict } from '../domain/fusion/conclusion.ts';

const verdicts: readonly Verdict[] = ['authentic', 'manipulated', 'synthetic', 'inconclusive', 'unverified'];

const [mediaFolder, ...groups] = process.argv.slice(2);
if (mediaFolder === undefined) {
  process.stderr.write('usage: print-evaluation.ts <media folder> [photos] [c2pa] [synthetic]\n');
  process.exitCode = 2;
} else {
  await printTable(path.resolve(mediaFolder), groups.length === 0 ? ['photos', 'c2pa', 'synthetic'] : groups);
}

/** Prints one row a group with the number of files by verdict, then every file that was called something definite. */
async function printTable(folder: string, groups: readonly string[]): Promise<void> {
  const judged: Judged[] = [];
  for await (const item of evaluate({ mediaFolder: folder, groups, checks: imageChecks() }))
    judged.push(item);
  const rows = Map.groupBy(judged, (item) => item.group);
  process.stdout.write(`${'group'.padEnd(24)}${verdicts.map((verdict) => verdict.padStart(14)).join('')}\n`);
  for (const [group, items] of rows) process.stdout.write(`${group.padEnd(24)}${countsOf(items)}\n`);
  for (const { group, name, conclusion } of judged) {
    if (conclusion.verdict === 'unverified' || group === 'synthetic') continue;
    const grounds = [...conclusion.strongest.for, ...conclusion.strongest.against][0]?.statement ?? '';
    process.stdout.write(
      `${group}/${name}: ${conclusion.verdict} ${conclusion.confidence.toFixed(2)} ${grounds}\n`,
    );
  }
}

function countsOf(items: readonly Judged[]): string {
  return verdicts
    .map((verdict) => String(items.filter((item) => item.conclusion.verdict === verdict).length).padStart(14))
    .join('');
}
