import type { CompoundFile } from '../archive/compound-file.ts';
import { cleanText } from '../document/facts/clean-text.ts';
import { known, statedTimes } from '../document/facts/document-facts.ts';
import type { DocumentFacts } from '../document/facts/document-facts.ts';
import { parseIsoDate } from '../document/facts/stated-time.ts';
import { readPropertySet, summaryProperty } from './property-set.ts';

/** What the summary of a compound file says; nothing where there is none. */
export function summaryFacts(file: CompoundFile): Partial<DocumentFacts> {
  const summary = readPropertySet(file.read('\u0005SummaryInformation') ?? Buffer.alloc(0));
  const text = (id: number): string | undefined => cleanText(summary.get(id));
  const pages = summary.get(summaryProperty.pages);
  const revision = Number(text(summaryProperty.revisionNumber) ?? NaN);
  const application = text(summaryProperty.application);
  return {
    ...known({
      pageCount: typeof pages === 'number' && pages > 0 ? pages : undefined,
      title: text(summaryProperty.title),
      author: text(summaryProperty.author),
      lastModifiedBy: text(summaryProperty.lastAuthor),
      creatorTool: application,
      producer: application,
      revisionNumber: Number.isSafeInteger(revision) ? revision : undefined,
    }),
    ...statedTimes(
      parseIsoDate(summary.get(summaryProperty.created)),
      parseIsoDate(summary.get(summaryProperty.saved)),
    ),
  };
}
