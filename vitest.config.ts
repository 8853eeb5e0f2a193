import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    env: { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
    // every core: by default one is kept back, which on two cores is half the machine
    maxWorkers: '100%',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // CommonJS packages are imported as Node imports them, not unwrapped
    deps: { interopDefault: false },
  },
});
