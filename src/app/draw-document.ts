import { text } from 'node:stream/consumers';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { prerenderToNodeStream } from 'react-dom/static';

const DOCTYPE = '<!DOCTYPE html>';
/** Where React leaves a part to the browser. No text of a page holds it: each `<` in one is escaped. */
const LEFT_OUT = /<!--\$[!?]-->/;

interface DrawnDocument {
  readonly body: string;
  /** Whether a part of it failed, which has been logged then. */
  readonly hasFailed: boolean;
}

/**
 * Draws a document whole. At once where all parts are at hand, as they are but for the first time: a stream costs a
 * third more, since each piece of it is encoded by itself. What has to be waited for, and what fails, is drawn again
 * as a stream, which waits, and says what failed.
 * @param make the document anew each time
 * @throws what the document throws outside of its small parts
 */
export async function drawDocument(make: () => ReactElement): Promise<DrawnDocument> {
  const body = drawAtOnce(make());
  return body === null ? drawInTime(make()) : { body, hasFailed: false };
}

function drawAtOnce(document: ReactElement): string | null {
  try {
    const drawn = renderToString(document);
    return LEFT_OUT.test(drawn) ? null : DOCTYPE + drawn;
  } catch {
    return null;
  }
}

async function drawInTime(document: ReactElement): Promise<DrawnDocument> {
  let hasFailed = false;
  const { prelude } = await prerenderToNodeStream(document, {
    // However much there is, no part is put aside for a script to bring into its place.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError(error) {
      hasFailed = true;
      console.error(error);
    },
  });
  return { body: await text(prelude), hasFailed };
}
