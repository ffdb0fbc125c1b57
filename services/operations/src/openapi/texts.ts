/** What the service is, in one sentence. */
export const introduction = 'Decides whether a picture, recording or document is what it claims to be.';

/** What holds for every operation; the first page of the explorer, and the greater part of the plain-text summary. */
export const overview = `
**The way through:** create a project, upload a file into it, wait until its \`enrichmentStatus\` is \`completed\`, start
a verification run, wait until its \`status\` is \`completed\`, read its verdict and report.

**Authentication.** Send exactly one credential with each request; two at once are refused with 401.
- \`X-API-Key: <key>\`, for servers and scripts. Keys are made under \`/v2/users/me/api-keys\`; a key can be limited to a
  role, to organizations, to a date and to what it may spend.
- \`Authorization: Bearer <token>\`: a token of at most fifteen minutes that \`POST /v2/auth/token\` gives for an API key alone,
  or an access token of the configured OpenID Connect issuer.
- The session cookie of a browser that signed in at \`GET /v2/auth/start\`; \`GET /v2/auth/logout\` ends it. With it, only
  pages of this host can change anything. No other origin may read answers: there are no CORS headers.

A credential that is missing, malformed, expired or revoked is always answered with the same 401. Revoking or changing a
key, or the role of a member, takes effect everywhere within a second.

**Organizations.** A credential works in its user's default organization, or in the one of its user's that
\`X-Organization-Id\` names; where the path names an organization, it works in that one. What belongs to another
organization, and an organization the credential does not reach, is answered as if it did not exist: 404.

**Roles.** \`viewer\` reads projects, files, runs and balances. \`user\` also creates projects, uploads files and starts
runs. \`admin\` also manages members, invitations, the organization and its money. Each operation says which role it
needs; a role that is too low is answered with 403. Keys do no more than their owner, and every user manages their own.
A key can leak, so it does less than the person: a \`viewer\`'s key, or a token for one, changes nothing, not even its
owner. Whoever signed in, with a browser or an access token of the issuer, manages their keys, name, default organization
and invitations and makes organizations, whatever their role; a key needs role \`user\` for that, and \`admin\` to leave an
organization or to accept an invitation. A token that a key was exchanged for ends keys, and neither makes nor changes any.

**Keys made with keys** have the maker in \`parentKeyId\`. Each can do, at every moment, what it and all keys above it can,
and only while all of them work; what it spends counts against each of their limits. So a key that leaked is undone by
revoking it: whatever was made with it ends too. Giving it a new secret keeps what it made.

**Errors** all have the body \`{"error": {"code", "message", "details?", "requestId"}}\`. Decide by \`code\`;
\`GET /v2/error-codes\` lists them all with what to do.

**Retries.** 429, 500, 502 and 503 are worth repeating: wait the seconds in \`Retry-After\` where there is one, else 1
second and then twice as long each time, at most five attempts. Others are not, until something has changed. Repeat a POST
that may have been carried out only with an \`Idempotency-Key\`.

**Idempotency.** Operations that create or pay take an \`Idempotency-Key\` header of 1 to 255 visible ASCII characters. For
24 hours the same key with the same body has no further effect: it is answered as the first time, with
\`Idempotent-Replayed: true\`. The same key with another body, or while the first request is still being worked on, is
refused with 409 \`IDEMPOTENCY_CONFLICT\`. A request that failed does not use up its key.

**Rate limits.** 3,000 requests in 15 minutes for each credential (a token counts with its key), 30,000 for all credentials
of an organization together, 150 for each address without a credential, unless \`GET /v2/limits\` says otherwise. Every
answer carries \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (Unix seconds) of the limit that
is nearest; every 429 carries \`Retry-After\`. What a credential asks for beyond its own limit does not count towards that
of its organization. Requests whose credential does not hold are counted by address too, and so is signing in, each apart
from the rest and with the limit of an address; payment events have that of a credential. An address of which too many
credentials were refused keeps those that are in use, and has ten others a second looked up: 429 with \`Retry-After: 1\`
then says nothing about the credential. Requests are counted for all gateways together; while their shared counter is
down, each gateway counts for itself, so that more than the limit may pass, and nothing is refused for lack of a counter.

**Slow requests.** A request has 30 seconds to arrive; an upload has an hour, as long as at least 4 KiB a second come. What
is slower is answered with 408 and its connection closed. An address may have 512 connections open at the same time;
requests on others are answered with 429. Each is by configuration.

**Request ids.** Every answer carries \`X-Request-Id\`; send your own (1 to 64 letters, digits, \`.\`, \`_\`, \`:\`, \`-\`)
and it is kept.

**Lists** take \`limit\` (1 to 200, default 20) and \`offset\`, and answer \`data\`, \`total\`, \`totalIsExact\`, \`limit\`,
\`offset\`, \`nextCursor\`; newest first, then by id, descending. To read a list to its end, begin with an empty \`cursor\` and go on with
\`nextCursor\` until it is null: no item is missed or met twice because others come or go meanwhile, and a page costs the
same however deep it lies. Cursors are opaque, and are not taken together with \`offset\`. Asked with one, \`total\` counts to 10000;
where there are more, \`totalIsExact\` is false. Those that are plain arrays say total and cursor in \`X-Total-Count\`,
\`X-Total-Is-Exact\` and \`X-Next-Cursor\`, which the last page lacks. Short lists are answered whole.

**Versions.** The version is the first part of every path. Within \`/v2\` fields, operations, error codes and values of
enumerations are added, never changed or taken away: ignore what you do not know.

Ids are opaque strings of at most 24 characters. Times are ISO 8601 in UTC. Money is in euro cents. Bodies are JSON of at
most 1 MiB (input data: 16 MiB), uploads are multipart/form-data; unknown fields are refused.
`.trim();
