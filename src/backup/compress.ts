import { constants, createZstdCompress } from 'node:zlib';

/**
 * Fast rather than small: the disk or the network is slower. Each piece is compressed before the next one is asked for:
 * Node ends the frame with a piece behind which it knows of the end already, and then once more, which writes an empty
 * frame. Where that lies across two of the pieces that are read, Node gives up before the last one, and a whole backup
 * seems cut short.
 */
const COMPRESSION = {
  params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
  writableHighWaterMark: 1,
};

/** Compresses what a pipeline passes through it. */
export function compress() {
  return createZstdCompress(COMPRESSION);
}
