import type { Clock } from '@assay/chassis/clock';
import { formatRequestUrl } from '@assay/chassis/egress/check-url';
import { checkUrlAndAddresses } from '@assay/chassis/egress/resolve-public';
import type { ResolveDeps } from '@assay/chassis/egress/resolve-public';
import { sendRequest } from '@assay/chassis/egress/send-request';
import type { SendDeps } from '@assay/chassis/egress/send-request';
import { seconds } from '@assay/chassis/units';
import type { AddressBook, Sender } from '../domain/webhooks/delivery/sender.ts';

/** Judges addresses by the policy of all egress. */
export function createAddressBook(deps: ResolveDeps): AddressBook {
  return {
    async check(text) {
      const checked = await checkUrlAndAddresses(deps, text);
      return 'refusal' in checked ? checked : { url: formatRequestUrl(checked.url) };
    },
  };
}

const gone = 410;

/** Sends requests through the egress guard: public addresses alone, 10 s in all, no redirects. */
export function createSender(deps: SendDeps & { readonly clock: Clock }): Sender {
  return {
    async post(request) {
      const result = await sendRequest(deps, { ...request, method: 'POST' });
      const { durationMs } = result;
      if (result.kind === 'failed') {
        const nothing = { statusCode: undefined, responseBody: undefined, retryAfter: undefined };
        return { ...nothing, errorMessage: result.message, durationMs, isGone: false };
      }
      const { status: statusCode, body: responseBody, headers } = result;
      const isReached = statusCode >= 200 && statusCode < 300;
      return {
        statusCode,
        responseBody,
        durationMs,
        errorMessage: isReached ? undefined : `The receiver responded ${statusCode.toString()}.`,
        retryAfter: readRetryAfter(headers['retry-after'], deps.clock.now()),
        isGone: statusCode === gone,
      };
    },
  };
}

/** Reads the header Retry-After: seconds, or a date. */
function readRetryAfter(value: string | string[] | undefined, now: Date): Date | undefined {
  if (typeof value !== 'string') return undefined;
  if (/^\d{1,9}$/u.test(value)) return new Date(now.getTime() + seconds(Number(value)));
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : new Date(time);
}
