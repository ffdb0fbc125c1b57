import type { ShownImage } from './reading/shown-image.ts';

/** Grey levels that lossy coding may add to an area of one colour. */
const maxRange = 2;

/** Returns true when the visible pixels of an image have one colour, as good as. Transparent pixels are not visible. */
export function hasOneColour({ data, channels }: Pick<ShownImage, 'data' | 'channels'>): boolean {
  const hasAlpha = channels === 2 || channels === 4;
  const colours = hasAlpha ? channels - 1 : channels;
  const lowest = new Uint8Array(channels).fill(255);
  const highest = new Uint8Array(channels);
  for (let at = 0; at < data.length; at += channels) {
    const isVisible = !hasAlpha || data[at + colours] !== 0;
    for (let channel = isVisible ? 0 : colours; channel < channels; channel += 1) {
      const value = data[at + channel] ?? 0;
      const low = Math.min(value, lowest[channel] ?? 0);
      const high = Math.max(value, highest[channel] ?? 0);
      if (high - low > maxRange) return false;
      lowest[channel] = low;
      highest[channel] = high;
    }
  }
  return true;
}
