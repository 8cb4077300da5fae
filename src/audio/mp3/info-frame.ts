import { type FrameHeader, HEADER_BYTES } from './frame-header.ts';

/**
 * Whether the frame at `offset` carries an encoder's table of contents (Xing, Info or VBRI) and no music. Layout:
 * gabriel.mp3-tech.org/mp3infotag.html; the VBRI mark always stands 32 bytes behind the header.
 */
export function isInfoFrame(bytes: Uint8Array, offset: number, header: FrameHeader): boolean {
  if (header.layer !== 3) return false;
  const checksumBytes = header.hasChecksum ? 2 : 0;
  const xingAt = offset + HEADER_BYTES + sideInfoBytes(header);
  return (
    [xingAt, xingAt + checksumBytes].some((at) => ['Xing', 'Info'].includes(fourLetters(bytes, at))) ||
    fourLetters(bytes, offset + HEADER_BYTES + 32) === 'VBRI'
  );
}

/** Bytes of layer III side information, ISO/IEC 11172-3 §2.4.1.7. */
function sideInfoBytes(header: FrameHeader): number {
  const isMono = header.channelMode === 'mono';
  if (header.version === 1) return isMono ? 17 : 32;
  return isMono ? 9 : 17;
}

function fourLetters(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}
