import { visibleText } from '@assay/schema';
import { Section } from './section.js';

/** What a target did to the files of its workspace, as a diff; nothing where it had none. */
export function FileChanges({ changes }: { readonly changes: string | undefined }) {
  if (changes === undefined) return null;
  return (
    <Section title="File changes">
      {changes === '' ? (
        <p class="hint">No file was added, changed or deleted.</p>
      ) : (
        <pre class="raw data" tabIndex={0}>
          {visibleText(changes)}
        </pre>
      )}
    </Section>
  );
}
