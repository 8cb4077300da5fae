import { useText } from '#src/i18n/use-text.ts';
import { Button } from '#src/ui/button/button.tsx';

/** Stands where a part of the page could not be fetched; its words and its button are always here. */
export function PlainFailure() {
  const text = useText();
  return (
    <p role="alert">
      {text('frame.failure')}{' '}
      <Button look="line" onClick={() => location.reload()}>
        {text('frame.retry')}
      </Button>
    </p>
  );
}
