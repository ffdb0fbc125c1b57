import { describe, expect, it } from 'vitest';
import { hasOneColour } from './blank-image.ts';

describe('hasOneColour', () => {
  it('tolerates the noise of lossy coding, and no more', () => {
    expect(hasOneColour({ data: Uint8Array.of(10, 11, 12), channels: 1 })).toBe(true);
    expect(hasOneColour({ data: Uint8Array.of(10, 11, 13), channels: 1 })).toBe(false);
  });

  it('looks at each channel by itself', () => {
    expect(hasOneColour({ data: Uint8Array.of(10, 90, 200, 10, 90, 200), channels: 3 })).toBe(true);
    expect(hasOneColour({ data: Uint8Array.of(10, 90, 200, 10, 90, 100), channels: 3 })).toBe(false);
  });

  it('looks at visible pixels, and at transparency as at a colour', () => {
    expect(hasOneColour({ data: Uint8Array.of(10, 0, 250, 0, 90, 0), channels: 2 })).toBe(true);
    expect(hasOneColour({ data: Uint8Array.of(10, 255, 10, 0), channels: 2 })).toBe(false);
    expect(hasOneColour({ data: Uint8Array.of(10, 255, 10, 255), channels: 2 })).toBe(true);
  });
});
