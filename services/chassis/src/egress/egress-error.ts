import { DomainError } from '../errors.ts';

/** The reasons to refuse an address, as `details.reason` names them. */
export type UrlRefusal = 'malformed' | 'not_https' | 'credentials' | 'port' | 'reserved_name' | 'not_public';

const messages: Readonly<Record<UrlRefusal | 'unresolvable', string>> = {
  malformed: 'The address is not a valid URL. Send one such as https://example.com/hooks.',
  not_https: 'The address does not begin with https://. Use an address with TLS.',
  credentials: 'The address contains a user name or a password. Remove them.',
  port: 'The port of the address is not allowed. Use port 443.',
  reserved_name: 'The host is a local or reserved name. Use a public host name.',
  not_public: 'The host is not a public address. Use an address that is reachable from the internet.',
  unresolvable: 'The host name does not resolve to an address. Check the name and its DNS records.',
};

/** A request was not sent, because its destination is refused or has no address. The message is safe for the owner of the URL. */
export class EgressError extends Error {
  override readonly name = 'EgressError';
  readonly reason: UrlRefusal | 'unresolvable';

  constructor(reason: UrlRefusal | 'unresolvable', options?: ErrorOptions) {
    super(messages[reason], options);
    this.reason = reason;
  }
}

/** Creates INVALID_ARGUMENT for a field that contains a refused address. */
export function refuseUrl(field: string, reason: UrlRefusal): DomainError {
  return new DomainError('INVALID_ARGUMENT', 'INVALID_FIELD', messages[reason], {
    details: { field, reason },
  });
}

/** The answer was not complete within the limit for the whole exchange. */
export class AnswerTimeoutError extends Error {
  override readonly name = 'AnswerTimeoutError';

  constructor(totalMs: number) {
    const seconds = totalMs / 1_000;
    super(
      `The receiver did not complete its answer within ${seconds} s. Answer first, and process the request afterwards.`,
    );
  }
}
