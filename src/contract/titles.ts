/**
 * How titles are written, compared and addressed [R27, W17, W18]. One function each, used by import, broadcast,
 * database and browser alike.
 */
const SEPARATOR = ' - ';

/** `artist - title`; the title alone when the artist is unknown. */
export function fullTitle(artist: string, title: string): string {
  return artist === '' ? title : `${artist}${SEPARATOR}${title}`;
}

/** The artist is what stands before the first ` - `. */
export function splitFullTitle(full: string): { artist: string; title: string } {
  const at = full.indexOf(SEPARATOR);
  if (at < 0) return { artist: '', title: full.trim() };
  return { artist: full.slice(0, at).trim(), title: full.slice(at + SEPARATOR.length).trim() };
}

/** Form in which titles and artists are compared: without case, accents or surrounding and doubled space. */
export function foldText(text: string): string {
  return stripAccents(text).toLowerCase().replace(/\s+/gu, ' ').trim();
}

/** Page address of a full title or an artist: `Daft Punk - Da Funk` → `daft-punk-da-funk`. Never empty. */
export function slugOf(text: string): string {
  const slug = transliterate(stripAccents(text).toLowerCase())
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return slug === '' ? `t-${codePoints(text)}` : slug;
}

/** What a slug of signs alone stands for; null for any other. */
export function signsOfSlug(slug: string): string | null {
  if (!/^t(-[1-9a-f][0-9a-f]{0,4})+$/.test(slug)) return null;
  return String.fromCodePoint(
    ...slug
      .split('-')
      .slice(1)
      .map((point) => Number.parseInt(point, 16)),
  );
}

/** File name of a slug under /covers, /previews and /videos: hyphens become underscores. */
export function mediaSlug(slug: string): string {
  return slug.replaceAll('-', '_');
}

function stripAccents(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}+/gu, '');
}

const LETTERS: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  є: 'ie',
  і: 'i',
  ґ: 'g',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

function transliterate(text: string): string {
  return Array.from(text, (letter) => LETTERS[letter] ?? letter).join('');
}

/** Titles of signs alone (an emoji, "?!") still need an address of their own. */
function codePoints(text: string): string {
  const points = Array.from(text.trim(), (sign) => sign.codePointAt(0)?.toString(16) ?? '');
  return points.slice(0, 12).join('-') || '0';
}
