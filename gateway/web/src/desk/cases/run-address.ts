import type { RunReference } from '../parts/api-types.ts';

const pattern = /^#run=(\w+)\/(\w+)$/u;

/** Returns the run that the address of the desk names: `#run=<project>/<run>`. */
export function readRunAddress(): RunReference | undefined {
  const [, projectId, id] = pattern.exec(location.hash) ?? [];
  return projectId === undefined || id === undefined ? undefined : { projectId, id };
}

export const formatRunAddress = ({ projectId, id }: RunReference): string => `#run=${projectId}/${id}`;

export function keepRunAddress(run: RunReference): void {
  history.replaceState(null, '', formatRunAddress(run));
}

export function clearRunAddress(): void {
  if (readRunAddress() !== undefined) history.replaceState(null, '', location.pathname);
}
