import { configured, type Workflow } from '../define/workflow.ts';
import { workflowNamed } from '../workflows/registry.ts';
import { toolSettings } from './deps.ts';
import { type Host, once } from './host.ts';

/** A workflow by its name, as this host's settings have it. Apart from deps.ts: it carries every declaration. */
export const workflow: (host: Host) => (name: string) => Workflow = /* @__PURE__ */ once((host) => (name) => {
  const own = host.workflows?.find((candidate) => candidate.name === name);
  return configured(own ?? workflowNamed(name), toolSettings(host));
});
