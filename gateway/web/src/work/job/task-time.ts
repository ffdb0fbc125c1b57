import { api } from '../parts/api.ts';
import type { WorkClaim } from '../../shared/api/api-types.ts';
import { announce, button, element } from '../../shared/dom.ts';
import { say } from '../parts/language.ts';
import { attempt } from '../parts/problem.ts';
import { readCredential } from '../parts/request.ts';
import { createClock } from './clock.ts';

interface TaskTime {
  /** The bar with the time and the button that extends it, the note for guests, and the warning under it. */
  readonly nodes: readonly HTMLElement[];
  readonly stop: () => void;
}

interface TimeEvents {
  /** The end has changed, in milliseconds by the clock of this device. */
  readonly extended: (endsAt: number) => void;
  readonly expired: () => void;
  readonly failed: (error: unknown) => void;
}

/** Shows the time that is left for a claim, and extends it once. Guests cannot extend it. */
export function createTaskTime(
  claim: WorkClaim,
  endsAt: number,
  { extended, expired, failed }: TimeEvents,
): TaskTime {
  const isGuest = readCredential().kind === 'guest';
  let canExtend = !claim.extended && !isGuest;
  const warning = element('p', { className: 'notice warn', hidden: true });
  const clock = createClock(endsAt, {
    warn() {
      warning.textContent = say(canExtend ? 'timeWarning' : 'timeWarningLast');
      warning.hidden = false;
      announce(warning.textContent);
    },
    expire: expired,
  });
  const extend = async (): Promise<void> => {
    try {
      const { remainingSeconds } = await api.extendClaim({ claimId: claim.claimId });
      canExtend = false;
      warning.hidden = true;
      const end = Date.now() + remainingSeconds * 1_000;
      extended(end);
      clock.setEnd(end);
      more.hidden = true;
      announce(say('extended'));
    } catch (error) {
      failed(error);
    }
  };
  const more = button(say('extend'), () => attempt(extend), { kind: 'slim', hidden: !canExtend });
  const bar = element('div', { className: 'task-bar' }, clock.node, more);
  const note = element('p', { className: 'soft small', hidden: !isGuest }, say('guestTime'));
  return { nodes: [bar, note, warning], stop: clock.stop };
}
