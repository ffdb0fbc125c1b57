import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { PlatformLayout } from '@assay/local/platform/environment';
import type { ProcessName } from '@assay/proto/processes';

/** The processes of one checkout. */
export interface Release extends ReleaseAnswer {
  /** As a person calls it. */
  readonly name: string;
  /** The folder of the checkout. */
  readonly root: string;
}

/** What a release's own code says of it. */
export interface ReleaseAnswer {
  /** What each process reads that serves alone. */
  readonly environments: Readonly<Record<ProcessName, Readonly<Record<string, string>>>>;
  /** Its gateway has no setting for how long uploads may go on once it closes, and ends them after ten seconds. */
  readonly gatewayCutsUploads: boolean;
}

export async function readRelease(name: string, root: string, layout: PlatformLayout): Promise<Release> {
  const child = fork(new URL(import.meta.resolve('./release-environment.ts')), {
    execArgv: ['--conditions=source'],
    cwd: root,
  });
  child.send({ root, layout });
  const gone = once(child, 'exit').then(() => undefined);
  const answer = (await Promise.race([once(child, 'message'), gone])) as [ReleaseAnswer] | undefined;
  if (answer === undefined) throw new Error(`${root} does not say what its processes read`);
  return { name, root, ...answer[0] };
}
