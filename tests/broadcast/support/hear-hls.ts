import { AV_LOG_QUIET } from 'node-av/constants';
import { Dictionary, FFmpegError, FormatContext, Log, Packet } from 'node-av/lib';

Log.setLevel(AV_LOG_QUIET);

/** What FFmpeg heard: MP3 frames, and the time of each by the timestamps of the segments, in ticks of 90 kHz. */
export interface HeardHls {
  frames: Buffer[];
  ticks: bigint[];
}

/** Listens to a live playlist with FFmpeg's own client until it has so many frames. */
export async function hearHls(url: string, frames: number): Promise<HeardHls> {
  const format = new FormatContext();
  const heard: HeardHls = { frames: [], ticks: [] };
  try {
    using limits = Dictionary.fromObject({ protocol_whitelist: 'http,tcp' });
    FFmpegError.throwIfError(await format.openInput(url, null, limits), 'open');
    using packet = new Packet();
    packet.alloc();
    while (heard.frames.length < frames) {
      FFmpegError.throwIfError(await format.readFrame(packet), 'read');
      if (packet.data) heard.frames.push(Buffer.from(packet.data));
      heard.ticks.push(packet.pts);
      packet.unref();
    }
    return heard;
  } finally {
    await format.closeInput();
  }
}
