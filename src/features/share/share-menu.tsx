import { Suspense } from 'react';
import { useText } from '#src/i18n/use-text.ts';
import { fetchedPart } from '#src/page/navigation/fetched-part.ts';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { inTime } from '#src/page/wire/in-time.ts';
import { Disclosure } from '#src/ui/disclosure/disclosure.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import { PlainFailure } from '#src/ui/notice/plain-failure.tsx';

const ShareLinks = fetchedPart(
  () => inTime(() => import('./share-links.tsx')).then((file) => file.ShareLinks),
  PlainFailure,
);

/**
 * A button that shows where a link can go.
 * @param props.path what is shared, from `/`
 * @param props.message what goes with the link
 */
export function ShareMenu(props: { path: string; message: string; buttonClass: string }) {
  const text = useText();
  const { origin } = useStation();
  const button = (
    <>
      <Icon name="share" />
      {text('frame.share')}
    </>
  );
  return (
    <Disclosure buttonClass={props.buttonClass} button={button} isLazy>
      <Suspense fallback={<Waiting />}>
        <ShareLinks url={`${origin}${props.path}`} message={props.message} />
      </Suspense>
    </Disclosure>
  );
}

/** Stands there while the script is on its way, and says so where there is no network to bring it [A63]. */
function Waiting() {
  const text = useText();
  return navigator.onLine ? <Icon name="busy" spins /> : <p role="alert">{text('frame.offline')}</p>;
}
