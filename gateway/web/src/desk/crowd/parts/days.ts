const hourMs = 3_600_000;

/** The choices of the end of a job, in days from now. */
export const dayChoices = [
  { value: '1', text: 'In 1 day' },
  { value: '7', text: 'In 7 days' },
  { value: '30', text: 'In 30 days' },
  { value: '90', text: 'In 90 days' },
];

/** Returns the first full hour after a number of days, so that a repeated request has the same body. */
export function addDays(days: number): string {
  const hours = Math.ceil(Date.now() / hourMs) + days * 24;
  return new Date(hours * hourMs).toISOString();
}
