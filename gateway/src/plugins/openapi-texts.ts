/** What the first page of the explorer says. */
export const overview = `
Decides whether a picture, recording or document is what it claims to be.

**The way through:** create a project, upload a file into it, wait until its \`enrichmentStatus\` is \`completed\`, start
a verification run, wait until its \`status\` is \`completed\`, read its verdict and report.

**Authentication.** Send your API key as \`X-API-Key\` with every request. A key works in its user's default
organization; name another one of the user's in \`X-Organization-Id\`. Whatever belongs to another organization is
answered as if it did not exist.

**Errors** all have the body \`{"error": {"code", "message", "details?", "requestId"}}\`. Decide by \`code\`. Errors 429,
500 and 503 are worth repeating: wait the seconds in \`Retry-After\`, or 1 second and then twice as long each time, at
most five times. The others are not.

**Request ids.** Every answer carries \`X-Request-Id\`; send your own (1 to 64 letters, digits, \`.\`, \`_\`, \`:\`, \`-\`)
and it is kept.

**Rate limits.** 3,000 requests in 15 minutes for each API key, 150 for each address without a valid one, unless
\`GET /v2/limits\` says otherwise. Every answer carries \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and
\`X-RateLimit-Reset\` (Unix seconds).

**Lists** take \`limit\` (1 to 200, default 20) and \`offset\`, and answer \`data\`, \`total\`, \`limit\`, \`offset\`.

Ids are opaque strings of at most 24 characters. Times are ISO 8601 in UTC. Money is in euro cents.
`.trim();

export const tags = [
  { name: 'Signing in', description: 'Sessions of browsers, and short-lived tokens.' },
  { name: 'Users and API keys', description: 'Who you are, and the secrets that act for you.' },
  { name: 'Organizations', description: 'Whom projects and money belong to, and what was changed by whom.' },
  { name: 'Members and invitations', description: 'Who belongs to an organization, and as what.' },
  { name: 'Projects', description: 'Workspaces for files and verification runs.' },
  { name: 'Files', description: 'Upload media, see what was read from their bytes, download them.' },
  { name: 'Pipelines', description: 'What can be verified, and what it needs and costs.' },
  { name: 'Verification runs', description: 'Run a pipeline over files, read verdict and report.' },
  { name: 'Billing', description: 'Prepaid money.' },
  { name: 'Platform', description: 'What holds for everything.' },
] as const;
