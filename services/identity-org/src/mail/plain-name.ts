/**
 * A name as it stands in a mail to strangers: one line, and nothing in it that a mail program makes a link of. Names are
 * held to this where they are set; some are older, and some come from an issuer.
 */
export function plainName(name: string): string {
  return name
    .replaceAll('://', ' ')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
