/** The purpose of the service, in one sentence. */
export const introduction = 'Checks whether an image, audio file, video or document is what it claims to be.';

/** The rules of all operations: the first page of the explorer, and the main part of the plain-text summary. */
export const overview = `
**First steps:** create a project, upload a file to it, wait until its \`enrichmentStatus\` is \`completed\`, start a
verification run, wait until its \`status\` is \`completed\`, read its verdict and report.

**Authentication.** Send exactly one credential with each request; two are refused with 401.
- \`X-API-Key: <key>\`, for servers and scripts. Create keys with {createApiKey}. A key can be limited to a role, to
  organizations, to an expiration date and to a spend limit.
- \`Authorization: Bearer <token>\`: a token from {createToken}, which issues it for an API key for at most 15 minutes, or
  an access token of the configured OpenID Connect issuer.
- \`Authorization: Bearer <guest token>\`, for a guest of a crowd job: it works for the job alone, and is a credential only for
  the operations that name guests.
- The session cookie of a browser that signed in at {startLogin}; {logOut} ends the session. With a cookie, only pages of
  this host can change data. Pages of other origins cannot read responses: there are no CORS headers.

A credential that is missing, malformed, expired or revoked always gets the same 401. Revoking or changing a key, or
changing the role of a member, takes effect everywhere within a second.

**Organizations.** A request works in the organization of its path, otherwise in the one that \`X-Organization-Id\` selects,
otherwise in the default organization of the user. Resources of other organizations, and organizations that the credential
cannot access, are answered with 404, as if they did not exist.

**Roles.** \`viewer\` reads projects, files, runs and balances. \`user\` also creates projects, uploads files and starts
runs. \`admin\` also manages members, invitations, the organization and its money. Each operation names the role that it
needs; a lower role is refused with 403. A key never has more rights than its owner, and users manage only their own keys.
Because a key can leak, it has fewer rights than a signed-in user: the key of a \`viewer\`, or a token that was issued for
it, changes nothing, not even its owner; it may only work on crowd jobs. A signed-in user (with a browser session or an access token of the issuer) manages
their keys, name, default organization and invitations, and creates organizations, with any role. A key needs role \`user\`
for that, and role \`admin\` to leave an organization or to accept an invitation. A token that was issued for a key can
revoke keys, but cannot create or change them.

**Parent keys.** A key that was created with another key has that key as its \`parentKeyId\`. It can never do more than all
keys above it, works only while all of them work, and its spending counts against the limit of each of them. To recover from
a leaked key, revoke it: all keys created with it end too. Rotating its secret keeps them.

**Errors** have the body \`{"error": {"code", "message", "details?", "requestId"}}\`. Use \`code\` to decide how to react;
{listErrorCodes} explains all codes.

**Retries.** 429, 500, 502 and 503 can be retried: wait for the seconds in \`Retry-After\` if the header is present, otherwise
1 second, then twice as long each time, at most five attempts. Do not retry other errors before something has changed. Retry
a POST that may have been executed only with an \`Idempotency-Key\`.

**Idempotency.** Operations that create or pay accept an \`Idempotency-Key\` header of 1 to 255 visible ASCII characters. For
24 hours, the same key with the same body has no further effect: the response is the first one, with
\`Idempotent-Replayed: true\`. The same key with another body, or while the first request is still running, is refused with
{IDEMPOTENCY_CONFLICT}. A failed request does not use up its key.

**Rate limits.** 3,000 requests per 15 minutes for each credential (a token counts with its key), 30,000 for all credentials
of an organization together, 150 for each client address without a credential, unless {getLimits} returns other values. Each
response has \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (Unix seconds) of the limit that is
closest to being reached; each 429 has \`Retry-After\`. Requests above the limit of a credential do not count for its
organization. Requests with invalid credentials, and sign-ins, are counted per client address: each separately, with the limit
for requests without a credential. Payment events have the limit of a credential. After too many invalid credentials from one
address, credentials that are in use keep working, and at most ten new ones per second are checked; the others get a 429 with
\`Retry-After: 1\`, which says nothing about the credential. All gateways share their counters; if the shared counter is
unavailable, each gateway counts alone, so more requests may pass than the limit allows.

**Slow requests.** A request must arrive within 30 seconds, an upload within an hour and with at least 4 KiB per second.
Slower requests get a 408, and their connection is closed. A client address can have 512 open connections; requests on
further ones get a 429. Bodies of a credential, or of a client address without one, can have 16 MiB together while they are
sent and answered, and those of an organization 24 MiB; requests with more get a 429 with \`Retry-After: 1\`. Uploads do not
count. All of these values can be configured.

**Request ids.** Each response has an \`X-Request-Id\`. To choose it, send your own with 1 to 64 letters, digits, \`.\`, \`_\`,
\`:\`, \`-\`.

**Lists** accept \`limit\` (1 to 200, default 20) and \`offset\`, and return \`data\`, \`total\`, \`totalIsExact\`, \`limit\`,
\`offset\` and \`nextCursor\`, newest first, then by id in descending order. To read a complete list, start with an empty
\`cursor\` and continue with \`nextCursor\` until it is null: no item is missed or returned twice when others are added or
removed in the meantime, and all pages are equally fast. Cursors are opaque and cannot be combined with \`offset\`. With a
cursor, \`total\` counts to 10000; if there are more items, \`totalIsExact\` is false. Lists that are plain arrays return the
total and the cursor in \`X-Total-Count\`, \`X-Total-Is-Exact\` and \`X-Next-Cursor\`, which is absent on the last page. Short
lists have no pages.

**Versions.** The version is the first part of every path. Within \`/v2\`, fields, operations, error codes and enum values
are added, but never changed or removed. Ignore unknown ones.

Ids are opaque strings of at most 24 characters. Times are ISO 8601 in UTC. Amounts are in euro cents. Bodies are JSON of at
most 64 KiB, or as the operation states; uploads are multipart/form-data. Unknown fields are refused.
`.trim();
