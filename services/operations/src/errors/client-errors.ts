/** The codes for an invalid request, or one that the current state does not allow. */
export const clientErrors = {
  BAD_REQUEST: {
    status: 400,
    meaning: 'The request cannot be parsed, or a required field is missing.',
    action: 'Correct the request and send it again.',
    isRetryable: false,
    details: {
      field: 'The path of the missing field in the body or query.',
      versionId: 'The version of a dataset that is being cleaned.',
      state: 'The state of this version.',
    },
    example: { message: 'name is required', details: { field: 'name' } },
  },
  VALIDATION_ERROR: {
    status: 400,
    meaning: 'A field has an invalid value, or is unknown.',
    action: 'Correct the field that is named in `details.field`.',
    isRetryable: false,
    details: {
      field: 'The path of the invalid field in the body or query, or the name of a header.',
      reason: 'For an address of a webhook: the rule that it breaks.',
      rows: 'For a CSV file: the invalid lines, at most 100, each with `line` and `reason`.',
    },
    example: { message: 'limit must be <= 200', details: { field: 'limit' } },
  },
  UNAUTHORIZED: {
    status: 401,
    meaning: 'The credential is missing, invalid, expired or revoked, or the request has more than one.',
    action: 'Send exactly one valid credential. Sign in again if a session has ended.',
    isRetryable: false,
    details: {},
    example: {
      message:
        'The credential is missing or not valid. Send an API key in `X-API-Key`, or a key or token in `Authorization: Bearer`.',
    },
  },
  PAYMENT_REQUIRED: {
    status: 402,
    meaning:
      'The balance of the organization, or the spend limit of the API key for this period, is too low.',
    action: 'Top up the balance, or raise the spend limit of the key.',
    isRetryable: false,
    details: {},
    example: { message: 'The balance is too low. Top up and send the request again.' },
  },
  FORBIDDEN: {
    status: 403,
    meaning: 'The credential is valid, but its role or its limits do not allow the request.',
    action: 'Use a credential with a higher role. Each operation names the role that it needs.',
    isRetryable: false,
    details: {},
    example: {
      message:
        'You do not have permission for this operation. An administrator of the organization can grant it.',
    },
  },
  MODULE_NOT_ENABLED: {
    status: 403,
    meaning: 'The organization does not have the required module.',
    action: 'Ask the operator of the platform to enable the module for the organization.',
    isRetryable: false,
    details: { module: 'The required module.' },
    example: {
      message: 'The module content_verification is not enabled for this organization.',
      details: { module: 'content_verification' },
    },
  },
  NOT_FOUND: {
    status: 404,
    meaning:
      'The resource does not exist, or belongs to an organization that the credential cannot access. The answer is the same in ' +
      'both cases.',
    action: 'Check the id and the selected organization.',
    isRetryable: false,
    details: { field: 'The member of the body that names it, where that is not clear.' },
    example: { message: 'The project was not found. Check its id.' },
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: 'The address exists, but does not support this method.',
    action: 'Use one of the methods in the `Allow` header.',
    isRetryable: false,
    details: {},
    example: { message: 'This address does not support DELETE. Use a method of the `Allow` header.' },
  },
  REQUEST_TIMEOUT: {
    status: 408,
    meaning: 'The request or its body arrived too slowly. Nothing was executed.',
    action: 'Send the request again without pauses. Uploads must keep the minimum data rate.',
    isRetryable: false,
    details: {},
    example: { message: 'The request body did not arrive in time. Send it again over a faster connection.' },
  },
  CONFLICT: {
    status: 409,
    meaning:
      'The request conflicts with the current state: the resource already exists, a limit is reached, or another request changed ' +
      'it at the same time.',
    action: 'Read the current state, then decide whether to send the request again.',
    isRetryable: false,
    details: {
      limit: 'The maximum number, if the request exceeds it.',
      versionId: 'The version of a dataset that does not allow the request.',
      state: 'The state of this version.',
    },
    example: { message: 'Another organization has this slug. Choose another one.' },
  },
  INVALID_STATE: {
    status: 409,
    meaning: 'The current state of the resource does not allow the request.',
    action: 'Wait until the resource is in a state of `details.allowed`, then send the request again.',
    isRetryable: false,
    details: {
      state: 'The current state.',
      status:
        'The current status of a webhook or a delivery; `no_tasks` if a running job has nothing to claim.',
      allowed: 'The states in which the request is allowed.',
      missingParts: 'The numbers of the missing parts of an upload, at most 100.',
      datasetId: 'The dataset of the file.',
    },
    example: { message: 'The run has not completed. Wait until it has.', details: { state: 'running' } },
  },
  REJECTION_LIMIT: {
    status: 409,
    meaning: 'Too many answers of the crowd job would be rejected. Nothing was changed.',
    action: 'Accept the answer, improve the instructions, or let an admin lift the limit of the job.',
    isRetryable: false,
    details: {
      rejectedShare: 'The share of rejected answers, with the refused rejection.',
      limit: 'The maximum share.',
    },
    example: {
      message: 'Too many answers of the job would be rejected. Ask an admin to lift the limit.',
      details: { rejectedShare: 0.31, limit: 0.3 },
    },
  },
  QUOTA_EXCEEDED: {
    status: 409,
    meaning: 'The storage quota of the organization is exceeded. Nothing was stored.',
    action: 'Delete files, or ask the operator of the platform for a higher quota.',
    isRetryable: false,
    details: {
      limitBytes: 'The maximum total size of the files of the organization, in bytes.',
      usedBytes: 'The total size of its files and of the reservations of active uploads, in bytes.',
      limitFiles: 'The maximum number of files of the organization.',
      usedFiles: 'The number of its files and of its active uploads.',
    },
    example: {
      message:
        'The storage quota of the organization is exceeded. Delete files or ask the operator for more.',
      details: {
        limitBytes: 1_099_511_627_776,
        usedBytes: 1_099_511_000_000,
        limitFiles: 1_000_000,
        usedFiles: 71_204,
      },
    },
  },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    meaning: 'The `Idempotency-Key` was used for another request, or its first request is still running.',
    action: 'Use a new key for a new request. To repeat the same request, wait a moment and send it again.',
    isRetryable: false,
    details: {},
    example: { message: 'The idempotency key was used for another request. Use a new key.' },
  },
  GONE: {
    status: 410,
    meaning: 'The resource has expired, or was revoked or replaced.',
    action: 'Request a new one.',
    isRetryable: false,
    details: {
      reason:
        '`withdrawn` for the claim of a crowd task whose file is no longer public. Absent for all other resources.',
    },
    example: { message: 'The invitation has expired. Ask an admin for a new one.' },
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    meaning: 'The body or file is too large.',
    action: 'Send a smaller body or file. The maximum is in `details.maxBytes`.',
    isRetryable: false,
    details: {
      maxBytes: 'The maximum size in bytes.',
      maxFiles: 'The maximum number of files in one request, if the request has more.',
      fileName: 'The name of the file, if the request has several.',
      receivedBytes: 'The received size in bytes, as far as it was read.',
      mimeType: 'The MIME type that the maximum applies to.',
    },
    example: { message: 'The request body is too large. Send a smaller one.' },
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    meaning: 'The content type of the body, or the detected type of a file, is not accepted.',
    action: 'Send one of `details.allowedMimeTypes`, or JSON where the operation expects JSON.',
    isRetryable: false,
    details: {
      declaredMimeType: 'The type that the client declared.',
      detectedMimeType: 'The type that was detected in the content.',
      allowedMimeTypes: 'The accepted types.',
      fileName: 'The name of the file, if the request has several.',
    },
    example: {
      message:
        'The content type of the request body is not supported. Use the one in the documentation of the operation.',
    },
  },
  UNPROCESSABLE_ENTITY: {
    status: 422,
    meaning: 'The request is well-formed, but cannot be processed.',
    action: 'Supply the data that `details` names as missing, or wait until the file is `completed`.',
    isRetryable: false,
    details: {
      fileId: 'The id of the file.',
      enrichmentStatus: 'The enrichment status of the file.',
      requiredKeys: 'The claims that the pipeline requires.',
      providedKeys: 'The claims that were sent.',
      reason: 'The reason why a file cannot be read.',
      fileName: 'The name of the file, if the request has several.',
    },
    example: {
      message: 'The enrichment of the file has not ended. Wait for it and try again.',
      details: { fileId: 'v9k2m4x7q1r8t5w3y6z0a2b4', enrichmentStatus: 'pending' },
    },
  },
  UNSUPPORTED_MODE: {
    status: 422,
    meaning: 'Runs with this mode are not supported.',
    action: 'Use one of `details.supported`.',
    isRetryable: false,
    details: {
      mode: 'The requested mode.',
      supported: 'The modes of runs that can be started.',
    },
    example: {
      message: 'Runs with mode split are not supported. Use cleaning or dedup.',
      details: { mode: 'split', supported: ['cleaning', 'dedup'] },
    },
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    meaning: 'The rate limit is exceeded.',
    action: 'Wait for the seconds in `Retry-After`, then send the request again.',
    isRetryable: true,
    details: {
      limit:
        'The maximum number of the organization: of invitations per day, or of concurrent replays, imports or parts of uploads. For a ' +
        'crowd job, that of one client address: of new guests per hour, or of open claims of guests.',
      retryAfterSeconds: 'The value of `Retry-After`, if it is not the reset of the rate limit.',
    },
    example: {
      message: 'The rate limit of 3000 requests is exceeded. Try again after the seconds in `Retry-After`.',
    },
  },
} as const;
