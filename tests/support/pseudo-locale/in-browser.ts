import type { BrowserContext } from 'playwright-core';
import * as z from 'zod';
import type { CompiledTexts } from '#src/i18n/compile-catalogue.ts';
import { pseudoTexts } from './pseudo-texts.ts';

const textsModuleSchema = z.object({
  default: z.custom<CompiledTexts>((texts) => typeof texts === 'object'),
});

/** The English that this browser fetches is the pseudo-locale. */
export async function speakPseudo(context: BrowserContext): Promise<void> {
  await context.route(/\/assets\/en-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    // The page asks again for what a busy radio has not given out.
    if (!response.ok()) return route.fulfill({ response });
    const source = Buffer.from(await response.text()).toString('base64');
    const module = textsModuleSchema.parse(
      await import(/* @vite-ignore */ `data:text/javascript;base64,${source}`),
    );
    const texts = JSON.stringify(pseudoTexts(module.default));
    await route.fulfill({ response, body: `export default ${texts}` });
  });
}
