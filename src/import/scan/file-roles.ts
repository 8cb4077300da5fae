import { extname } from 'node:path';

/** Endings of files among music that are no sound: pictures, playlists, texts, logs, checksums, archives. */
const OTHER = new Set(
  [
    '.jpg .jpeg .jpe .png .gif .webp .bmp .tif .tiff .svg .heic .avif .psd .ico .m3u .m3u8 .pls .xspf .wpl .asx .cue .toc',
    '.txt .nfo .log .md .rtf .pdf .doc .docx .odt .htm .html .url .webloc .lnk .desktop .xml .json .yaml .yml .ini .cfg',
    '.db .lrc .srt .sub .idx .sfv .md5 .sha1 .sha256 .ffp .accurip .par2 .zip .rar .7z .gz .tgz .tar .torrent .reapeaks .asd',
  ]
    .join(' ')
    .split(' '),
);

/** Endings that promise sound, whether Onde can read it or not: audio, and films with audio in them. */
const SOUND = new Set(
  [
    '.mp3 .mp2 .mp1 .mpga .flac .ogg .oga .opus .spx .m4a .m4b .m4p .m4r .aac .adts .wav .wave .w64 .rf64 .bwf .aif .aiff',
    '.aifc .caf .au .snd .wma .asf .ape .mpc .wv .tta .tak .ofr .shn .dsf .dff .dts .ac3 .eac3 .amr .awb .3gp .mka .ra .ram',
    '.mid .midi .kar .mod .xm .s3m .it .voc .aa .aax .alac .mp4 .m4v .mov .mkv .webm .avi .mpg .mpeg .wmv .flv .ogv .ts',
  ]
    .join(' ')
    .split(' '),
);

const COVER_NAMES = ['cover', 'front', 'folder'];
const COVER_ENDINGS = ['.jpg', '.jpeg', '.png', '.webp'];

/** Whether a file of this name is skipped in silence, unopened, where music is expected. */
export function isNoSound(name: string): boolean {
  return OTHER.has(extname(name).toLowerCase());
}

/** Whether it is a packed folder, as shops hand out albums: somebody may expect to hear it. */
export function isArchive(name: string): boolean {
  return /\.(zip|rar|7z|tar|tgz|tar\.gz)$/i.test(name);
}

/**
 * Whether the name promises sound. A file with an unknown ending is tried, and skipped when it holds none.
 */
export function promisesSound(name: string): boolean {
  return SOUND.has(extname(name).toLowerCase());
}

/** Returns the name in a folder that is the cover of its tracks; null without one. */
export function coverAmong(names: readonly string[]): string | null {
  const ranked = names.flatMap((name) => {
    const ending = extname(name).toLowerCase();
    const stem = COVER_NAMES.indexOf(name.slice(0, name.length - ending.length).toLowerCase());
    return stem >= 0 && COVER_ENDINGS.includes(ending)
      ? [{ name, rank: stem * 10 + COVER_ENDINGS.indexOf(ending) }]
      : [];
  });
  ranked.sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1));
  return ranked[0]?.name ?? null;
}

/** Whether a folder is one disc of an album, so that the album's cover is its cover. */
export function isDisc(folderName: string): boolean {
  return /^(cd|dis[ck]|disque|disco|volume|vol\.?)[ _-]*\d{1,2}$/i.test(folderName);
}
