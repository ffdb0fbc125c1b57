/**
 * The decoders of FFmpeg that the accepted formats need. All others, about 500, are closed to uploads: most of them read formats of
 * old games and cameras, and are rarely tested.
 */
const audioDecoders = [
  ...['aac', 'aac_latm', 'ac3', 'eac3', 'alac', 'flac', 'opus', 'vorbis', 'speex'],
  ...['mp1', 'mp1float', 'mp2', 'mp2float', 'mp3', 'mp3float'],
  ...['amrnb', 'amrwb', 'gsm', 'gsm_ms', 'adpcm_ms', 'adpcm_ima_wav', 'adpcm_ima_qt'],
  ...['pcm_alaw', 'pcm_mulaw', 'pcm_s8', 'pcm_u8', 'pcm_s16be', 'pcm_s16le', 'pcm_s24be', 'pcm_s24le'],
  ...['pcm_s32be', 'pcm_s32le', 'pcm_f32be', 'pcm_f32le', 'pcm_f64be', 'pcm_f64le'],
];
const videoDecoders = [
  ...[
    'h264',
    'hevc',
    'libdav1d',
    'av1',
    'vp8',
    'vp9',
    'mpeg4',
    'h263',
    'mjpeg',
    'prores',
    'dnxhd',
    'dvvideo',
  ],
  ...['mpeg1video', 'mpeg2video', 'msmpeg4v1', 'msmpeg4v2', 'msmpeg4', 'theora', 'vc1', 'wmv3', 'rawvideo'],
];

/** As the option `-codec_whitelist` takes it. */
export const codecWhitelist = [...audioDecoders, ...videoDecoders].join(',');
