/** Reads a comma-separated list of http or https URLs without a path. Throws for another text. */
export function parseOrigins(listed: string): readonly string[] {
  return listed.split(',').map((part) => {
    const parsed = URL.parse(part.trim());
    if (parsed === null || !/^https?:$/u.test(parsed.protocol) || parsed.href !== `${parsed.origin}/`)
      throw new Error('must be http or https URLs without a path, separated by commas');
    return parsed.origin;
  });
}
