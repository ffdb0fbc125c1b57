const fallback = '/v2';
const maxLength = 2000;

/** A path of this site to go to after a login. What a browser could read as another site, or is too long, becomes `/v2`. */
export function readReturnPath(given: string): string {
  // Browsers take a backslash for a slash and ignore tabs and line breaks, so only plain visible characters pass.
  const isLocal = /^\/(?!\/)[!-[\]-~]*$/.test(given);
  return isLocal && given.length <= maxLength ? given : fallback;
}
