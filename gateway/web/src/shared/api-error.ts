interface ErrorBody {
  readonly code?: string;
  readonly message?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly requestId?: string;
}

/** An error answer of the API. `status` is 0 when there was no answer. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string | undefined;
  /** The time after which the request may be repeated. Undefined when the answer does not say it. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, body: ErrorBody = {}, retryAfterMs?: number) {
    super(body.message ?? '');
    this.status = status;
    this.code = body.code ?? '';
    this.details = body.details ?? {};
    this.requestId = body.requestId;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Reads the envelope of an error. A proxy in front of the API may answer with anything else. */
export async function readError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined);
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1_000 : undefined;
  return new ApiError(response.status, readErrorBody(body), retryAfterMs);
}

/** Returns the content of the envelope. Empty if the body is not one. */
export function readErrorBody(body: unknown): ErrorBody {
  return (body as { readonly error?: ErrorBody } | null | undefined)?.error ?? {};
}
