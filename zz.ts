import { openBrowser } from './tests/support/open-browser.ts';
const browser = await openBrowser();
const O = 'http://localhost:8312';
for (const [name, path, w] of [['pod','/fr/dance/page-podcast.html',1440],['pod-s','/fr/dance/page-podcast.html',360],['grid','/fr/dance/page-grille.html',1440],['grid-s','/nl/dance/page-grille.html',360],['home','/fr/dance/',1440]] as const) {
  const c = await browser.newContext({ viewport: { width: w, height: 900 }, locale: 'fr' });
  const p = await c.newPage();
  p.on('pageerror', (e) => console.log(name, 'ERR', e.message)); p.on('console', (m) => m.type() === 'error' && console.log(name, m.text()));
  await p.goto(O + path); await p.waitForTimeout(2500);
  console.log(name, await p.evaluate(() => [document.documentElement.scrollWidth, innerWidth]));
  await p.screenshot({ path: `/tmp/adv-${name}.png`, fullPage: true });
  await c.close();
}
await browser.close();
