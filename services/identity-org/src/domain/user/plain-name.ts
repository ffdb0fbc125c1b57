/**
 * Returns a name as mails to other people show it: one line, without anything that a mail program makes a link of. Names are
 * limited to this where they are set; some are older, and some come from an issuer.
 */
export function plainName(name: string): string {
  return name
    .replaceAll('://', ' ')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
