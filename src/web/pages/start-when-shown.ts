const PRELOAD = /<link rel="modulepreload" href="(\/assets\/libraries-[\w.-]+\.js)"\/>/g;
const START = /(<script(?: nonce="[\w-]+")? type="module" async="">)([^<]*)(<\/script>)/;
const IMPORT = /^import (?:\* as (\w+) from )?("\/assets\/[\w.-]+\.js");$/gm;

/**
 * Leaves the line to what is seen. The router's page asks for its libraries in its head, beside the fonts and the cover;
 * here they are asked for, with all other scripts at once, when those are there, or a second after the document. What is
 * pressed until then is heard all the same (`features/player/early-play.ts`). See docs/decisions/013.
 */
export function startWhenShown(html: string): string {
  const preloaded = Array.from(html.matchAll(PRELOAD), ([, path]) => path);
  let isDeferred = false;
  const deferred = html.replace(START, (whole, open: string, code: string, close: string) => {
    const modules = Array.from(code.matchAll(IMPORT), ([, name = '', path = '']) => ({ name, path }));
    const rest = code.replace(IMPORT, '').trim();
    if (modules.length === 0 || /^import[ "]/m.test(rest)) return whole;
    isDeferred = true;
    const names = modules.map(({ name }) => name).join(',');
    const imports = [
      ...modules.map(({ path }) => path),
      ...preloaded.map((path) => JSON.stringify(path)),
    ].map((path) => `import(${path})`);
    return `${open}${SHOWN}
const [${names}]=await Promise.all([${imports.join(',')}]);
${rest}${close}`;
  });
  return isDeferred ? deferred.replace(PRELOAD, '') : html;
}

/** The frame after `load` is drawn by the time its task runs; a page in the background draws none. */
const SHOWN =
  'await new Promise((go)=>{const shown=()=>{requestAnimationFrame(()=>setTimeout(go))};if(document.readyState==="complete")shown();addEventListener("load",shown);setTimeout(go,1000)});';
