import { statSync } from 'node:fs';
import { AV_LOG_QUIET } from 'node-av/constants';
import { Dictionary, FFmpegError, FormatContext, Log } from 'node-av/lib';
import { AudioSourceError } from './audio-source-error.ts';
import { endsBeforeIndex } from './container-claims.ts';

// Failures come back as codes; FFmpeg's own messages would only litter the terminal.
Log.setLevel(AV_LOG_QUIET);

/**
 * Containers of sound, without those that fetch other files, as playlists do, and those that accept any text.
 */
const FORMATS =
  'mp3,flac,ogg,wav,w64,aiff,caf,au,mov,matroska,asf,aac,ac3,eac3,ape,mpc,mpc8,wv,tta,dsf,amr,opus,mpegts';

/**
 * Decoders of sound. Looking at a file's streams decodes a piece of each: of a picture in the tags all of it,
 * in as much memory as its maker pleases, and of a film by any of FFmpeg's three hundred decoders.
 */
const DECODERS = [
  'mp3float,mp3,mp2float,mp2,mp1float,mp1,flac,vorbis,opus,libopus,aac,libfdk_aac,alac,ac3,eac3,ape,wmav1,wmav2,wmapro',
  'wmalossless,mpc7,mpc8,wavpack,tta,speex,libspeex,amrnb,amrwb,adpcm_ima_wav,adpcm_ms,adpcm_ima_qt,gsm_ms',
  'dsd_lsbf,dsd_msbf,dsd_lsbf_planar,dsd_msbf_planar,pcm_s8,pcm_u8,pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le',
  'pcm_s32be,pcm_f32le,pcm_f32be,pcm_f64le,pcm_f64be,pcm_alaw,pcm_mulaw,pcm_bluray,pcm_dvd',
].join();

/**
 * Opens a file and finds its streams; the caller closes what it gets.
 * @throws {AudioSourceError} `not-audio`, `cut-off`, `unreadable`, and the file system's errors
 */
export function openContainer(path: string): FormatContext {
  const format = new FormatContext();
  try {
    using limits = Dictionary.fromObject({
      format_whitelist: FORMATS,
      codec_whitelist: DECODERS,
      protocol_whitelist: 'file',
    });
    FFmpegError.throwIfError(format.openInputSync(path, null, limits), 'open');
    FFmpegError.throwIfError(format.findStreamInfoSync(), 'look at the streams');
    return format;
  } catch (error) {
    format.closeInputSync();
    throw error instanceof FFmpegError ? explain(error, path) : error;
  }
}

function explain(error: FFmpegError, path: string): AudioSourceError {
  if (error.isEACCES) {
    const message = 'cannot be opened: give the user that runs Onde the right to read it';
    return new AudioSourceError('unreadable', message, { cause: error });
  }
  if (error.isENOENT || error.isEIO) {
    return new AudioSourceError('unreadable', `cannot be opened (${error.message})`, { cause: error });
  }
  if (endsBeforeIndex(path)) {
    const message = 'was not copied to its end: copy it again from where it came';
    return new AudioSourceError('cut-off', message, { cause: error });
  }
  const isEmpty = statSync(path, { throwIfNoEntry: false })?.size === 0;
  const message = isEmpty
    ? 'is empty: copy it again from where it came'
    : 'cannot be read: it is not an audio file, or a part of it is missing';
  return new AudioSourceError('not-audio', message, { cause: error });
}
