import { AnswerTimeoutError, EgressError } from './egress-error.ts';

/** The reasons why a request got no complete answer. */
export type FailureKind =
  | 'refused'
  | 'unresolvable'
  | 'unreachable'
  | 'connect_timeout'
  | 'timeout'
  | 'tls'
  | 'closed'
  | 'invalid_response';

export interface Failure {
  readonly failure: FailureKind;
  /** For the owner of the URL. */
  readonly message: string;
}

/** The codes of Node.js, OpenSSL and undici. */
const failures: readonly { readonly codes: RegExp; readonly failure: FailureKind; readonly text: string }[] =
  [
    {
      codes: /^UND_ERR_(?:HEADERS|BODY)_TIMEOUT$/u,
      failure: 'timeout',
      text: 'The receiver did not answer in time. Answer first, and process the request afterwards.',
    },
    {
      codes: /^(?:UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/u,
      failure: 'connect_timeout',
      text: 'The receiver did not accept the connection in time. Check its server and its firewall.',
    },
    {
      codes: /^(?:ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET|UND_ERR_INFO)$/u,
      failure: 'closed',
      text: 'The receiver closed the connection before its answer was complete.',
    },
    {
      codes: /^E(?:CONNREFUSED|HOSTUNREACH|NETUNREACH|HOSTDOWN|NETDOWN|ADDRNOTAVAIL|ACCES|PERM)$/u,
      failure: 'unreachable',
      text: 'The receiver cannot be reached. Check that its server is running on this port.',
    },
    {
      codes:
        /^(?:ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|CRL_|DEPTH_ZERO_|ERROR_IN_|HOSTNAME_|INVALID_|PATH_|SELF_SIGNED_|UNABLE_TO_|UNSPECIFIED$)/u,
      failure: 'tls',
      text: 'The TLS connection failed. Check the certificate of the receiver, its chain and its host name.',
    },
    {
      codes: /^(?:HPE_|HTTPParserError$|UND_ERR_HEADERS_OVERFLOW$|UND_ERR_RES_)/u,
      failure: 'invalid_response',
      text: 'The answer of the receiver is not valid HTTP or its headers are too long.',
    },
  ];

/** Describes the error of a request that got no complete answer. Returns undefined for other errors, such as an invalid header. */
export function describeFailure(error: unknown): Failure | undefined {
  if (error instanceof EgressError) {
    const failure = error.reason === 'unresolvable' ? 'unresolvable' : 'refused';
    return { failure, message: error.message };
  }
  if (error instanceof AnswerTimeoutError) return { failure: 'timeout', message: error.message };
  const code = readCode(error);
  const found = failures.find(({ codes }) => codes.test(code));
  return found && { failure: found.failure, message: `${found.text} (${code})` };
}

function readCode(error: unknown): string {
  if (!(error instanceof Error)) return '';
  // Some errors of the parser in undici 8 have no code.
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
