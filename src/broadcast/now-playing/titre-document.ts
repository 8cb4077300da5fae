import {
  answerDocument,
  isAllowed,
  type StoredDocument,
  storedDocument,
} from '#src/broadcast/http/answer.ts';
import type { Exchange } from '#src/broadcast/http/exchange.ts';
import { ON_AIR_KEPT_SECONDS } from '#src/contract/limits.ts';
import type { NowPlayingBoard } from './now-playing-board.ts';

const HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': `public, max-age=${ON_AIR_KEPT_SECONDS}`,
};

/** `/titre.json`: written once a change, read by everybody's poll. */
export function createTitreDocument(board: NowPlayingBoard): (exchange: Exchange) => void {
  let document: StoredDocument | null = null;
  board.onChange(() => {
    document = null;
  });
  return (exchange) => {
    if (!isAllowed(exchange, ['GET', 'HEAD'])) return;
    document ??= storedDocument(JSON.stringify(board.list()), HEADERS);
    answerDocument(exchange, document);
  };
}
