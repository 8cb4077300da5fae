import { DEFAULT_STREAM } from '#src/contract/streams.ts';
import { InstallHint } from '#src/features/install/install-hint.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { PageHead } from '#src/page/head/page-head.tsx';
import { nowPlayingQuery } from '#src/page/on-air/now-playing.query.ts';
import type { PageAnswer, PageProps, PageRequest } from '#src/page/page-module.ts';
import { askAll } from '#src/page/wire/ask.ts';
import { Sections } from '#src/ui/section/sections.tsx';
import { appsQuery } from './apps.query.ts';
import { AppsSection } from './apps-section.tsx';
import { ListenHero } from './listen-hero.tsx';
import { PlayersSection } from './players-section.tsx';
import { WebPlayerSteps } from './web-player-steps.tsx';

async function loadOnServer({ ask }: PageRequest): Promise<PageAnswer> {
  await askAll(ask, [nowPlayingQuery, appsQuery]);
  return {};
}

export const load = import.meta.env.SSR ? loadOnServer : undefined;

/** Every way to listen [R47]. */
export function Page({ params }: PageProps) {
  const text = useText();
  const streamId = params.streamId ?? DEFAULT_STREAM;
  return (
    <>
      <PageHead title={text('listen.title')} description={text('listen.text')} />
      <ListenHero streamId={streamId} />
      <Sections>
        <AppsSection />
        <InstallHint />
        <WebPlayerSteps streamId={streamId} />
        <PlayersSection />
      </Sections>
    </>
  );
}
