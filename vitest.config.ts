import { defineConfig } from 'vitest/config';

/** Shared by every package. Workspace packages are read from source, so no build is needed first. */
export default defineConfig({
  resolve: { conditions: ['@assay/source'] },
  ssr: { resolve: { conditions: ['@assay/source'] } },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    environment: 'node',
    typecheck: { enabled: false },
    testTimeout: 30_000,
  },
});
