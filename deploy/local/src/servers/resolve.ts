import type { ServerDefinition, Source } from './definition.ts';
import type { ImageAvailability } from './start-options.ts';
import type { Toolbox } from './toolbox.ts';

/** What can be found out about the machine, each only when the answer is needed. */
export interface Machine extends Toolbox {
  readonly isGiven: (definition: ServerDefinition) => boolean;
  readonly provideImage: (definition: ServerDefinition) => Promise<ImageAvailability>;
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

/**
 * An address in the environment, a binary on the PATH, Docker, the embedded default: the first that serves. Docker does where it
 * has the image, or can pull it.
 */
export async function resolveServer(definition: ServerDefinition, machine: Machine): Promise<Resolved> {
  if (machine.isGiven(definition)) return { resolution: { source: 'environment' }, notices: [] };
  const notices: string[] = [];
  const binary = machine.findBinary(definition.binary);
  if (binary !== undefined) {
    const objection = await definition.objection?.(binary);
    if (objection === undefined) return { resolution: { source: 'path', binary }, notices };
    notices.push(`${binary} is not used: ${objection}`);
  }
  const image = await machine.provideImage(definition);
  if (image.isHere) return { resolution: { source: 'docker' }, notices };
  if (image.why !== undefined) notices.push(`Docker is not used: ${image.why}`);
  const isPossible = (await definition.embedded?.isPossible?.(machine)) ?? true;
  const source = definition.embedded !== undefined && isPossible ? 'embedded' : 'none';
  return { resolution: { source }, notices };
}

export async function describeSource(
  definition: ServerDefinition,
  source: Source,
  toolbox: Toolbox,
): Promise<string> {
  switch (source) {
    case 'environment':
      return `the server named by ${definition.variable}`;
    case 'path':
      return `${definition.binary} from the PATH`;
    case 'docker':
      return 'a Docker container';
    case 'embedded':
      return (await definition.embedded?.label(toolbox)) ?? 'embedded';
    case 'none':
      return `none: ${definition.embedded?.optional ?? 'no server'}`;
  }
}
