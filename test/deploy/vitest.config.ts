import { defineConfig } from 'vitest/config';

/** Apart from the suite: it wants Python, a minute of CDK, and a machine's attention. */
export default defineConfig({
  test: {
    include: ['test/deploy/*.deploy.ts'],
    env: { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
    testTimeout: 120_000,
    hookTimeout: 300_000,
    fileParallelism: false,
    reporters: ['verbose'],
  },
});
