import { data, useNavigate, useParams } from 'react-router';
import type { Language } from '#src/contract/languages.ts';
import { FavoriteArtists } from '#src/features/favorites/favorite-artists.tsx';
import { FavoriteTracks } from '#src/features/favorites/favorite-tracks.tsx';
import { memberPageQuery } from '#src/features/favorites/user-favorites.query.ts';
import { useText } from '#src/i18n/use-text.ts';
import { languageOfAddress } from '#src/page/address/address-rules.ts';
import { loadPageTexts } from '#src/page/address/load-page-texts.ts';
import type { PageHandle } from '#src/page/address/page-handle.ts';
import { PageHead } from '#src/page/head/page-head.tsx';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { pageServices } from '#src/page/page-services.ts';
import { browserQueryClient } from '#src/page/wire/query-client.ts';
import { Band } from '#src/ui/band/band.tsx';
import { Button } from '#src/ui/button/button.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import type { Route } from './+types/member-page';
import { type FoundMember, findMember, type MemberPageProblem } from './find-member.ts';
import { JoinInvitation } from './join-invitation.tsx';
import { MemberHero } from './member-hero.tsx';
import styles from './member-page.module.css';

export const handle: PageHandle = { texts: ['members'] };

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const services = context.get(pageServices);
  const language = languageOf(request);
  const found = await findMember(params.pseudo, (pseudo) =>
    memberPageQuery(pseudo, language).onServer(services),
  );
  return data(pageData(found), { status: found.status });
}

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const language = languageOf(request);
  const [found] = await Promise.all([
    findMember(params.pseudo, (pseudo) =>
      browserQueryClient.fetchQuery({ ...memberPageQuery(pseudo, language), staleTime: 0 }),
    ),
    loadPageTexts(request, ['members']),
  ]);
  return pageData(found);
}

/** The artists and tracks that a member loves, for anyone to see [A48]. */
export default function MemberPage({ loaderData }: Route.ComponentProps) {
  const text = useText();
  const { name } = useStation();
  const { member, problem, status, nowMs } = loaderData;
  if (problem !== null) return <ProblemPage problem={problem} canRetry={status !== 404} />;
  const { pseudo } = member.user;
  return (
    <>
      <PageHead
        title={text('members.lovepuls.title', { pseudo, name })}
        description={text('members.lovepuls.text', { pseudo, name })}
      />
      <MemberHero member={member} />
      <div className={styles.page}>
        {member.favorite_artists.length > 0 && <FavoriteArtists artists={member.favorite_artists} />}
        <FavoriteTracks tracks={member.favorites} streamId={member.favorite_stream_id} nowMs={nowMs} />
        <JoinInvitation />
      </div>
    </>
  );
}

const WORDS = {
  missing: 'members.lovepuls.missing',
  'not-found': 'members.lovepuls.not-found',
  error: 'members.lovepuls.error',
} as const;

function ProblemPage({ problem, canRetry }: { problem: MemberPageProblem; canRetry: boolean }) {
  const text = useText();
  const { pseudo } = useParams();
  const navigate = useNavigate();
  const words = text(WORDS[problem]);
  return (
    <>
      <PageHead title={words} isIndexed={false} />
      <Band title={pseudo?.trim() ? `@${pseudo.trim()}` : text('members.lovepuls.page')} />
      <div className={styles.page}>
        <Notice
          title={words}
          action={
            canRetry && (
              <Button look="line" onClick={() => navigate('.', { replace: true })}>
                <Icon name="again" size={18} />
                {text('frame.retry')}
              </Button>
            )
          }
        />
      </div>
    </>
  );
}

/** `pageStream` gives the page its colour (`page-stream.ts`). */
function pageData(found: FoundMember) {
  return { ...found, pageStream: found.member?.favorite_stream_id ?? null, nowMs: Date.now() };
}

function languageOf(request: Request): Language {
  return languageOfAddress(new URL(request.url));
}
