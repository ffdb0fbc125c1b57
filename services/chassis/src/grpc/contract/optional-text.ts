/** Returns undefined for an empty text: the domain stores '' where a message leaves the field unset. */
export function optionalText(text: string): string | undefined {
  return text === '' ? undefined : text;
}
