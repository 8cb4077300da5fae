import { useText } from '#src/i18n/use-text.ts';
import { documentQuery } from '#src/page/wire/page-query.ts';
import { RetryNotice } from '#src/page/wire/retry-notice.tsx';
import { usePageQuery } from '#src/page/wire/use-page-query.ts';
import { buttonClass } from '#src/ui/button/button.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import { TitledSection } from '#src/ui/section/titled-section.tsx';
import { Skeleton } from '#src/ui/skeleton/skeleton.tsx';
import hidden from '#src/ui/styles/hidden.module.css';
import styles from './listen-rows.module.css';
import { type OfferedApp, offeredApps } from './offered-apps.ts';

const importSchema = () => import('./apps.wire.ts').then((file) => file.stationAppsSchema);

/** The applications that the station names. */
export const appsQuery = documentQuery(
  '/station.json',
  null,
  importSchema,
  (services) => ({ apps: services.station().apps }),
  'apps',
);

/** The applications of the station; no section where it has none. */
export function AppsSection() {
  const text = useText();
  const { data, error, isError, refetch } = usePageQuery(appsQuery);
  const apps = offeredApps(data?.apps ?? {});
  if (data !== undefined && apps.length === 0) return null;
  return (
    <TitledSection title={text('listen.apps')} lead={text('listen.apps.text')}>
      {data === undefined && isError && (
        <RetryNotice title={text('listen.apps.error')} error={error} retry={refetch} />
      )}
      {data === undefined && !isError && <Skeleton width="100%" height="76px" radius="18px" />}
      {apps.length > 0 && (
        <ul>
          {apps.map((app) => (
            <AppRow key={app.id} app={app} />
          ))}
        </ul>
      )}
    </TitledSection>
  );
}

function AppRow({ app }: { app: OfferedApp }) {
  const text = useText();
  const name = text(app.text);
  return (
    <li className={`${styles.row} ${styles.app}`}>
      <span className={styles.disc}>
        <LaterIcon name={app.icon} size={26} />
      </span>
      <div className={styles.words}>
        <h3>{name}</h3>
        <p>{app.source}</p>
      </div>
      <div className={styles.ways}>
        <a className={buttonClass('line')} href={app.address} target="_blank" rel="noopener">
          {app.id === 'windows' ? <LaterIcon name="download" size={18} /> : <Icon name="outside" size={18} />}
          {text(app.action)}
          <span className={hidden.hidden}>
            {' '}
            · {name} ({text('frame.new-tab')})
          </span>
        </a>
      </div>
    </li>
  );
}
