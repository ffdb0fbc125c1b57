import { cleanText, numberOf, textOf } from '../decoder/probe-media.ts';
import type { TrackFields } from '../decoder/probe-media.ts';

/** When a video was made, as its container says. */
export interface CreationTime {
  /** ISO 8601 in UTC. */
  readonly createdAt?: string;
  /** Only `offset`: the time was stated with its UTC offset. Other times are UTC if the program kept to the standard. */
  readonly createdAtBasis?: 'offset';
}

/** Seconds from 1904 count in these containers; a clock that was never set gives its beginning, or that of Unix. */
const firstPlausibleYear = 1971;

/** `2020-11-20 15:04:02+01:00` as recorded, else `2020-11-20 14:04:36 UTC` of the header. */
export function creationTime(general: TrackFields): CreationTime {
  const recorded = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(?:\.\d+)?([+-]\d{2}):?(\d{2})$/u.exec(
    textOf(general, 'Recorded_Date') ?? '',
  );
  const [, day = '', clock = '', hours = '', minutes = ''] = recorded ?? [];
  const stated = instant(`${day}T${clock}${hours}:${minutes}`);
  if (recorded !== null && stated !== undefined) return { createdAt: stated, createdAtBasis: 'offset' };
  const encoded = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.\d+)? UTC/u.exec(
    textOf(general, 'Encoded_Date') ?? '',
  );
  const createdAt = encoded === null ? undefined : instant(`${encoded[1] ?? ''}T${encoded[2] ?? ''}Z`);
  return createdAt === undefined ? {} : { createdAt };
}

function instant(text: string): string | undefined {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) || time.getUTCFullYear() < firstPlausibleYear
    ? undefined
    : time.toISOString();
}

/** Degrees, of `48.8577°N 2.295°E 35m` or of ISO 6709, `+48.8577+002.2950+035.000/`. */
export function positionOf(general: TrackFields): { readonly lat: number; readonly lng: number } | undefined {
  const text = textOf(general, 'Recorded_Location') ?? '';
  const spoken = /^(\d+(?:\.\d+)?)\D?([NS])\s+(\d+(?:\.\d+)?)\D?([EW])/u.exec(text.replaceAll('°', ''));
  const iso = /^([+-]\d{1,2}(?:\.\d+)?)([+-]\d{1,3}(?:\.\d+)?)/u.exec(text);
  const lat = spoken === null ? Number(iso?.[1]) : Number(spoken[1]) * (spoken[2] === 'S' ? -1 : 1);
  const lng = spoken === null ? Number(iso?.[2]) : Number(spoken[3]) * (spoken[4] === 'W' ? -1 : 1);
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : undefined;
}

/** Make and model, the make once. */
export function deviceOf(general: TrackFields): string | undefined {
  const make = textOf(general, 'Encoded_Hardware_CompanyName');
  const model = textOf(general, 'Encoded_Hardware_Model') ?? textOf(general, 'Encoded_Hardware_Name');
  if (make === undefined || model === undefined) return model ?? make;
  return model.toLowerCase().startsWith(make.toLowerCase()) ? model : `${make} ${model}`;
}

/** The brands of an ISO base media file, `webm` or `matroska` for those; none of an AVI file, which has no such thing. */
export function brandsOf(general: TrackFields): {
  readonly containerBrand?: string;
  readonly compatibleBrands?: readonly string[];
} {
  const format = textOf(general, 'Format') ?? '';
  if (['WebM', 'Matroska'].includes(format)) return { containerBrand: format.toLowerCase() };
  const containerBrand = textOf(general, 'CodecID');
  if (format !== 'MPEG-4' || containerBrand === undefined) return {};
  const compatible = (textOf(general, 'CodecID_Compatible') ?? '').split('/').map(cleanText);
  return { containerBrand, compatibleBrands: compatible.filter((brand) => brand !== undefined) };
}

/** Degrees clockwise by which a player turns the picture; 0, 90, 180 or 270 with all but broken files. */
export function rotationOf(video: TrackFields | undefined): number {
  return numberOf(video, 'Rotation') ?? 0;
}
