/** Shortens a text as a sentence quotes it. */
export function shortened(text: string | null): string {
  const trimmed = (text ?? '').trim();
  return trimmed.length > 60 ? `${trimmed.slice(0, 60)}…` : trimmed;
}
