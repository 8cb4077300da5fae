/**
 * How titles and artists are compared and addressed [R27, W17, W18]. One function each, used by import,
 * broadcast, database and browser alike. How a full title is written stands in a file of its own, since the
 * first visit needs nothing else.
 */

/**
 * `X feat. Y`, `X (ft. Y)`, `X featuring Y`; but not "Little Feat & Friends". Strangers name artists too, so a run of
 * space is read once, and nothing after the guest can undo a match.
 */
const GUESTS = /(?<!\s)\s+[([]?(?:feat\.?|ft\.?|featuring)\s+(?!(?:&|and|with)\s)\S.*$/isu;

/** The artist whose song it is: "X feat. Y" is X's. */
export function mainArtist(artist: string): string {
  return artist.replace(GUESTS, '');
}

/** Form in which artists are compared: that of the main one's name. */
export function foldArtist(artist: string): string {
  return foldText(mainArtist(artist));
}

/**
 * Form in which titles and names are compared: without case, compatibility forms, surrounding and doubled
 * space, and without what only dresses a letter. Marks that make another letter stay [W18].
 */
export function foldText(text: string): string {
  return undress(text).replaceAll('ς', 'σ').replace(/\s+/gu, ' ').trim().normalize('NFC');
}

/**
 * Page address of a full title or an artist: `Daft Punk - Da Funk` → `daft-punk-da-funk`. In NFC, never
 * empty.
 */
export function slugOf(text: string): string {
  const slug = transliterate(undress(text).replace(/(\p{sc=Cyrl})\p{M}+/gu, '$1'))
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .normalize('NFC');
  return slug === '' ? `t-${codePoints(text)}` : slug;
}

/**
 * A slug as somebody typed it, or as software on the way has normalised it, in the form that slugOf gives.
 */
export function writtenSlug(typed: string): string {
  return typed.trim().normalize('NFKD').toLowerCase().normalize('NFC');
}

/** Whether the slug is one that a title may have: its own, or that with a number behind it. */
export function isSlugOf(slug: string, text: string): boolean {
  const own = slugOf(text);
  return slug === own || (slug.startsWith(`${own}-`) && /^[1-9]\d*$/.test(slug.slice(own.length + 1)));
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

/** Joiners, and the stretched stroke of Arabic. */
const FILLERS = /\u200c|\u200d|\u0640/g;
/** Accents of Latin and Greek, niqqud, and marks that stand on no letter at all. */
const ACCENTS = /(^|[\p{sc=Latn}\p{sc=Grek}\p{sc=Hebr}]|[^\p{L}\p{M}])\p{M}+/gu;
/** Stress in Cyrillic, harakat in Arabic. */
const STRESS = /[\u0300\u0301\u064b-\u0652\u0656-\u0670\u06d6-\u06ed]/g;
/** ё is dressed with its dots, while ѓ and ќ are letters. */
const OWN_STRESS: Readonly<Record<string, RegExp>> = {
  е: /[\u0300\u0301\u0308]/g,
  г: /\u0300/g,
  к: /\u0300/g,
};

/** Lower case, decomposed, without what only dresses a letter. */
function undress(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(FILLERS, '')
    .replace(ACCENTS, '$1')
    .replace(
      /([\p{sc=Cyrl}\p{sc=Arab}])(\p{M}+)/gu,
      (_, letter: string, marks: string) => letter + marks.replace(OWN_STRESS[letter] ?? STRESS, ''),
    );
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
