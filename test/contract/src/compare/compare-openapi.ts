import { readFileSync } from 'node:fs';
import { compareDocuments } from './compare-documents.ts';
import type { Concern, Difference } from './compare-documents.ts';

// Compares two OpenAPI documents: node --conditions=source compare-openapi.ts before.json after.json [all]
// Prints every difference of structure, and how many of texts, examples and links there are; `all` prints those too.
const [beforeFile = '', afterFile = '', all] = process.argv.slice(2);
const differences = compareDocuments(read(beforeFile), read(afterFile));

for (const concern of ['structure', 'links', 'text', 'example'] as const) print(concern);
process.exitCode = differences.some(({ concern }) => concern === 'structure') ? 1 : 0;

function read(file: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
}

function print(concern: Concern): void {
  const found = differences.filter((difference) => difference.concern === concern);
  process.stdout.write(`${concern}: ${found.length} differences\n`);
  if (concern !== 'structure' && all !== 'all') return;
  for (const [change, places] of grouped(found)) {
    process.stdout.write(`  ${places.length} × ${change}\n      ${places.slice(0, 3).join('\n      ')}\n`);
  }
}

/** The same difference in several operations is printed once. */
function grouped(found: readonly Difference[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { place, before, after } of found) {
    const change = `${place.split(' ').slice(-3).join(' ')}: ${shown(before)} → ${shown(after)}`;
    groups.set(change, [...(groups.get(change) ?? []), place]);
  }
  return groups;
}

function shown(value: unknown): string {
  return value === undefined ? 'not there' : JSON.stringify(value);
}
