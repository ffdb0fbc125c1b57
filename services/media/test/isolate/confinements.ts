import { findRefusal } from '../../src/isolate/confinement.ts';
import type { Confinement } from '../../src/isolate/confinement.ts';

/** Returns the kinds of confinement that this machine allows, strongest first; names the others. */
export async function listKinds(): Promise<readonly Confinement['kind'][]> {
  const kinds: Confinement['kind'][] = [];
  for (const kind of ['namespaces', 'landlock'] as const) {
    const refusal = await findRefusal(kind);
    if (refusal === undefined) kinds.push(kind);
    else console.warn(`confinement by ${kind} is not tested: ${refusal}`);
  }
  return [...kinds, 'permissions'];
}
