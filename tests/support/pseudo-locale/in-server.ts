import { registerHooks } from 'node:module';

/**
 * Imported before the program: its English is the pseudo-locale from then on, on the pages that it renders and in what
 * it answers.
 */
const PSEUDO = new URL('pseudo-texts.ts', import.meta.url).href;
const PAGE_TEXTS = /\/build\/\w+\/server\/assets\/en-[^/]*\.js$/;
const SERVER_TEXTS = /\/src\/i18n\/compile-catalogue\.ts$/;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const text = String(loaded.source ?? '');
    if (PAGE_TEXTS.test(url)) {
      const source = text.replace(
        /export \{ (\w+) as default \};?/,
        `${importAs()}export default $pseudo($1);`,
      );
      return { ...loaded, source };
    }
    if (SERVER_TEXTS.test(url)) {
      const source = text.replace('export function compileArea(', `${importAs()}function plainArea(`);
      return { ...loaded, source: `${source}\n${COMPILE_AREA}` };
    }
    return loaded;
  },
});

const COMPILE_AREA =
  "export function compileArea(area: Area, language: Language) { const texts = plainArea(area, language); return language === 'en' ? $pseudo(texts) : texts; }";

function importAs(): string {
  return `import { pseudoTexts as $pseudo } from '${PSEUDO}';\n`;
}
