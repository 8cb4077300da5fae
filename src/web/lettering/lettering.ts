import type { OverlayOptions } from 'sharp';
import { escapeXml } from '#src/contract/escape-xml.ts';
import { FontCase } from './font-case.ts';
import { familiesFor } from './typefaces.ts';

type Sharp = typeof import('sharp').default;

/** How a line of words shall look. Lengths in pixels. */
export interface Hand {
  readonly face: 'Unbounded' | 'Onest';
  readonly weight: number;
  /** `#rrggbb` */
  readonly colour: string;
  /** From the largest to the smallest; the first that fits is taken. */
  readonly sizes: readonly number[];
  readonly width: number;
  readonly height: number;
}

/** Written words as a picture without a ground. */
export interface Lettered {
  readonly pixels: Pick<OverlayOptions, 'input' | 'raw'>;
  readonly width: number;
  readonly height: number;
  /** Whether it is read from right to left, and stands at the right. */
  readonly isRightToLeft: boolean;
}

/** So many signs are looked at: more fit on no picture. */
const SIGNS_MAX = 160;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const LETTER = /[\p{L}\p{N}]/u;
/** The families of these scripts have no blacker weight, and a light one for what they have not. */
const WEIGHT_MAX_OF_SOME = 700;
const OF_SOME = /[\p{Script=Greek}\p{Script=Hebrew}]/u;
/** Lines of large type stand close. */
const LEADING = -0.06;

/** Writes words in whatever script, with letters that the program brings along. */
export class Lettering {
  readonly #fonts: FontCase;

  /** @param fontsFolder for the unpacked letters; it stays while the process runs */
  constructor(fontsFolder: string) {
    this.#fonts = new FontCase(fontsFolder);
  }

  /**
   * Writes a text as large as it fits; what is too long ends in an ellipsis. Null when a letter of it can be
   * written in no font at hand, or nothing is left to write: a text with holes, or with boxes, is worse than
   * none.
   * @throws {LettersUnavailable}
   */
  async write(sharp: Sharp, text: string, hand: Hand): Promise<Lettered | null> {
    const families = familiesFor(text, hand.face);
    const clean = text
      .normalize('NFC')
      .replace(/[\p{Cc}\p{Co}\p{Cn}\s]+/gu, ' ')
      .trim();
    const all = Array.from(new Intl.Segmenter().segment(clean), ({ segment }) => segment);
    const asked = all.slice(0, SIGNS_MAX).join('');
    const laid = await this.#fonts.lay(sharp, `${asked}…`, families);
    const missing = Array.from(new Intl.Segmenter().segment(asked)).filter((_, at) => laid[at] === null);
    if (missing.some(({ segment }) => LETTER.test(segment))) return null;
    const signs = laid.slice(0, -1).filter((sign) => sign !== null);
    const written = signs.join('').replace(/ {2,}/g, ' ').trim();
    if (written === '') return null;
    const isRightToLeft = RIGHT_TO_LEFT.test(firstLetter(written));
    const draw = (words: string, size: number, wrap: 'word' | 'word-char') =>
      drawWords(sharp, words, { hand, families, size, wrap, isRightToLeft });
    const isWhole = all.length <= SIGNS_MAX;
    const whole = isWhole ? written : `${written}…`;
    for (const size of hand.sizes) {
      const drawn = await draw(whole, size, 'word');
      if (fits(drawn, hand)) return drawn;
    }
    const smallest = hand.sizes.at(-1) ?? 1;
    const broken = await draw(whole, smallest, 'word-char');
    if (fits(broken, hand)) return broken;
    return await longest(signs, (words) => draw(words, smallest, 'word-char'), hand);
  }
}

/** The longest beginning that fits, with an ellipsis: after a whole word where one is near. */
async function longest(
  signs: readonly string[],
  draw: (words: string) => Promise<Lettered>,
  hand: Hand,
): Promise<Lettered> {
  let least = 1;
  let most = signs.length;
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(await draw(beginning(signs, middle)), hand)) least = middle;
    else most = middle - 1;
  }
  return await draw(beginning(signs, least));
}

function beginning(signs: readonly string[], count: number): string {
  const words = signs.slice(0, count).join('');
  const space = words.lastIndexOf(' ');
  const cut = count < signs.length && signs[count] !== ' ' && space > words.length * 0.7 ? space : undefined;
  return `${words.slice(0, cut).replace(/[\s,.;:–—-]+$/u, '')}…`;
}

function fits({ width, height }: Lettered, hand: Hand): boolean {
  return width <= hand.width && height <= hand.height;
}

async function drawWords(
  sharp: Sharp,
  words: string,
  options: {
    hand: Hand;
    families: readonly string[];
    size: number;
    wrap: 'word' | 'word-char';
    isRightToLeft: boolean;
  },
): Promise<Lettered> {
  const { hand, families, size, wrap, isRightToLeft } = options;
  const weight = OF_SOME.test(words) ? Math.min(hand.weight, WEIGHT_MAX_OF_SOME) : hand.weight;
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${hand.colour}" font_weight="${weight}" insert_hyphens="false">${breakable(escapeXml(words))}</span>`,
      font: `${families.join(', ')}, ${size}px`,
      width: hand.width,
      wrap,
      align: isRightToLeft ? 'right' : 'left',
      spacing: Math.round(size * LEADING),
      dpi: 72,
      rgba: true,
    },
  })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { pixels: { input: data, raw: { width, height, channels } }, width, height, isRightToLeft };
}

function firstLetter(text: string): string {
  return text.match(/\p{L}/u)?.[0] ?? '';
}

/** A username has no spaces, and a hyphen would be part of it: it breaks after its low lines, unmarked. */
function breakable(markup: string): string {
  return markup.replaceAll('_', '_\u200b');
}
