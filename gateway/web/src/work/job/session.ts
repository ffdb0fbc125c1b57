import { api } from '../parts/api.ts';
import type { WorkerJobDetails } from '../../shared/api/api-types.ts';
import { ApiError } from '../../shared/api-error.ts';
import { useCredential } from '../parts/request.ts';
import { forget, readStored, store } from '../parts/storage.ts';

/** A visit of a job by a person with or without an account. */
export interface Visit {
  /** Undefined when the job is only for people who are signed in. */
  readonly job: WorkerJobDetails | undefined;
  readonly as: 'member' | 'guest' | 'anonymous';
  /** True if the token of a guest was refused. */
  readonly hasGuestEnded: boolean;
}

/** Reads a job as the guest of an earlier visit, as the person who is signed in, or without a credential. */
export async function visitJob(jobId: string): Promise<Visit> {
  const token = readStored(keyFor(jobId));
  if (typeof token === 'string') {
    useCredential({ kind: 'guest', token });
    const job = await unlessRefused(() => api.getWorkerJob({ jobId }));
    if (job !== undefined) return { job, as: 'guest', hasGuestEnded: false };
    forget(keyFor(jobId));
  }
  useCredential({ kind: 'session' });
  const isSignedIn = (await unlessRefused(() => api.getCurrentUser().then(() => true))) === true;
  // The cookie of a session that has ended would be refused where no credential is needed.
  useCredential({ kind: isSignedIn ? 'session' : 'anonymous' });
  const job = await unlessRefused(() => api.getWorkerJob({ jobId }));
  return { job, as: isSignedIn ? 'member' : 'anonymous', hasGuestEnded: typeof token === 'string' };
}

/** Keeps the token of a new guest for the next visits of the job. */
export function becomeGuest(jobId: string, token: string): void {
  store(keyFor(jobId), token);
  useCredential({ kind: 'guest', token });
}

function keyFor(jobId: string): string {
  return `work:guest:${jobId}`;
}

/** Resolves to undefined for a credential that is missing or refused. */
async function unlessRefused<Body>(read: () => Promise<Body>): Promise<Body | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return undefined;
    throw error;
  }
}
