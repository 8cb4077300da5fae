import { describe, expect, it } from 'vitest';
import { startWhenShown } from './start-when-shown.ts';

const link = (name: string) => `<link rel="modulepreload" href="/assets/${name}.js"/>`;
const script = (code: string) => `<script nonce="a-1" type="module" async="">${code}</script>`;
const codeOf = (html: string) => /async="">([\s\S]*)<\/script>/.exec(html)?.[1] ?? '';

describe('startWhenShown', () => {
  it('imports all scripts at once, the libraries too, when the page has loaded', () => {
    const code = codeOf(
      startWhenShown(
        link('core-1') +
          link('libraries-2_b') +
          script(
            'import "/assets/manifest-3.js";\nimport * as route0 from "/assets/root-4.js";\nwindow.routes = {"root":route0};\nimport("/assets/entry-5.js");',
          ),
      ),
    );
    expect(code).toMatch(/^await new Promise\(.*addEventListener\("load",/);
    expect(code).toContain(
      'const [,route0]=await Promise.all([import("/assets/manifest-3.js"),import("/assets/root-4.js"),import("/assets/libraries-2_b.js")]);\nwindow.routes = {"root":route0};\nimport("/assets/entry-5.js");',
    );
  });

  it('lets the libraries alone wait for that: what is small is there by then', () => {
    const html = startWhenShown(`${link('core-1')}${link('libraries-2')}${script('import "/assets/a.js";')}`);
    expect(html).toContain(link('core-1'));
    expect(html).not.toContain(link('libraries-2'));
  });

  it('leaves a page alone whose scripts start otherwise', () => {
    for (const code of ['start();', 'import { a } from "/assets/a.js";\nimport "/assets/b.js";']) {
      const html = `${link('libraries-2')}${script(code)}`;
      expect(startWhenShown(html)).toBe(html);
    }
  });
});
