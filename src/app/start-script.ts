/** What is painted is told once it is there to be seen; a page in the background paints nothing. */
const SHOWN =
  'await new Promise((go)=>{const shown=()=>new PerformanceObserver(()=>setTimeout(go)).observe({type:"paint",buffered:true});if(document.readyState==="complete")shown();addEventListener("load",shown);setTimeout(go,1000)});';

/** While the radio is out of reach the page can be read and heard; it is asked again so often. */
const ASK_AGAIN_MS = 2_000;

/**
 * The text of the module that starts a page: leaves the line to what is seen, and asks for all scripts at once when that
 * is there, or a second after the document. The links tell the loader of scripts that these are under way. Those
 * that got lost on the way are asked for again [R126]. What is pressed until then is heard all the same (`features/player/early-play.ts`, `early-presses.ts`). See docs/decisions/013.
 * @param scripts addresses; the first is the entry's
 */
export function startScript(scripts: readonly string[]): string {
  return `${SHOWN}for(const script of ${JSON.stringify(scripts)}){const link=document.createElement("link");link.rel="modulepreload";link.href=script;document.head.append(link);const load=()=>import(script).catch(()=>setTimeout(load,${ASK_AGAIN_MS}));load()}`;
}
