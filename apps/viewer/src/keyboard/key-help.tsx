import { useLayoutEffect, useRef } from 'preact/hooks';
import { KEY_LIST } from './key-list.js';

/** The list of keys, over the page. */
export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  // At once: a key that comes next is the dialog's.
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="keys" aria-label="Keys" onClose={onClose} onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}>
      <form method="dialog">
        <h2>Keys</h2>
        <button type="submit">Close</button>
      </form>
      <div class="key-lists">
        {KEY_LIST.map(({ place, keys }) => (
          <section key={place}>
            <h3>{place}</h3>
            <dl>
              {keys.map(([key, meaning]) => (
                <div key={key}>
                  <dt>
                    {key.split('  ').map((one) => (
                      <kbd key={one}>{one}</kbd>
                    ))}
                  </dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </dialog>
  );
}
