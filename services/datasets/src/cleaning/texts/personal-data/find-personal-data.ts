import { findCards } from './find-cards.ts';
import { findEmails } from './find-emails.ts';
import { findIbans } from './find-ibans.ts';
import { findIpAddresses } from './find-ip-addresses.ts';
import { findLinkCredentials } from './find-link-credentials.ts';
import { findPhones } from './find-phones.ts';
import type { PersonalData } from './placeholders.ts';
import { createSearchText } from './search-text.ts';
import { readTableLayout } from './table-layout.ts';
import type { TableLayout } from './table-layout.ts';

/**
 * Finds personal data in a text, in the order of the text and without overlaps. Where values overlap, the kind whose form is the most certain
 * takes precedence: a password before an address, an account number before a telephone number.
 * @param language ISO 639-1, for telephone numbers without country code; null if unknown
 * @param layout the columns of the whole table that `text` is a piece of; null if it is not a table
 */
export function findPersonalData(
  text: string,
  language: string | null,
  layout: TableLayout | null = readTableLayout(text),
): readonly PersonalData[] {
  const search = createSearchText(text, { language, layout });
  const found: PersonalData[] = [];
  const finders = [findLinkCredentials, findEmails, findIbans, findCards, findIpAddresses, findPhones];
  for (const find of finders) addApart(found, find(search));
  return found.toSorted((one, other) => one.start - other.start);
}

/** Adds the values that overlap none of those found before. */
function addApart(found: PersonalData[], added: readonly PersonalData[]): void {
  const known = found.toSorted((one, other) => one.start - other.start);
  let at = 0;
  let end = 0;
  for (const one of added.toSorted((a, b) => a.start - b.start)) {
    while (at < known.length && (known[at]?.end ?? 0) <= one.start) at += 1;
    const next = known[at];
    if (one.start < end || (next !== undefined && next.start < one.end)) continue;
    found.push(one);
    end = one.end;
  }
}
