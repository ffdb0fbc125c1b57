/** Explains why no pipeline examines files of an accepted type. */

const reasons: Readonly<Record<string, string>> = {
  'text/plain':
    'A text file is stored, but not analysed: it contains only characters, and no trace of who wrote them or of changes.',
  'application/msword':
    'A Word file in the old format (.doc) is stored, but not analysed: the platform does not read its revisions. Ask for the original as .docx or PDF.',
};

/** @param type a MIME type that no pipeline accepts */
export function explainUnexamined(type: string): string {
  return reasons[type] ?? `No analysis accepts files of type ${type}.`;
}
