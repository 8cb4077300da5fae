/** The frame after `load` is drawn by the time its task runs; a page in the background draws none. */
const SHOWN =
  'await new Promise((go)=>{const shown=()=>{requestAnimationFrame(()=>setTimeout(go))};if(document.readyState==="complete")shown();addEventListener("load",shown);setTimeout(go,1000)});';

/**
 * The text of the module that starts a page: leaves the line to what is seen, and asks for all scripts at once when that
 * is there, or a second after the document. What is pressed until then is heard all the same
 * (`features/player/early-play.ts`, `early-presses.ts`). See docs/decisions/013.
 * @param scripts addresses; the first is the entry's
 */
export function startScript(scripts: readonly string[]): string {
  return `${SHOWN}for(const script of ${JSON.stringify(scripts)})import(script)`;
}
