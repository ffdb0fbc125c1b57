/** Earlier versions corrupt memory on files that were made for it. */
export const leastVersion = '8.1.2';

/**
 * Returns the version in the output of `ffmpeg -version`.
 * @param output such as `ffmpeg version 5.1.6-0+deb12u1 Copyright …`, or of a build of a branch `ffmpeg version n9.0.2-17-g2a571b6068 …`
 */
export function readVersion(output: string): string | undefined {
  const word = /^ffmpeg version (\S+)/u.exec(output)?.[1];
  return word === undefined ? undefined : (/^n?(\d+(?:\.\d+)*)/u.exec(word)?.[1] ?? word);
}

/** Returns true for {@link leastVersion} and later ones. Builds without a release number are refused. */
export function isNewEnough(version: string): boolean {
  const [least, found] = [leastVersion, version].map((text) => text.split('.').map(Number)) as [
    number[],
    number[],
  ];
  const index = least.findIndex((number, place) => (found[place] ?? 0) !== number);
  return index === -1 || (found[index] ?? 0) > (least[index] ?? 0);
}
