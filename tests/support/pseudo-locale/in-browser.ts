import type { BrowserContext } from 'playwright-core';
import * as z from 'zod';
import type { CompiledTexts } from '#src/i18n/compile-catalogue.ts';
import { pseudoTexts } from './pseudo-texts.ts';

const textsModuleSchema = z.object({
  default: z.custom<CompiledTexts>((texts) => typeof texts === 'object'),
});

/** The English that this browser fetches is the pseudo-locale. */
export async function speakPseudo(context: BrowserContext): Promise<void> {
  // By address: pages that are opened later have the same scripts.
  const spoken = new Map<string, string>();
  await context.route(/\/assets\/en-[^/]*\.js$/, async (route) => {
    const address = route.request().url();
    const known = spoken.get(address);
    if (known !== undefined) return route.fulfill({ contentType: 'text/javascript', body: known });
    const response = await route.fetch();
    // The page asks again for what a busy radio has not given out.
    if (!response.ok()) return route.fulfill({ response });
    const source = Buffer.from(await response.text()).toString('base64');
    const module = textsModuleSchema.parse(
      await import(/* @vite-ignore */ `data:text/javascript;base64,${source}`),
    );
    const body = `export default ${JSON.stringify(pseudoTexts(module.default))}`;
    spoken.set(address, body);
    await route.fulfill({ response, body });
  });
}
