import { numberOf, textOf } from './probe-media.ts';
import type { TrackFields } from './probe-media.ts';

/** By MediaInfo's names, those of FFmpeg, which people and other tools know. */
const names: Readonly<Record<string, string>> = {
  AVC: 'h264',
  HEVC: 'hevc',
  VP8: 'vp8',
  VP9: 'vp9',
  AV1: 'av1',
  'MPEG-4 Visual': 'mpeg4',
  'H.263': 'h263',
  JPEG: 'mjpeg',
  ProRes: 'prores',
  'Sorenson Spark': 'flv1',
  'VC-1': 'vc1',
  AAC: 'aac',
  Vorbis: 'vorbis',
  Opus: 'opus',
  FLAC: 'flac',
  ALAC: 'alac',
  'AC-3': 'ac3',
  'E-AC-3': 'eac3',
  DTS: 'dts',
  AMR: 'amr',
  Speex: 'speex',
  Theora: 'theora',
};

/** Telephone codecs by their tags in WAV and AVI (registered WAVE formats, hexadecimal) and in QuickTime. */
const namesByTag: Readonly<Record<string, string>> = {
  '2': 'adpcm_ms',
  '6': 'pcm_alaw',
  '7': 'pcm_mulaw',
  '11': 'adpcm_ima_wav',
  '31': 'gsm_ms',
  alaw: 'pcm_alaw',
  ulaw: 'pcm_mulaw',
  ima4: 'adpcm_ima_qt',
};
/** MediaInfo names these formats, of which the tag names the kind. */
const taggedFormats = /^(?:ADPCM|PCM|GSM)/u;

/** The name of the codec of a stream: a known short one such as `h264`, else what MediaInfo calls it in lower case. */
export function codecName(track: TrackFields): string | undefined {
  const format = textOf(track, 'Format');
  if (format === undefined) return undefined;
  const tagged = namesByTag[textOf(track, 'CodecID')?.toLowerCase() ?? ''];
  if (tagged !== undefined && taggedFormats.test(format)) return tagged;
  if (format === 'PCM') return pcmName(track);
  if (format === 'MPEG Audio') return `mp${/\d/u.exec(textOf(track, 'Format_Profile') ?? '')?.[0] ?? '3'}`;
  if (format === 'MPEG Video')
    return `mpeg${/\d/u.exec(textOf(track, 'Format_Version') ?? '')?.[0] ?? '2'}video`;
  if (format === 'AMR' && textOf(track, 'Format_Profile')?.startsWith('Wide') === true) return 'amr_wb';
  return Object.hasOwn(names, format) ? names[format] : format.toLowerCase().replaceAll(/[^a-z0-9]+/gu, '_');
}

/** Such as `pcm_s16le`. */
function pcmName(track: TrackFields): string {
  const bits = numberOf(track, 'BitDepth') ?? 16;
  const sign = textOf(track, 'Format_Settings_Sign');
  const isFloat = sign === 'Float' || textOf(track, 'Format_Profile') === 'Float';
  const kind = isFloat ? 'f' : sign === 'Unsigned' || bits <= 8 ? 'u' : 's';
  if (bits <= 8) return `pcm_${kind}8`;
  const order = textOf(track, 'Format_Settings_Endianness') === 'Big' ? 'be' : 'le';
  return `pcm_${kind}${String(bits)}${order}`;
}
