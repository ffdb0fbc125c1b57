import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';

/** One JSON value a line, as `keepLines` wrote them; none where there is no file yet. The caller names the type it wrote. */
export async function readLines<Line>(path: string): Promise<Line[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

/** Appends all lines in one write, so that what is interrupted keeps none of them or all. */
export function keepLines(path: string, lines: readonly object[]): Promise<void> {
  return appendFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

/** Replaces a source file at once: what is interrupted half-way must not leave one that cannot be loaded. */
export async function replaceSource(path: string, source: string): Promise<void> {
  await writeFile(`${path}.new`, source);
  await rename(`${path}.new`, path);
}
