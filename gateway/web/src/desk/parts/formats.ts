const euros = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' });
export const formatMoney = (cents: number): string => euros.format(cents / 100);

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
export const formatTime = (iso: string): string => moment.format(new Date(iso));

export function formatSize(bytes: number): string {
  return bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

export function formatMinutes(count: number): string {
  if (count >= 120) return `${Math.round(count / 60)} hours`;
  return count === 1 ? 'a minute' : `${count} minutes`;
}
