import { describe, expect, it } from 'vitest';
import { solarPosition } from './solar-position.ts';

describe('solarPosition', () => {
  it('is within 0.01 degrees of the example of the Solar Position Algorithm', () => {
    // I. Reda, A. Andreas, "Solar Position Algorithm for Solar Radiation Applications", NREL/TP-560-34302 (2008), table A5.1:
    // topocentric elevation without refraction 39.872046, azimuth 194.340241, of which parallax is 0.0019.
    const place = { latitude: 39.742476, longitude: -105.1786 };
    const sun = solarPosition(Date.parse('2003-10-17T12:30:30-07:00'), place);
    expect(Math.abs(sun.elevation - 39.872046)).toBeLessThan(0.01);
    expect(Math.abs(sun.azimuth - 194.340241)).toBeLessThan(0.01);
    expect(Math.abs(sun.declination - -9.31434)).toBeLessThan(0.01);
  });

  it('agrees with the examples of Meeus', () => {
    // "Astronomical Algorithms", examples 25.a and 28.b: 1992 October 13, 0 h dynamical time, which is 59 s ahead of UTC.
    const sun = solarPosition(Date.parse('1992-10-12T23:59:01Z'), { latitude: 0, longitude: 0 });
    expect(Math.abs(sun.declination - -7.78507)).toBeLessThan(0.001);
    expect(Math.abs(sun.equationOfTime - (13 + 42.7 / 60))).toBeLessThan(0.02);
  });

  it('stands overhead at the equator at an equinox, and stays below the horizon in a polar night', () => {
    // Equinox of 2024: March 20, 03:06 UTC. Local apparent noon is then near 133 degrees east.
    const equinox = solarPosition(Date.parse('2024-03-20T03:06:00Z'), { latitude: 0, longitude: 135.36 });
    expect(Math.abs(equinox.declination)).toBeLessThan(0.005);
    expect(equinox.elevation).toBeGreaterThan(89.9);
    const hours = Array.from({ length: 24 }, (_, hour) => Date.UTC(2024, 11, 21, hour));
    const tromso = hours.map(
      (instant) => solarPosition(instant, { latitude: 69.65, longitude: 18.96 }).elevation,
    );
    // 90 - 69.65 - 23.44 at noon.
    expect(Math.max(...tromso)).toBeLessThan(-3);
    expect(Math.max(...tromso)).toBeGreaterThan(-3.2);
  });

  it('stands in the north at noon south of the tropics, and in the south north of them', () => {
    const noon = Date.parse('2024-06-21T12:00:00Z');
    expect(solarPosition(noon, { latitude: 50, longitude: 0 }).azimuth).toBeCloseTo(179, -1);
    const south = solarPosition(noon, { latitude: -34, longitude: 0 }).azimuth;
    expect(Math.min(south, 360 - south)).toBeLessThan(3);
  });
});
