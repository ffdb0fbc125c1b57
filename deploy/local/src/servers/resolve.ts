import { accessSync, constants, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerDefinition, Source } from './definition.ts';

/** What can be found out about the machine, each only when the answer is needed. */
export interface Machine {
  readonly isGiven: (definition: ServerDefinition) => boolean;
  readonly findBinary: (name: string) => string | undefined;
  readonly dockerWorks: () => Promise<boolean>;
}

export type Resolution =
  | { source: 'environment' }
  | { source: 'path'; binary: string }
  | { source: 'docker' }
  | { source: 'embedded' }
  | { source: 'none' };

export interface Resolved {
  readonly resolution: Resolution;
  /** What was found and not taken, for people. */
  readonly notices: string[];
}

/** An address in the environment, a binary on the PATH, Docker, the embedded default: the first that serves. */
export async function resolveServer(definition: ServerDefinition, machine: Machine): Promise<Resolved> {
  if (machine.isGiven(definition)) return { resolution: { source: 'environment' }, notices: [] };
  const notices: string[] = [];
  const binary = machine.findBinary(definition.binary);
  if (binary !== undefined) {
    const objection = await definition.objection?.(binary);
    if (objection === undefined) return { resolution: { source: 'path', binary }, notices };
    notices.push(`${binary} is not used: ${objection}`);
  }
  if (await machine.dockerWorks()) return { resolution: { source: 'docker' }, notices };
  const isPossible = definition.embedded?.isPossible?.(machine.findBinary) ?? true;
  const source = definition.embedded !== undefined && isPossible ? 'embedded' : 'none';
  return { resolution: { source }, notices };
}

export function describeSource(definition: ServerDefinition, source: Source): string {
  switch (source) {
    case 'environment':
      return `the server named by ${definition.variable}`;
    case 'path':
      return `${definition.binary} from the PATH`;
    case 'docker':
      return 'a Docker container';
    case 'embedded':
      return definition.embedded?.label ?? 'embedded';
    case 'none':
      return `none: ${definition.embedded?.optional ?? 'nothing serves'}`;
  }
}

export function findOnPath(name: string, path: readonly string[]): string | undefined {
  return path.map((directory) => join(directory, name)).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
