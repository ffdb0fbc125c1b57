/** A secret and those it replaced, whose work is still to be recognized. */
export type Secrets = readonly [current: string, ...previous: string[]];

/** The first that is set is the current one. Throws when none is. */
export function collectSecrets(...candidates: readonly (string | undefined)[]): Secrets {
  const [current, ...previous] = candidates.filter((secret) => secret !== undefined);
  if (current === undefined) throw new Error('there is no secret');
  return [current, ...previous];
}
