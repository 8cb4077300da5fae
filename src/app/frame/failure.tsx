import { useText } from '#src/i18n/use-text.ts';
import { PageHead } from '#src/page/head/page-head.tsx';
import { Band } from '#src/ui/band/band.tsx';
import { Button } from '#src/ui/button/button.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';

/** A page that could not be made. */
export function Failure() {
  const text = useText();
  return (
    <Band title={text('frame.failure')} lead={text('frame.still-playing')}>
      <PageHead title={text('frame.failure')} isIndexed={false} />
      <Button look="ink" shape="large" onClick={() => location.reload()}>
        <Icon name="again" />
        {text('frame.retry')}
      </Button>
    </Band>
  );
}
