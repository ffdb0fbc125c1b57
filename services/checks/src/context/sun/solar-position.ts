/** Where the sun stands, seen from a place. */
export interface SolarPosition {
  /** Degrees above the horizon of the centre of the sun, without refraction. */
  readonly elevation: number;
  /** Degrees clockwise from true north, 0 to 360. */
  readonly azimuth: number;
  /** Degrees north of the celestial equator. */
  readonly declination: number;
  /** Apparent minus mean solar time, in minutes. */
  readonly equationOfTime: number;
}

export interface Place {
  /** Degrees, north positive. */
  readonly latitude: number;
  /** Degrees, east positive. */
  readonly longitude: number;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;
const sine = (angle: number): number => Math.sin(radians(angle));
const cosine = (angle: number): number => Math.cos(radians(angle));
const modulo = (value: number, by: number): number => ((value % by) + by) % by;

/**
 * The position of the sun by the equations of the NOAA Solar Calculator, which are those of low accuracy of J. Meeus,
 * "Astronomical Algorithms" (2nd ed. 1998), chapters 25 and 28: within 0.01 degrees from 1800 to 2100, and less exact within a
 * hundredth of a degree of the zenith, where there is no azimuth.
 * @param instant milliseconds since 1970 in UTC, which differs from dynamical time by about a minute: 0.001 degrees
 */
export function solarPosition(instant: number, { latitude, longitude }: Place): SolarPosition {
  const { declination, equationOfTime } = apparentSun(instant);
  const minutesOfDay = modulo(instant / 60_000, 1_440);
  const trueSolarMinutes = modulo(minutesOfDay + equationOfTime + 4 * longitude, 1_440);
  const hourAngle = trueSolarMinutes / 4 - 180;
  const east = -cosine(declination) * sine(hourAngle);
  const north =
    sine(declination) * cosine(latitude) - cosine(declination) * cosine(hourAngle) * sine(latitude);
  const up = sine(declination) * sine(latitude) + cosine(declination) * cosine(hourAngle) * cosine(latitude);
  return {
    elevation: degrees(Math.atan2(up, Math.hypot(east, north))),
    azimuth: modulo(degrees(Math.atan2(east, north)), 360),
    declination,
    equationOfTime,
  };
}

function apparentSun(instant: number): Pick<SolarPosition, 'declination' | 'equationOfTime'> {
  const julianDay = instant / 86_400_000 + 2_440_587.5;
  const century = (julianDay - 2_451_545) / 36_525;
  const meanLongitude = modulo(280.46646 + century * (36_000.76983 + century * 0.0003032), 360);
  const anomaly = 357.52911 + century * (35_999.05029 - 0.0001537 * century);
  const eccentricity = 0.016708634 - century * (0.000042037 + 0.0000001267 * century);
  const centre =
    sine(anomaly) * (1.914602 - century * (0.004817 + 0.000014 * century)) +
    sine(2 * anomaly) * (0.019993 - 0.000101 * century) +
    sine(3 * anomaly) * 0.000289;
  const node = 125.04 - 1_934.136 * century;
  const apparentLongitude = meanLongitude + centre - 0.00569 - 0.00478 * sine(node);
  const meanObliquity =
    23 + (26 + (21.448 - century * (46.815 + century * (0.00059 - century * 0.001813))) / 60) / 60;
  const obliquity = meanObliquity + 0.00256 * cosine(node);
  const y = Math.tan(radians(obliquity / 2)) ** 2;
  const equation =
    y * sine(2 * meanLongitude) -
    2 * eccentricity * sine(anomaly) +
    4 * eccentricity * y * sine(anomaly) * cosine(2 * meanLongitude) -
    0.5 * y * y * sine(4 * meanLongitude) -
    1.25 * eccentricity * eccentricity * sine(2 * anomaly);
  return {
    declination: degrees(Math.asin(sine(obliquity) * sine(apparentLongitude))),
    equationOfTime: 4 * degrees(equation),
  };
}
