import { api } from '../parts/api.ts';
import type { WorkClaim } from '../../shared/api/api-types.ts';
import { byId } from '../../shared/dom.ts';
import { say } from '../parts/language.ts';
import { ApiError } from '../../shared/api-error.ts';
import { readCredential } from '../parts/request.ts';
import { becomeGuest } from './session.ts';
import { waitForConnection } from './wait.ts';

/** Each attempt of a person without a credential makes a new guest, and few may start from one address. */
const attempts = { known: 60, anonymous: 4 };
const pauseMs = 3_000;

/** Claims a task, or gets the open claim again. While the files of the task are being prepared, it tries again by itself. */
export async function takeTask(jobId: string, guestName?: string): Promise<WorkClaim> {
  const limit = readCredential().kind === 'anonymous' ? attempts.anonymous : attempts.known;
  for (let attempt = 1; ; attempt++) {
    try {
      const claim = await api.claimTask({
        jobId,
        body: guestName === undefined || guestName === '' ? undefined : { guestName },
      });
      if (claim.guestToken !== null) becomeGuest(jobId, claim.guestToken);
      const isPending = claim.filesPending && attempt < attempts.known;
      setState(isPending ? say('preparing') : '');
      if (!isPending) return claim;
      await waitForConnection(pauseMs);
    } catch (error) {
      const isPending = error instanceof ApiError && error.status === 503 && attempt < limit;
      setState(isPending ? say('preparing') : '');
      if (!isPending) throw error;
      await waitForConnection(error.retryAfterMs ?? pauseMs);
    }
  }
}

function setState(text: string): void {
  const line = document.getElementById('start-state') ?? byId('announcer');
  line.textContent = text;
}
